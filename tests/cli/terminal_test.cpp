#include "terminal.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "cli/run_tool.h"

namespace tassel {
namespace {

TEST(Colour, IsUsedOnATerminal) {
  const ToolRun run = run_tool_on_terminal({"inspect", kEarringRig}, {});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.output.find("\x1b["), std::string::npos);
}

// no-color.org: any value but an empty one turns colour off.
TEST(Colour, StaysOffWhereNoColorIsSet) {
  const ToolRun run = run_tool_on_terminal({"inspect", kEarringRig}, {"NO_COLOR=1"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output.find("\x1b["), std::string::npos);
}

TEST(Colour, StaysOffOnADumbTerminal) {
  const ToolRun run = run_tool_on_terminal({"inspect", "missing.rig"}, {"TERM=dumb"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(run.output.find("\x1b["), std::string::npos);
}

TEST(Colour, StaysOffInAPipe) {
  EXPECT_EQ(run_tool({"inspect", kEarringRig}).output.find('\x1b'), std::string::npos);
  EXPECT_EQ(run_tool({"inspect", "missing.rig"}).errors.find('\x1b'), std::string::npos);
}

/// A terminal that a test looks at from behind.
class FakeTerminal {
 public:
  FakeTerminal() {
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
  [[nodiscard]] std::string shown() const {
    pollfd wait{back_, POLLIN, 0};
    if (::poll(&wait, 1, 0) <= 0) return "";
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(back_, buffer.data(), buffer.size());
    return {buffer.data(), static_cast<size_t>(std::max<ssize_t>(count, 0))};
  }

 private:
  int back_ = -1;
  std::FILE* stream_ = nullptr;
};

TEST(ProgressBar, AppearsAfterASecondAndIsWiped) {
  FakeTerminal fake;
  ASSERT_NE(fake.stream(), nullptr);
  const cli::Terminal terminal(fake.stream());
  {
    cli::Progress progress(terminal, "baking");
    progress.update(0.25);
    EXPECT_EQ(fake.shown(), "");
    std::this_thread::sleep_for(std::chrono::milliseconds(1050));
    progress.update(0.5);
    const std::string bar = fake.shown();
    EXPECT_NE(bar.find("baking ["), std::string::npos) << bar;
    EXPECT_NE(bar.find("50 %"), std::string::npos) << bar;
  }
  EXPECT_EQ(fake.shown(), "\r\x1b[K");
}

TEST(ProgressBar, IsNotForFiles) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  const cli::Terminal terminal(file);
  {
    cli::Progress progress(terminal, "baking");
    std::this_thread::sleep_for(std::chrono::milliseconds(1050));
    progress.update(0.5);
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

TEST(PrintableText, KeepsLettersOfAnyLanguage) {
  EXPECT_EQ(cli::printable("Zopf-Gelenk äöü 髪"), "Zopf-Gelenk äöü 髪");
}

TEST(PrintableText, HasNoControlCharacters) {
  EXPECT_EQ(cli::printable("a\x1b[2Jb\nc\x7f"), "a?[2Jb?c?");
  EXPECT_EQ(cli::printable("\xc2\x9b"
                           "31m"),
            "?31m");  // U+009B starts an escape sequence too.
}

}  // namespace
}  // namespace tassel
