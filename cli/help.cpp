#include "help.h"

#include <fmt/format.h>

#include <string>

namespace tassel::cli {
namespace {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    column_width(24);
    label("Positionals", "Files");
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    const bool has_commands = !app->get_subcommands({}).empty();
    return fmt::format("\nUsage: {}{}\n", name, has_commands ? " COMMAND …" : usage_of(app));
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_name().empty() ? "" : " " + value_name(option);
  }

 private:
  static std::string usage_of(const CLI::App* app) {
    std::string files;
    std::string optional_files;  // Given together or not at all.
    std::string required;
    std::string optional;
    for (const CLI::Option* option : app->get_options()) {
      if (option == app->get_help_ptr()) continue;
      if (option->get_positional()) {
        const std::string many = option->get_expected_max() > 1 ? "…" : "";
        (option->get_required() ? files : optional_files) += " " + option->get_name() + many;
      } else if (option->get_required()) {
        required += " " + words(option);
      } else {
        optional += fmt::format(" [{}]", words(option));
      }
    }
    if (!optional_files.empty()) files += fmt::format(" [{}]", optional_files.substr(1));
    return files + required + optional;
  }

  /// The name given to the value, without what CLI11 appends about its checks.
  static std::string value_name(const CLI::Option* option) {
    const std::string name = option->get_type_name();
    return name.substr(0, name.find(':'));
  }

  /// "-o OUT.glb": the short name where there is one.
  static std::string words(const CLI::Option* option) {
    const auto& short_names = option->get_snames();
    const std::string name =
        short_names.empty() ? "--" + option->get_lnames().front() : "-" + short_names.front();
    return option->get_type_name().empty() ? name : name + " " + value_name(option);
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

}  // namespace tassel::cli
