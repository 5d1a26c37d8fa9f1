#include "progress.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <thread>

#include "cli/run_tool.h"
#include "test_files.h"

namespace tassel {
namespace {

using std::chrono::milliseconds;

const std::string kWipe = "\r\x1b[K";

/// A terminal that a test looks at from behind.
class FakeTerminal {
 public:
  FakeTerminal() {
    ::setenv("TERM", "xterm", 1);
    int front = -1;
    if (::openpty(&back_, &front, nullptr, nullptr, nullptr) == 0) stream_ = ::fdopen(front, "w");
  }
  ~FakeTerminal() {
    if (stream_ != nullptr) std::fclose(stream_);
    if (back_ >= 0) ::close(back_);
  }
  FakeTerminal(const FakeTerminal&) = delete;
  FakeTerminal& operator=(const FakeTerminal&) = delete;

  [[nodiscard]] std::FILE* stream() const { return stream_; }

  /// Everything shown up to the moment at which `part` is there, or for half a minute.
  [[nodiscard]] std::string shown_until(const std::string& part) {
    std::string shown;
    std::array<char, 4096> buffer{};
    pollfd wait{back_, POLLIN, 0};
    while (shown.find(part) == std::string::npos && ::poll(&wait, 1, 30'000) > 0) {
      const ssize_t count = ::read(back_, buffer.data(), buffer.size());
      if (count <= 0) break;
      shown.append(buffer.data(), static_cast<size_t>(count));
    }
    return shown;
  }

 private:
  int back_ = -1;
  std::FILE* stream_ = nullptr;
};

TEST(Progress, ShowsWhatIsDoneAndHowFarItIs) {
  FakeTerminal fake;
  ASSERT_NE(fake.stream(), nullptr);
  const cli::Terminal terminal(fake.stream());
  cli::Progress progress(terminal);
  progress.begin("simulating");
  progress.update(0.5);
  const std::string shown = fake.shown_until("simulating");
  EXPECT_NE(shown.find("[###############...............]  50 % simulating"), std::string::npos)
      << shown;
}

TEST(Progress, MovesWhereItCanNotKnowHowFarItIs) {
  FakeTerminal fake;
  ASSERT_NE(fake.stream(), nullptr);
  const cli::Terminal terminal(fake.stream());
  cli::Progress progress(terminal);
  progress.begin("reading a\x1b[2Jb");
  EXPECT_NE(fake.shown_until("[######........................]").find("reading a?[2Jb"),
            std::string::npos);
  EXPECT_NE(fake.shown_until("[.######.......................]").find("reading"),
            std::string::npos);
  progress.update(0.1);
  EXPECT_NE(fake.shown_until("10 %").find("10 %"), std::string::npos);
  progress.begin("writing");
  const std::string next = fake.shown_until("writing");
  EXPECT_NE(next.find("]       writing"), std::string::npos) << next;
}

TEST(Progress, IsWipedAtTheEnd) {
  FakeTerminal fake;
  ASSERT_NE(fake.stream(), nullptr);
  const cli::Terminal terminal(fake.stream());
  {
    cli::Progress progress(terminal);
    progress.begin("reading");
    EXPECT_NE(fake.shown_until("reading"), "");
  }
  terminal.print("done");
  const std::string shown = fake.shown_until("done");
  EXPECT_EQ(shown.substr(shown.rfind(kWipe)), kWipe + "done");
}

/// A named pipe whose other end holds a run up for two seconds from the moment that it gets there.
class SlowPipe {
 public:
  explicit SlowPipe(const std::string& path) : path_(path) {
    if (::mkfifo(path.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
  }
  ~SlowPipe() {
    // Where no run came to read, the feeding end would wait for ever.
    const int reader = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK);
    other_end_.join();
    ::close(reader);
  }
  SlowPipe(const SlowPipe&) = delete;
  SlowPipe& operator=(const SlowPipe&) = delete;

  /// Text that a pipe can hold: 64 KiB at most.
  void feed(const std::string& text) {
    other_end_ = std::thread([this, text] {
      std::ofstream stream(path_, std::ios::binary);
      std::this_thread::sleep_for(milliseconds(2000));
      stream << text;
    });
  }
  void drain() {
    other_end_ = std::thread([this] {
      std::ifstream stream(path_, std::ios::binary);
      std::this_thread::sleep_for(milliseconds(2000));
      stream.ignore(std::numeric_limits<std::streamsize>::max());
    });
  }

 private:
  std::string path_;
  std::thread other_end_;
};

/// The words of a command line in which "PIPE" and "OUT" are files of the folder.
struct SlowRun {
  const char* name;
  std::string fed;  ///< What comes out of the pipe.
  std::vector<std::string> words;
};

std::ostream& operator<<(std::ostream& out, const SlowRun& run) { return out << run.name; }

std::vector<std::string> in_folder(std::vector<std::string> words, const TemporaryFolder& folder) {
  for (std::string& word : words) {
    if (word == "PIPE" || word == "OUT") word = folder / word;
  }
  return words;
}

class EveryCommand : public testing::TestWithParam<SlowRun> {};

TEST_P(EveryCommand, SaysOnATerminalWhatItWaitsForAndWipesItBeforeItsResult) {
  TemporaryFolder folder;
  SlowPipe pipe(folder / "PIPE");
  pipe.feed(GetParam().fed);
  const ToolRun run = run_tool_on_terminal(in_folder(GetParam().words, folder), {});
  EXPECT_NE(run.output.find("] "), std::string::npos);
  EXPECT_NE(run.output.find("reading " + (folder / "PIPE")), std::string::npos) << run.output;
  const std::string result = run.output.substr(run.output.rfind(kWipe) + kWipe.size());
  EXPECT_NE(result, "");
  EXPECT_EQ(result.find("reading"), std::string::npos) << result;
}

TEST_P(EveryCommand, ShowsNoProgressInAPipe) {
  TemporaryFolder folder;
  SlowPipe pipe(folder / "PIPE");
  pipe.feed(GetParam().fed);
  const ToolRun run = run_tool(in_folder(GetParam().words, folder));
  EXPECT_EQ((run.output + run.errors).find_first_of("\r\x1b"), std::string::npos);
  EXPECT_EQ((run.output + run.errors).find("reading"), std::string::npos);
}

const std::string kNoCase = R"({"spec": {}})";

INSTANTIATE_TEST_SUITE_P(
    Progress, EveryCommand,
    testing::Values(SlowRun{"Inspect", read_text(kEarringRig), {"inspect", "PIPE"}},
                    SlowRun{"Compile", read_text(kEarringRig), {"compile", "PIPE", "-o", "OUT"}},
                    SlowRun{"Trace", kNoCase, {"trace", "PIPE", "-o", "OUT"}},
                    SlowRun{"Bake",
                            read_text(kEarringRig),
                            {"bake", "PIPE", kEarringGraph, "--motion", "nod", "-o", "OUT"}},
                    SlowRun{"Bench", read_text(kEarringRig), {"bench", "PIPE", kEarringGraph}}),
    [](const auto& test) { return test.param.name; });

// The baked hairstyle is longer than what a pipe holds, 64 KiB.
TEST(Progress, SaysOnATerminalWhatIsWritten) {
  TemporaryFolder folder;
  SlowPipe pipe(folder / "hair.glb");
  pipe.drain();
  const ToolRun run = run_tool_on_terminal(
      {"bake", kHairRig, kHairGraph, "--motion", "nod", "-o", folder / "hair.glb"}, {});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.output.find("writing " + (folder / "hair.glb")), std::string::npos) << run.output;
}

TEST(Progress, IsNotForFiles) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  const cli::Terminal terminal(file);
  {
    cli::Progress progress(terminal);
    progress.begin("reading");
    std::this_thread::sleep_for(milliseconds(1500));
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

TEST(Progress, IsNotForATerminalThatKnowsNoEscapeSequences) {
  TemporaryFolder folder;
  SlowPipe pipe(folder / "rig");
  pipe.feed(read_text(kEarringRig));
  const ToolRun run = run_tool_on_terminal({"inspect", folder / "rig"}, {"TERM=dumb"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace tassel
