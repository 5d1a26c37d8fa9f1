#include "terminal.h"

#include <gtest/gtest.h>

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
