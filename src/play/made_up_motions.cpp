// The motions that need no file.

#include <array>
#include <cstddef>

#include "math/trigonometry.h"
#include "play/body_rig.h"
#include "play/curve.h"
#include "tassel/play.h"

namespace tassel {

namespace {

constexpr Vec3d kUp{0, 0, 1};

enum class HeadAxis { kVertical, kSideways };

/// The head turns about one axis; the rest stands still.
class HeadMotion final : public Motion {
 public:
  HeadMotion(const Skeleton& skeleton, HeadAxis axis, std::span<const CurveKey> degrees)
      : rig_(skeleton), axis_(axis == HeadAxis::kVertical ? kUp : rig_.left()), degrees_(degrees) {}

  double duration() const override { return degrees_.back().time; }

  void sample(double time, std::span<Transformd> pose_ls) const override {
    rig_.turn_head(axis_, kRadiansPerDegree * value_at(degrees_, time), pose_ls);
  }

 private:
  BodyRig rig_;
  Vec3d axis_;
  std::span<const CurveKey> degrees_;
};

// Seconds and degrees. Each motion ends with a pause that lets the hair come to rest.
constexpr std::array kTurn{CurveKey{0.3, 0},   CurveKey{0.7, 65},  CurveKey{1.3, 65},
                           CurveKey{1.9, -65}, CurveKey{2.6, -65}, CurveKey{3.1, 0},
                           CurveKey{5.0, 0}};
constexpr std::array kNod{CurveKey{0.3, 0},  CurveKey{0.7, 30},  CurveKey{1.2, -15},
                          CurveKey{1.6, 30}, CurveKey{2.1, -15}, CurveKey{2.5, 0},
                          CurveKey{4.0, 0}};
constexpr std::array kShake{CurveKey{0.3, 0},    CurveKey{0.5, 22},   CurveKey{0.74, -22},
                            CurveKey{0.98, 22},  CurveKey{1.22, -22}, CurveKey{1.46, 22},
                            CurveKey{1.70, -22}, CurveKey{1.9, 0},    CurveKey{4.0, 0}};

/// Stands, walks off, stops sharply, and turns on the spot.
class Walk final : public Motion {
 public:
  explicit Walk(const Skeleton& skeleton) : rig_(skeleton) {}

  double duration() const override { return 6; }
  bool travels() const override { return true; }

  void sample(double time, std::span<Transformd> pose_ls) const override {
    rig_.turn_head(kUp, 0, pose_ls);
    const Vec3d bob = body_bob(distance_at(time)) * kUp;
    for (int i = 0; i < rig_.skeleton().size(); ++i) {
      if (rig_.skeleton().joints[i].parent >= 0) continue;
      pose_ls[i].translation = pose_ls[i].translation + bob;
    }
  }

  Transformd world_ws(double time) const override {
    const double turned = kRadiansPerDegree * value_at(kTurned, time);
    return {distance_at(time) * rig_.facing(), rotation_about(kUp, turned), {1, 1, 1}};
  }

 private:
  static constexpr double kSpeed = 1.4;
  static constexpr double kSpeedingUp = 0.6;
  static constexpr double kStopping = 0.2;
  static constexpr double kStart = 0.5;
  static constexpr double kStopped = 3.5;
  static constexpr std::array kTurned{CurveKey{4.2, 0}, CurveKey{4.7, 120}};
  /// Ramps count half: their mean speed is half the walking speed.
  static constexpr double kDistance =
      kSpeed * (kStopped - kStart - 0.5 * kSpeedingUp - 0.5 * kStopping);
  static constexpr int kSteps = 5;
  static constexpr double kBob = 0.03;

  /// Metres along a ramp of `length` seconds from standing to walking, `f` of it done: the
  /// integral of speed · (3f² − 2f³).
  static double ramp(double length, double f) {
    return kSpeed * length * f * f * f * (1 - 0.5 * f);
  }

  static double distance_at(double time) {
    if (time <= kStart) return 0;
    if (time >= kStopped) return kDistance;
    if (time < kStart + kSpeedingUp) return ramp(kSpeedingUp, (time - kStart) / kSpeedingUp);
    if (time > kStopped - kStopping) {
      return kDistance - ramp(kStopping, (kStopped - time) / kStopping);
    }
    return ramp(kSpeedingUp, 1) + kSpeed * (time - kStart - kSpeedingUp);
  }

  /// The body dips once a step, and stands at its own height before and after the walk.
  static double body_bob(double distance) {
    const double swing = sine(kPi * kSteps * distance / kDistance);
    return -kBob * swing * swing;
  }

  BodyRig rig_;
};

}  // namespace

std::unique_ptr<Motion> make_motion(std::string_view name, const Skeleton& skeleton) {
  if (name == "turn") return std::make_unique<HeadMotion>(skeleton, HeadAxis::kVertical, kTurn);
  if (name == "nod") return std::make_unique<HeadMotion>(skeleton, HeadAxis::kSideways, kNod);
  if (name == "shake") return std::make_unique<HeadMotion>(skeleton, HeadAxis::kVertical, kShake);
  if (name == "walk") return std::make_unique<Walk>(skeleton);
  return nullptr;
}

}  // namespace tassel
