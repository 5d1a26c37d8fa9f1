#include "trace_springs.h"

#include <fmt/format.h>

#include "character_file.h"
#include "files.h"
#include "formats/springbone_json/spring_case_json.h"
#include "play/run_spring_trace.h"

namespace tassel::cli {
namespace {

struct Traced {
  std::string text;
  int bones = 0;
  int resets = 0;
};

Traced trace(const SpringCase& spring_case, const CharacterFile& file, const std::string& scalar,
             Progress& progress) {
  SpringBoneProgram program;
  const Character& character = file.character;
  require(cook(character.springs, character.skeleton, program), file.path);
  if (program.bone_count() == 0) {
    throw Failure(ExitCode::kNothingSimulated,
                  fmt::format("{}: there are no spring bones in it", file.path), character.notes);
  }
  progress.begin("simulating");
  SpringTraceWriter writer(program, character);
  Traced traced;
  std::size_t done = 0;
  const auto visit = [&](std::span<const Transformd> pose_ls, const SpringBoneReport& report) {
    writer.add(pose_ls);
    traced.resets += report.outcome == SpringBoneReport::Outcome::kStateReset;
    progress.update(static_cast<double>(++done) / static_cast<double>(spring_case.root.size()));
  };
  if (scalar == "float") {
    run_spring_trace<float>(program, character.skeleton, spring_case, visit);
  } else {
    run_spring_trace<double>(program, character.skeleton, spring_case, visit);
  }
  traced.text = writer.finish();
  traced.bones = program.bone_count();
  return traced;
}

}  // namespace

void trace_springs(const SpringTraceOptions& options, std::string_view case_text,
                   const Context& context) {
  SpringCase spring_case;
  CharacterFile file;
  Traced traced;
  {
    Progress progress(context.errors);
    require(read_spring_case(case_text, spring_case), options.input);
    if (options.data.empty()) {
      throw Failure(ExitCode::kUsage,
                    fmt::format("{}: the case is about {}; --data names the folder that it is in",
                                options.input, spring_case.file));
    }
    const std::string path = options.data + "/" + spring_case.file;
    check_output(options.output, std::vector<std::string>{options.input, path});
    file = read_character_file(path, progress);
    traced = trace(spring_case, file, options.scalar, progress);
    write_file(options.output, traced.text, progress);
  }
  context.output.print(
      fmt::format("{}: {}, {}, in {}\n", context.output.heading(printable(options.output)),
                  counted(static_cast<long long>(spring_case.root.size()), "frame"),
                  counted(traced.bones, "bone"), options.scalar));
  std::vector<std::string> notes = file.character.notes;
  if (traced.resets > 0) {
    notes.push_back(fmt::format("{}: the state stopped being finite and was put back at rest",
                                counted(traced.resets, "frame")));
  }
  context.output.print(indented_lines(notes));
}

}  // namespace tassel::cli
