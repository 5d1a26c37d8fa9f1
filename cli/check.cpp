// `tassel check`: what is wrong or odd in files, and nothing else.

#include <fmt/format.h>

#include <memory>

#include "commands.h"
#include "inspection.h"

namespace tassel::cli {
namespace {

std::vector<Findings> look(const std::vector<std::string>& files, const Context& context) {
  Progress progress(context.errors);
  return inspect_files(files, progress);
}

void run(const std::vector<std::string>& files, const Context& context) {
  bool is_clean = true;
  for (const Findings& found : look(files, context)) {
    std::vector<std::string> sentences = found.problems;
    sentences.insert(sentences.end(), found.notes.begin(), found.notes.end());
    const std::string name =
        context.output.heading(printable(fmt::format("{}", fmt::join(found.files, " with "))));
    is_clean = is_clean && sentences.empty();
    context.output.print(
        fmt::format("{}: {}\n", name, sentences.empty() ? "nothing found" : found.kind));
    context.output.print(indented_lines(sentences));
  }
  if (!is_clean) throw Finished(ExitCode::kFound);
}

}  // namespace

void add_check(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("check", "Show only what is wrong or odd in a file");
  const auto files = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE", *files, "Rigs, animation graphs, compiled specs, characters, motions")
      ->required()
      ->type_name("");
  command->footer(
      "The exit code is 1 where something was found.\n"
      "\n"
      "Example:\n"
      "  tassel check avatar.vrm\n");
  command->callback([files, &context] { run(*files, context); });
}

}  // namespace tassel::cli
