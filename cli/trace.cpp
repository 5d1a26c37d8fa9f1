// `tassel trace`: a case's frames through its solver, every result of every frame written down.

#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "files.h"
#include "formats/dyng_json/trace_json.h"
#include "formats/springbone_json/spring_case_json.h"
#include "play/run_trace.h"
#include "trace_springs.h"

namespace tassel::cli {
namespace {

struct Options {
  std::string input;
  std::string output;
  std::string scalar = "double";
  std::string data;
};

DyngCase load_case(const std::string& path, std::string_view text) {
  DyngCase loaded;
  require(read_case(text, loaded), path);
  if (loaded.spec.simulation.particles.empty()) {
    throw Failure(ExitCode::kNothingSimulated,
                  fmt::format("{}: /spec/simulation/particles: there are none", path),
                  loaded.spec.notes);
  }
  return loaded;
}

/// Frames that didn't run as they were given.
class OddFrames {
 public:
  void add(DyngReport::Outcome outcome, int frame) {
    using Outcome = DyngReport::Outcome;
    if (outcome == Outcome::kStateReset) reset_.add(frame);
    if (outcome == Outcome::kPoseNotFinite) bad_pose_.add(frame);
    if (outcome == Outcome::kInvalidArgument) refused_.add(frame);
  }

  [[nodiscard]] std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    const auto note = [&](const Count& count, std::string_view what) {
      if (count.frames == 0) return;
      notes.push_back(fmt::format("{}, from frame {} on: {}", counted(count.frames, "frame"),
                                  count.first, what));
    };
    note(reset_, "the state stopped being finite and was put back on the input pose");
    note(bad_pose_, "the input pose isn't finite in this scalar, so nothing was simulated");
    note(refused_, "a number of the frame is out of range, so nothing was simulated");
    return notes;
  }

 private:
  struct Count {
    int frames = 0;
    int first = 0;
    void add(int frame) {
      if (frames++ == 0) first = frame;
    }
  };
  Count reset_;
  Count bad_pose_;
  Count refused_;
};

std::string trace(const DyngProgram& program, const DyngInput& input, const std::string& scalar,
                  Progress& progress, OddFrames& odd_frames) {
  progress.begin("simulating");
  TraceWriter writer;
  int done = 0;
  const auto visit = [&](const DyngTraceFrame& frame) {
    writer.add(frame);
    odd_frames.add(frame.outcome, done);
    progress.update(++done / static_cast<double>(input.frames.size()));
  };
  if (scalar == "float") {
    run_trace<float>(program, input, 0, visit);
  } else {
    run_trace<double>(program, input, 0, visit);
  }
  return writer.finish();
}

std::string summary(const DyngCase& traced, const std::string& scalar) {
  const auto size = [](const auto& list) { return static_cast<long long>(list.size()); };
  return fmt::format("{}, {}, in {}", counted(size(traced.input.frames), "frame"),
                     counted(size(traced.spec.simulation.particles), "particle"), scalar);
}

void trace_dangle(const Options& options, std::string_view text, const Context& context) {
  DyngCase loaded;
  OddFrames odd_frames;
  {
    Progress progress(context.errors);
    check_output(options.output, std::vector<std::string>{options.input});
    loaded = load_case(options.input, text);
    DyngProgram program;
    const Status cooked = cook(loaded.spec, program);
    const bool is_decoded = cooked.code() != StatusCode::kUnsupported;
    require(cooked, options.input,
            is_decoded ? ExitCode::kUnreadable : ExitCode::kNothingSimulated);
    write_file(options.output, trace(program, loaded.input, options.scalar, progress, odd_frames),
               progress);
  }
  context.output.print(fmt::format("{}: {}\n", context.output.heading(printable(options.output)),
                                   summary(loaded, options.scalar)));
  context.output.print(indented_lines(odd_frames.notes()));
}

std::vector<std::byte> read_case_file(const std::string& path, const Context& context) {
  Progress progress(context.errors);
  progress.begin("reading " + path);
  return read_file(path);
}

void run(const Options& options, const Context& context) {
  const std::vector<std::byte> bytes = read_case_file(options.input, context);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (is_spring_case(text)) {
    trace_springs({options.input, options.data, options.output, options.scalar}, text, context);
  } else {
    trace_dangle(options, text, context);
  }
}

}  // namespace

void add_trace(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("trace", "Run a case's frames and write what comes out");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("CASE", options->input,
                   "A dangle's spec or a character's name, with input frames")
      ->required()
      ->type_name("");
  command->add_option("-o,--output", options->output, "Where the trace goes")
      ->required()
      ->type_name("OUT.json");
  command
      ->add_option("--scalar", options->scalar,
                   "double (the reference) or float (what engines run)")
      ->check(CLI::IsMember({"double", "float"}))
      ->type_name("SCALAR");
  command->add_option("--data", options->data, "The folder of the character that a case names")
      ->type_name("DIR");
  command->footer(
      "docs/formats.md describes the files. Numbers read back to the same bits.\n"
      "Where the spec simulates nothing, no file is written and the exit code is 4.\n"
      "\n"
      "Example:\n"
      "  tassel trace case.json -o trace.json --scalar float\n"
      "  tassel trace springs.json --data avatars -o trace.json\n");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tassel::cli
