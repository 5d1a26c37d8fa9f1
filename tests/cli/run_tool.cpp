#include "cli/run_tool.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "test_files.h"

namespace tassel {
namespace {

[[noreturn]] void become_tool(const std::vector<std::string>& arguments) {
  std::vector<char*> words{const_cast<char*>(TASSEL_TOOL)};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::execv(TASSEL_TOOL, words.data());
  ::_exit(127);
}

int wait_for(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Reads both until their writers are gone; a terminal says so with an error.
void drain(std::array<int, 2> sources, std::array<std::string*, 2> texts) {
  std::array<char, 4096> buffer{};
  while (sources[0] >= 0 || sources[1] >= 0) {
    std::array<pollfd, 2> waits{pollfd{sources[0], POLLIN, 0}, pollfd{sources[1], POLLIN, 0}};
    ::poll(waits.data(), waits.size(), -1);
    for (size_t i = 0; i < waits.size(); ++i) {
      if (waits[i].revents == 0) continue;
      const ssize_t count = ::read(sources[i], buffer.data(), buffer.size());
      if (count > 0) texts[i]->append(buffer.data(), static_cast<size_t>(count));
      if (count <= 0) {
        ::close(sources[i]);
        sources[i] = -1;
      }
    }
  }
}

}  // namespace

ToolRun run_tool(const std::vector<std::string>& arguments) {
  std::array<int, 2> output{};
  std::array<int, 2> errors{};
  if (::pipe2(output.data(), O_CLOEXEC) != 0 || ::pipe2(errors.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipe");
  }
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(output[1], STDOUT_FILENO);
    ::dup2(errors[1], STDERR_FILENO);
    become_tool(arguments);
  }
  ::close(output[1]);
  ::close(errors[1]);
  ToolRun run;
  drain({output[0], errors[0]}, {&run.output, &run.errors});
  run.exit_code = wait_for(child);
  return run;
}

ToolRun run_tool_on_terminal(const std::vector<std::string>& arguments,
                             const std::vector<std::string>& environment) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm", 1);
    for (const std::string& entry : environment) ::putenv(const_cast<char*>(entry.c_str()));
    become_tool(arguments);
  }
  ToolRun run;
  drain({terminal, -1}, {&run.output, nullptr});
  run.exit_code = wait_for(child);
  return run;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "tassel-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::operator/(const std::string& name) const {
  return (path_ / name).string();
}

std::vector<std::string> TemporaryFolder::file_names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return *this / name;
}

std::string with_a_wrong_checksum(const TemporaryFolder& folder) {
  std::string rig = read_text(shared_data("redengine/hair/fhair47_pt2.rig"));
  rig.at(32) ^= 1;
  return folder.write("edited.rig", rig);
}

}  // namespace tassel
