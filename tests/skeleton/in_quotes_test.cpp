// A file's text is made fit for a sentence.

#include "skeleton/in_quotes.h"

#include <gtest/gtest.h>

#include <string>

namespace tassel {
namespace {

TEST(InQuotes, LeavesOrdinaryNamesAlone) {
  EXPECT_EQ(in_quotes("dyng_hair_01"), "'dyng_hair_01'");
  EXPECT_EQ(in_quotes("Stra\xC3\x9F"
                      "e"),
            "'Stra\xC3\x9F"
            "e'");
  EXPECT_EQ(in_quotes(""), "''");
}

TEST(InQuotes, ReplacesControlCharacters) {
  EXPECT_EQ(in_quotes("a\x1B[2Jb\n\x7F"),
            "'a?[2Jb?"
            "?'");
  EXPECT_EQ(in_quotes("a\xC2\x9B"
                      "2J"),
            "'a?2J'");                             // The one-character form of ESC [.
  EXPECT_EQ(in_quotes("\xC2\xA0"), "'\xC2\xA0'");  // A space that doesn't break: no control.
}

TEST(InQuotes, CutsLongTextBetweenCharacters) {
  EXPECT_EQ(in_quotes(std::string(96, 'x')), "'" + std::string(96, 'x') + "'");
  EXPECT_EQ(in_quotes(std::string(97, 'x')), "'" + std::string(96, 'x') + "...'");
  EXPECT_EQ(in_quotes(std::string(95, 'x') + "\xC3\x9F"), "'" + std::string(95, 'x') + "...'");
}

}  // namespace
}  // namespace tassel
