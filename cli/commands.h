#pragma once
// The subcommands of `tassel`, a file each. A command adds itself to the parser; its callback runs
// it and throws a Failure where it can't finish.

#include <CLI/CLI.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "progress.h"
#include "tassel/status.h"
#include "terminal.h"

namespace tassel::cli {

/// What every command is given.
struct Context {
  Terminal output;  ///< stdout: what the command finds or has done.
  Terminal errors;  ///< stderr: failures and progress.
};

enum class ExitCode { kOk = 0, kFound = 1, kUsage = 2, kUnreadable = 3, kNothingSimulated = 4 };

/// Ends the program with one sentence for a person, and the notes that explain it, if any.
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& sentence, std::vector<std::string> notes = {})
      : std::runtime_error(sentence), code_(code), notes_(std::move(notes)) {}
  [[nodiscard]] ExitCode code() const { return code_; }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  ExitCode code_;
  std::vector<std::string> notes_;
};

/// Ends the program, all having been said.
class Finished : public std::exception {
 public:
  explicit Finished(ExitCode code) : code_(code) {}
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Throws a Failure "file: place: what" where the status isn't ok.
void require(const Status& status, std::string_view file, ExitCode code = ExitCode::kUnreadable);

void add_inspect(CLI::App& app, Context& context);
void add_check(CLI::App& app, Context& context);
void add_compile(CLI::App& app, Context& context);
void add_trace(CLI::App& app, Context& context);
void add_bake(CLI::App& app, Context& context);
void add_bench(CLI::App& app, Context& context);

}  // namespace tassel::cli
