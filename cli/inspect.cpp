// `tassel inspect`: what is in rigs, graphs, specs and characters.

#include <memory>

#include "commands.h"
#include "findings_output.h"
#include "inspection.h"

namespace tassel::cli {
namespace {

struct Options {
  std::vector<std::string> files;
  bool json = false;
};

std::string report(const Options& options, const Context& context) {
  Progress progress(context.errors);
  const std::vector<Findings> findings = inspect_files(options.files, progress);
  return options.json ? to_json(findings) : to_text(findings, context.output);
}

void run(const Options& options, const Context& context) {
  context.output.print(report(options, context));
}

}  // namespace

void add_inspect(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("inspect", "Show what is in a file");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("FILE", options->files,
                   "Rigs, animation graphs, compiled specs, characters, motions")
      ->required()
      ->type_name("");
  command->add_flag("--json", options->json, "Print JSON instead of text");
  command->footer(
      "A rig and a graph given together are also compiled together. What can't be simulated is\n"
      "shown with the reasons, and the exit code is 0.\n"
      "\n"
      "Example:\n"
      "  tassel inspect hair.rig hair.animgraph\n"
      "  tassel inspect avatar.vrm\n");
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tassel::cli
