// A lane is the scalar, bit for bit: every operation of a pack against the scalar's, over values
// that include signed zeros, subnormals, infinities and NaN.

#include "math/pack.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace tassel {
namespace {

using isa_baseline::any;
using isa_baseline::both;
using isa_baseline::either;
using isa_baseline::Pack;
using isa_baseline::RealTraits;
using isa_baseline::select;

template <class T>
class Packs : public testing::Test {
 protected:
  using Traits = RealTraits<T>;
  using S = typename Traits::Scalar;

  static std::vector<S> values() {
    const S largest = std::numeric_limits<S>::max();
    return {S(0),   S(-0.0),  S(1),      S(-1), S(0.1),   S(-1e-3),    largest,      -largest,
            S(1.5), S(3e-39), S(-2e-41), S(7),  S(1e-20), S(INFINITY), S(-INFINITY), S(NAN)};
  }

  /// The values, from `first` on, one a lane.
  static T lanes_from(std::size_t first) {
    const std::vector<S> all = values();
    S lanes[Traits::kLanes];
    for (std::size_t i = 0; i < Traits::kLanes; ++i) lanes[i] = all[(first + i) % all.size()];
    return Traits::load(lanes);
  }
  static S value(std::size_t first, std::size_t lane) {
    const std::vector<S> all = values();
    return all[(first + lane) % all.size()];
  }

  static void expect_lane(S actual, S expected) {
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(actual));
    } else {
      EXPECT_EQ(std::memcmp(&actual, &expected, sizeof(S)), 0) << actual << " for " << expected;
    }
  }

  template <class PackOperation, class ScalarOperation>
  static void compare(PackOperation in_pack, ScalarOperation in_scalar) {
    for (std::size_t a = 0; a < values().size(); ++a) {
      for (std::size_t b = 0; b < values().size(); ++b) {
        S out[Traits::kLanes];
        Traits::store(out, in_pack(lanes_from(a), lanes_from(b)));
        for (std::size_t i = 0; i < Traits::kLanes; ++i) {
          expect_lane(out[i], in_scalar(value(a, i), value(b, i)));
        }
      }
    }
  }
};

using Widths = testing::Types<Pack<float, 4>, Pack<float, 8>, Pack<float, 16>, Pack<double, 4>>;
TYPED_TEST_SUITE(Packs, Widths);

TYPED_TEST(Packs, ArithmeticIsTheScalars) {
  using T = TypeParam;
  using Lane = typename TestFixture::S;
  this->compare([](const T& a, const T& b) { return a + b; }, [](Lane a, Lane b) { return a + b; });
  this->compare([](const T& a, const T& b) { return a - b; }, [](Lane a, Lane b) { return a - b; });
  this->compare([](const T& a, const T& b) { return a * b; }, [](Lane a, Lane b) { return a * b; });
  this->compare([](const T& a, const T& b) { return a / b; }, [](Lane a, Lane b) { return a / b; });
  this->compare([](const T& a, const T&) { return -a; }, [](Lane a, Lane) { return -a; });
  this->compare([](const T& a, const T&) { return square_root(a); },
                [](Lane a, Lane) { return std::sqrt(a); });
}

TYPED_TEST(Packs, ComparisonsSelectTheLanesThatTheScalarWould) {
  using T = TypeParam;
  using Lane = typename TestFixture::S;
  const auto choose = [](const auto& mask, const T& a, const T& b) { return select(mask, a, b); };
  this->compare([&](const T& a, const T& b) { return choose(a < b, a, b); },
                [](Lane a, Lane b) { return a < b ? a : b; });
  this->compare([&](const T& a, const T& b) { return choose(a > b, a, b); },
                [](Lane a, Lane b) { return a > b ? a : b; });
  this->compare([&](const T& a, const T& b) { return choose(!(a >= b), a, b); },
                [](Lane a, Lane b) { return !(a >= b) ? a : b; });
  this->compare([&](const T& a, const T& b) { return choose(either(a == b, b > a), a, b); },
                [](Lane a, Lane b) { return a == b || b > a ? a : b; });
  this->compare([&](const T& a, const T& b) { return choose(both(a >= b, b >= a), a, T(Lane(1))); },
                [](Lane a, Lane b) { return a >= b && b >= a ? a : Lane(1); });
}

TYPED_TEST(Packs, AnySeesASingleLane) {
  using LaneTraits = RealTraits<TypeParam>;
  using Lane = typename LaneTraits::Scalar;
  Lane lanes[LaneTraits::kLanes] = {};
  EXPECT_FALSE(any(LaneTraits::load(lanes) > TypeParam(Lane(0))));
  for (Lane& lane : lanes) {
    lane = 1;
    EXPECT_TRUE(any(LaneTraits::load(lanes) > TypeParam(Lane(0))));
    lane = 0;
  }
}

TYPED_TEST(Packs, BroadcastKeepsTheSignOfZero) {
  using LaneTraits = RealTraits<TypeParam>;
  using Lane = typename LaneTraits::Scalar;
  Lane lanes[LaneTraits::kLanes];
  LaneTraits::store(lanes, TypeParam(Lane(-0.0)));
  for (const Lane lane : lanes) EXPECT_TRUE(std::signbit(lane));
}

}  // namespace
}  // namespace tassel
