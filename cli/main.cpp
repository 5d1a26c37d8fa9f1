#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

#include "commands.h"
#include "help.h"

namespace tassel::cli {
namespace {

void add_commands(CLI::App& app, Context& context) {
  add_inspect(app, context);
  add_check(app, context);
  add_compile(app, context);
  add_trace(app, context);
  add_bake(app, context);
  add_bench(app, context);
  for (CLI::App* command : app.get_subcommands({})) command->group("Commands");
}

int fail(const Context& context, const Failure& failure) {
  context.errors.print(
      fmt::format("{} {}\n", context.errors.error("tassel:"), printable(failure.what())));
  context.errors.print(indented_lines(failure.notes()));
  return static_cast<int>(failure.code());
}

/// What is wrong with the command line, in a sentence that ends with where help is.
std::string usage_sentence(const CLI::App& app, const CLI::ParseError& error, const char* word) {
  const auto reached = app.get_subcommands();
  if (reached.empty()) {
    return fmt::format("there is no command \"{}\"; `tassel --help` lists them", word);
  }
  const CLI::App& command = *reached.front();
  const std::vector<std::string> unknown = command.remaining();
  std::string what = error.what();
  if (!unknown.empty()) what = fmt::format("\"{}\" has no place here", unknown.front());
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) {
    what = what.substr(0, what.find(':')) + " needs a value";
  }
  return fmt::format("{0}: {1}; see `tassel {0} --help`", command.get_name(), what);
}

/// Output that was lost (a full disk, say) must not look like success.
int finish(const Context& context) {
  if (std::ferror(stdout) == 0) return static_cast<int>(ExitCode::kOk);
  return fail(context, Failure(ExitCode::kUnreadable, "stdout: can't be written"));
}

int run(int argc, char** argv) {
  Context context{Terminal(stdout), Terminal(stderr)};
  CLI::App app("Swinging hair, jewellery and skirts for animated skeletons.", "tassel");
  app.formatter(help_formatter());
  app.set_help_flag("-h,--help", "Show this");
  app.set_version_flag("--version", "tassel " TASSEL_VERSION, "Show the version");
  app.require_subcommand(1);
  app.footer(
      "`tassel COMMAND --help` says more, with an example.\n"
      "\n"
      "Exit codes:\n"
      "  0  Done\n"
      "  1  Something was found (check)\n"
      "  2  The command line is wrong\n"
      "  3  A file can't be read or written\n"
      "  4  Nothing can be simulated (bake, trace)\n");
  add_commands(app, context);
  if (argc < 2) {
    context.errors.print(app.help());
    return static_cast<int>(ExitCode::kUsage);
  }
  try {
    app.parse(argc, argv);
    return finish(context);
  } catch (const Finished& finished) {
    const int code = finish(context);
    return code == 0 ? static_cast<int>(finished.code()) : code;
  } catch (const Failure& failure) {
    return fail(context, failure);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    return fail(context, Failure(ExitCode::kUsage, usage_sentence(app, error, argv[1])));
  } catch (const std::bad_alloc&) {
    return fail(context, Failure(ExitCode::kUnreadable, "there isn't enough memory for this"));
  } catch (const std::exception& error) {
    return fail(context, Failure(ExitCode::kUnreadable, error.what()));
  }
}

}  // namespace
}  // namespace tassel::cli

int main(int argc, char** argv) { return tassel::cli::run(argc, argv); }
