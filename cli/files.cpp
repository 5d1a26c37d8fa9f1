#include "files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include "commands.h"

namespace tassel::cli {
namespace {

/// An open file that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

std::string reason(int error) {
  switch (error) {
    case ENOENT:
      return "there is no such file";
    case EACCES:
    case EPERM:
      return "permission denied";
    case EISDIR:
      return "this is a folder, not a file";
    case ENOTDIR:
      return "part of its path is a file, not a folder";
    case ENOSPC:
      return "the disk is full";
    case EROFS:
      return "the disk is read-only";
    case ENAMETOOLONG:
      return "the name is too long";
    default:
      return std::generic_category().message(error);
  }
}

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw Failure(ExitCode::kUnreadable, fmt::format("{}: {}", path, what));
}

[[noreturn]] void fail_write(const std::string& path, int error) {
  fail(path, "can't be written: " + reason(error));
}

std::optional<struct stat> status_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

void write_all(const Descriptor& file, std::span<const std::byte> bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_write(path, errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

/// Removes the temporary file unless it has become the output.
struct Unfinished {
  std::string path;
  ~Unfinished() {
    if (!path.empty()) ::unlink(path.c_str());
  }
};

void replace_file(const std::string& path, std::span<const std::byte> bytes) {
  std::error_code ignored;
  const std::string resolved = std::filesystem::weakly_canonical(path, ignored).string();
  const std::string target = resolved.empty() ? path : resolved;
  const std::string temporary = fmt::format("{}.{}.tmp", target, ::getpid());
  Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file.number() < 0) fail_write(path, errno);
  Unfinished unfinished{temporary};
  write_all(file, bytes, path);
  if (!file.close()) fail_write(path, errno);
  if (::rename(temporary.c_str(), target.c_str()) != 0) fail_write(path, errno);
  unfinished.path.clear();
}

RedFileKind expect(const std::string& path, std::span<const std::byte> bytes, RedFileKind wanted) {
  const RedFileKind kind = recognise(bytes);
  if (kind == wanted || kind == RedFileKind::kUnknown) return kind;
  const auto called = [](RedFileKind k) {
    if (k == RedFileKind::kRig) return "a rig";
    return k == RedFileKind::kAnimGraph ? "an animation graph" : "a compiled spec";
  };
  fail(path, fmt::format("this is {}, but {} belongs here", called(kind), called(wanted)));
}

}  // namespace

void require(const Status& status, std::string_view file, ExitCode code) {
  if (!status.ok()) throw Failure(code, fmt::format("{}: {}", file, status.to_string()));
}

std::vector<std::byte> read_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) fail(path, reason(errno));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) fail(path, reason(errno));
  if (S_ISDIR(status.st_mode)) fail(path, reason(EISDIR));
  const std::string too_long = "longer than 256 MiB, the most that is read";
  if (S_ISREG(status.st_mode) && static_cast<std::size_t>(status.st_size) > kLongestFile) {
    fail(path, too_long);
  }
  // The size is only a hint: a pipe has none, and a file may still grow.
  std::vector<std::byte> bytes;
  std::size_t length = 0;
  while (true) {
    const std::size_t hint = static_cast<std::size_t>(status.st_size) + 1;
    if (length == bytes.size()) bytes.resize(std::max({hint, std::size_t{1} << 16, 2 * length}));
    const ssize_t count = ::read(file.number(), bytes.data() + length, bytes.size() - length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path, reason(errno));
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
    if (length > kLongestFile) fail(path, too_long);
  }
  if (length == 0) fail(path, "the file is empty");
  bytes.resize(length);
  return bytes;
}

RigFile read_rig_file(const std::string& path, Progress& progress) {
  progress.begin("reading " + path);
  const std::vector<std::byte> bytes = read_file(path);
  expect(path, bytes, RedFileKind::kRig);
  RigFile rig;
  require(read_rig(bytes, rig), path);
  return rig;
}

AnimGraphFile read_graph_file(const std::string& path, Progress& progress) {
  progress.begin("reading " + path);
  const std::vector<std::byte> bytes = read_file(path);
  expect(path, bytes, RedFileKind::kAnimGraph);
  AnimGraphFile graph;
  require(read_anim_graph(bytes, graph), path);
  return graph;
}

void check_output(const std::string& path, std::span<const std::string> inputs) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  if (!parent.empty() && !status_of(parent.string())) {
    fail(path, fmt::format("can't be written: there is no folder {}", parent.string()));
  }
  const std::optional<struct stat> output = status_of(path);
  if (!output) return;
  if (S_ISDIR(output->st_mode)) fail_write(path, EISDIR);
  for (const std::string& input : inputs) {
    const std::optional<struct stat> read = status_of(input);
    if (read && read->st_dev == output->st_dev && read->st_ino == output->st_ino) {
      throw Failure(ExitCode::kUsage, fmt::format("{}: the output would replace an input", path));
    }
  }
}

void write_file(const std::string& path, std::span<const std::byte> bytes, Progress& progress) {
  progress.begin("writing " + path);
  const std::optional<struct stat> existing = status_of(path);
  if (!existing || S_ISREG(existing->st_mode)) return replace_file(path, bytes);
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.number() < 0) fail_write(path, errno);
  write_all(file, bytes, path);
}

void write_file(const std::string& path, std::string_view text, Progress& progress) {
  write_file(path, std::as_bytes(std::span(text)), progress);
}

}  // namespace tassel::cli
