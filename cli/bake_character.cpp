// `tassel bake` of a character: its springs along its own animations, or along a motion file's.

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "bake.h"
#include "character_file.h"
#include "files.h"
#include "tassel/gltf.h"
#include "tassel/play.h"

namespace tassel::cli {
namespace {

/// An animation to bake, and what it moves the character with.
struct Planned {
  std::string name;
  int animation = -1;  ///< Of the character's own; −1: a motion file's, which gets a new one.
  std::unique_ptr<Motion> motion;
};

struct Baked {
  std::string name;
  double duration = 0;
  std::size_t keys = 0;
  SpringBakeReport report;
};

std::vector<int> chosen_animations(const BakeOptions& options, const CharacterFile& file) {
  const std::vector<Animation>& animations = file.character.animations;
  std::vector<int> chosen;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < animations.size(); ++i) {
    names.push_back(animations[i].name);
    const bool is_asked = options.clip.empty()
                              ? options.all || i == 0
                              : animations[i].name == options.clip && chosen.empty();
    if (is_asked) chosen.push_back(static_cast<int>(i));
  }
  if (!chosen.empty()) return chosen;
  if (animations.empty()) {
    const bool is_motion = !options.motion.empty();
    throw Failure(ExitCode::kUsage,
                  fmt::format("{}: there is no animation in it{}", file.path,
                              is_motion ? "" : "; --motion names a file that has one"));
  }
  throw Failure(ExitCode::kUsage,
                fmt::format("{}: there is no animation {}; there are", file.path, options.clip),
                std::move(names));
}

std::unique_ptr<Motion> carry(const Character& character, const CharacterFile& source,
                              const Animation& animation) {
  std::unique_ptr<Motion> motion;
  const Character& from = source.character;
  if (!character.humanoid.bones.empty() && !from.humanoid.bones.empty()) {
    require(make_humanoid_motion(character.skeleton, character.humanoid, from.skeleton,
                                 from.humanoid, animation, motion),
            source.path);
  } else {
    require(make_namesake_motion(character.skeleton, from.skeleton, animation, motion),
            source.path);
  }
  return motion;
}

std::vector<Planned> plan(const BakeOptions& options, const CharacterFile& file,
                          Progress& progress) {
  std::vector<Planned> planned;
  if (options.motion.empty()) {
    for (const int i : chosen_animations(options, file)) {
      const Animation& animation = file.character.animations[i];
      Planned own{animation.name, i, nullptr};
      require(make_animation_motion(file.character.skeleton, animation, own.motion), file.path);
      planned.push_back(std::move(own));
    }
    return planned;
  }
  const CharacterFile source = read_motion_file(options.motion, progress);
  for (const int i : chosen_animations(options, source)) {
    const Animation& animation = source.character.animations[i];
    std::string name = animation.name;
    if (name.empty()) name = std::filesystem::path(options.motion).stem().string();
    planned.push_back({std::move(name), -1, carry(file.character, source, animation)});
  }
  return planned;
}

/// What a clip's keys are dropped by: the ends of all bones.
std::vector<Tip> tips_of(const SpringBoneSpec& spec) {
  std::vector<Tip> tips;
  for (const Spring& spring : spec.springs) {
    for (const SpringBone& bone : spring.bones) tips.push_back({bone.joint, bone.tail_ls});
  }
  return tips;
}

/// The joints whose tracks go into the file: a motion file's all, else the bones.
std::vector<int> joints_to_write(const Character& character, const Planned& planned) {
  std::vector<int> joints;
  if (planned.animation < 0) {
    for (int i = 0; i < character.skeleton.size(); ++i) joints.push_back(i);
    return joints;
  }
  for (const Tip& tip : tips_of(character.springs)) joints.push_back(tip.joint);
  return joints;
}

SpringBakeSettings settings_of(const BakeOptions& options, Progress& progress) {
  SpringBakeSettings settings;
  settings.keys_per_second = options.fps;
  settings.loop = options.loop;
  if (options.solver == "exact") settings.solver = SpringBoneSolver::kExact;
  if (options.start == "rest") settings.start = SpringBakeSettings::Start::kRest;
  settings.progress = [&progress](double share) { progress.update(share); };
  return settings;
}

/// Bakes one animation and appends it to `bytes`.
Baked bake_one(const BakeOptions& options, const CharacterFile& file, const Planned& planned,
               bool is_last, std::vector<std::byte>& bytes, Progress& progress) {
  const Character& character = file.character;
  progress.begin("simulating " + planned.name);
  Baked baked{planned.name, 0, 0, {}};
  Clip clip;
  clip.name = planned.name;
  require(bake(character.springs, character.skeleton, *planned.motion,
               settings_of(options, progress), clip, baked.report),
          fmt::format("{} --fps {}", file.path, options.fps), ExitCode::kUsage);
  const std::vector<int> joints = joints_to_write(character, planned);
  if (options.reduce > 0) {
    const std::vector<Tip> tips = tips_of(character.springs);
    reduce_keys(character.skeleton, joints, tips, options.reduce, clip);
  }
  baked.duration = clip.times.back();
  baked.keys = clip.times.size();
  AppendSettings settings;
  settings.animation = planned.animation;
  settings.strip_springs = options.strip_springs && is_last;
  std::vector<std::byte> longer;
  require(append_clip(bytes, character, clip, joints, settings, longer), file.path);
  bytes = std::move(longer);
  return baked;
}

std::string summary(const Baked& baked, const BakeOptions& options) {
  std::string text = fmt::format("{}, {:.2f} s in {}", printable(baked.name), baked.duration,
                                 counted(static_cast<long long>(baked.keys), "key"));
  if (options.start == "settled") {
    text += fmt::format(", {} after {}", baked.report.at_rest ? "at rest" : "not quite at rest",
                        counted(baked.report.settling_steps, "settling step"));
  }
  if (options.loop) {
    text += fmt::format(", loop closed over {:.3f} mm after {}", 1000 * baked.report.loop_residue,
                        counted(baked.report.runs, "run"));
  }
  return text;
}

/// A file comes back in the container that it came in.
void check_container(const BakeOptions& options, const CharacterFile& file) {
  const std::string extension = std::filesystem::path(options.output).extension().string();
  if (is_glb(file.bytes) && extension == ".gltf") {
    throw Failure(ExitCode::kUsage,
                  fmt::format("-o {}: {} is a GLB and comes back as one: name it .glb or .vrm",
                              options.output, file.path));
  }
  if (!is_glb(file.bytes) && (extension == ".glb" || extension == ".vrm")) {
    throw Failure(ExitCode::kUsage,
                  fmt::format("-o {}: {} is glTF JSON and comes back as such: name it .gltf",
                              options.output, file.path));
  }
}

/// Says what has to be copied where the output leaves the files behind that it names.
void note_neighbours(const BakeOptions& options, const std::vector<std::string>& neighbours,
                     std::vector<std::string>& notes) {
  std::error_code error;
  const auto folder_of = [&](const std::string& path) {
    return std::filesystem::weakly_canonical(std::filesystem::path(path).parent_path() / ".",
                                             error);
  };
  if (neighbours.empty() || folder_of(options.inputs[0]) == folder_of(options.output)) return;
  notes.push_back(fmt::format("the file needs what lay beside it, in its new place too: {}",
                              fmt::join(neighbours, ", ")));
}

std::vector<std::string> notes_of(const BakeOptions& options, const Character& character,
                                  const std::vector<Baked>& baked) {
  std::vector<std::string> notes = character.notes;
  note_neighbours(options, character.neighbours, notes);
  for (const Baked& clip : baked) {
    if (clip.report.resets == 0) continue;
    notes.push_back(
        fmt::format("{}: the simulation left the range of numbers, so it was put back {}",
                    clip.name, counted(clip.report.resets, "time")));
  }
  if (!options.strip_springs) {
    notes.push_back(
        "the file keeps its spring bones: a viewer that runs them swings on top of the bake; "
        "--strip-springs leaves them out");
  }
  return notes;
}

void refuse_without_springs(const CharacterFile& file) {
  for (const Spring& spring : file.character.springs.springs) {
    if (!spring.bones.empty()) return;
  }
  throw Failure(ExitCode::kNothingSimulated,
                fmt::format("{}: there are no spring bones in it, so nothing swings", file.path),
                file.character.notes);
}

}  // namespace

void bake_character(const BakeOptions& options, const Context& context) {
  std::vector<Baked> baked;
  std::vector<std::string> notes;
  int bones = 0;
  {
    Progress progress(context.errors);
    std::vector<std::string> inputs = options.inputs;
    if (!options.motion.empty()) inputs.push_back(options.motion);
    check_output(options.output, inputs);
    CharacterFile file = read_character_file(options.inputs[0], progress);
    refuse_without_springs(file);
    check_container(options, file);
    const std::vector<Planned> planned = plan(options, file, progress);
    std::vector<std::byte> bytes = std::move(file.bytes);
    for (const Planned& next : planned) {
      baked.push_back(bake_one(options, file, next, &next == &planned.back(), bytes, progress));
    }
    write_file(options.output, bytes, progress);
    notes = notes_of(options, file.character, baked);
    bones = static_cast<int>(tips_of(file.character.springs).size());
  }
  context.output.print(fmt::format(
      "{}: {} baked\n", context.output.heading(printable(options.output)), counted(bones, "bone")));
  std::vector<std::string> lines;
  for (const Baked& clip : baked) lines.push_back(summary(clip, options));
  context.output.print(indented_lines(lines));
  context.output.print(indented_lines(notes));
}

}  // namespace tassel::cli
