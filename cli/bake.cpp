// `tassel bake`: a character's springs, or a rig and a graph, along a motion.

#include "bake.h"

#include <fmt/format.h>

#include <charconv>
#include <memory>

#include "character_file.h"
#include "files.h"
#include "skeleton/clip_sampling.h"

namespace tassel::cli {
namespace {

double parse_number(const std::string& option, const std::string& text, double most) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (whole && number > 0 && number <= most) return number;
  throw Failure(ExitCode::kUsage,
                fmt::format("{} {}: must be a number above 0 and at most {}", option, text, most));
}

void refuse(bool is_given, const char* option, const char* belongs_to) {
  if (!is_given) return;
  throw Failure(ExitCode::kUsage, fmt::format("{} belongs to {}", option, belongs_to));
}

void run(const BakeOptions& options, const Context& context) {
  if (options.inputs.size() == 2) {
    constexpr const char* kCharacter = "a character, not to a rig and a graph";
    refuse(!options.clip.empty(), "--clip", kCharacter);
    refuse(options.all, "--all", kCharacter);
    refuse(options.loop, "--loop", kCharacter);
    refuse(options.strip_springs, "--strip-springs", kCharacter);
    refuse(options.reduce > 0, "--reduce", kCharacter);
    refuse(options.solver != "steady", "--solver", kCharacter);
    refuse(options.start != "settled", "--start", kCharacter);
    if (options.motion.empty()) {
      throw Failure(ExitCode::kUsage,
                    "bake: --motion is required with a rig and a graph; see `tassel bake --help`");
    }
    return bake_dangle(options, context);
  }
  if (!is_character(read_file(options.inputs[0]))) {
    throw Failure(ExitCode::kUsage,
                  fmt::format("{}: not a glTF, GLB or VRM file; a rig needs its graph beside it",
                              options.inputs[0]));
  }
  refuse(options.draw_shapes, "--draw-shapes", "a rig and a graph, not to a character");
  bake_character(options, context);
}

void add_character_options(CLI::App* command, const std::shared_ptr<BakeOptions>& options) {
  command->add_option("--clip", options->clip, "Bake this animation, rather than the first")
      ->type_name("NAME");
  command->add_flag("--all", options->all, "Bake every animation");
  command
      ->add_option(
          "--solver", options->solver,
          "steady (the default): the same at any --fps; exact: a step a key, as VRM has it")
      ->check(CLI::IsMember({"steady", "exact"}))
      ->type_name("SOLVER");
  command
      ->add_option(
          "--start", options->start,
          "settled (the default): hanging still in the first pose; rest: as it was modelled")
      ->check(CLI::IsMember({"settled", "rest"}))
      ->type_name("START");
  command->add_flag("--loop", options->loop, "Let the end meet the beginning");
  command->add_flag("--strip-springs", options->strip_springs,
                    "Leave the spring bones out, so that no viewer adds its own swing");
  command
      ->add_option_function<std::string>(
          "--reduce",
          [options](const std::string& text) {
            options->reduce = parse_number("--reduce", text, 1e6);
          },
          "Drop keys while no tip strays farther")
      ->type_name("METRES");
}

}  // namespace

void add_bake(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("bake", "Bake the swinging into a file that moves");
  const auto options = std::make_shared<BakeOptions>();
  command
      ->add_option("FILE", options->inputs,
                   "A character (.vrm, .glb, .gltf); or a .rig and its .animgraph")
      ->required()
      ->expected(1, 2)
      ->type_name("");
  command
      ->add_option("--motion", options->motion,
                   "A character's: a .vrma, .bvh or .glb instead of its own animation. A rig's: "
                   "turn, nod, shake, walk or a .glb")
      ->type_name("MOTION");
  command
      ->add_option_function<std::string>(
          "--fps",
          [options](const std::string& text) {
            options->fps = parse_number("--fps", text, kMaxKeysPerSecond);
          },
          "Keys a second: 60, or up to 1000")
      ->type_name("NUMBER");
  add_character_options(command, options);
  command->add_flag("--draw-shapes", options->draw_shapes, "Draw a rig's collision capsules too");
  command->add_option("-o,--output", options->output, "Where it goes")
      ->required()
      ->type_name("OUT.glb");
  command->footer(
      "A character comes back as it was, with the swinging in its animation. A rig and a graph\n"
      "give a drawn strand per chain and one animation. Both open in any glTF 2.0 viewer.\n"
      "Where nothing can be simulated, no file is written and the exit code is 4.\n"
      "\n"
      "Example:\n"
      "  tassel bake avatar.vrm --motion dance.vrma -o dancing.glb\n"
      "  tassel bake hair.rig hair.animgraph --motion turn -o hair.glb\n");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tassel::cli
