// JSON text to a document: what RFC 8259 allows is read, everything else has a sentence and a byte.

#include "formats/json/json_document.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tassel {
namespace {

using nlohmann::json;
using namespace std::string_view_literals;

json parsed(std::string_view text, const JsonLimits& limits = {}) {
  json document;
  const Status status = parse_json(text, document, limits);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return document;
}

Status refused(std::string_view text, const JsonLimits& limits = {}) {
  json document = "untouched";
  const Status status = parse_json(text, document, limits);
  EXPECT_EQ(status.code(), StatusCode::kUnreadable) << text.substr(0, 80);
  EXPECT_EQ(document, "untouched");
  return status;
}

std::string nested_arrays(int depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(JsonDocument, ReadsEveryKindOfValue) {
  const json document = parsed(R"({"a": [1, -2, 2.5e-1, true, null], "b": "x\u00e9\n"})");
  EXPECT_EQ(document["a"][1], -2);
  EXPECT_EQ(document["a"][2], 0.25);
  EXPECT_EQ(document["a"][3], true);
  EXPECT_TRUE(document["a"][4].is_null());
  EXPECT_EQ(document["b"], "x\xC3\xA9\n");
}

TEST(JsonDocument, SkipsAByteOrderMark) { EXPECT_EQ(parsed("\xEF\xBB\xBF[7]")[0], 7); }

TEST(JsonDocument, SaysWhereAFaultIs) {
  const Status status = refused("{\n  \"mass\": 1,\n  \"bone\" \"x\"\n}");
  EXPECT_EQ(status.place(), "byte 24");
  EXPECT_NE(status.what().find("line 3, column 10"), std::string::npos) << status.what();
  EXPECT_NE(status.what().find("':'"), std::string::npos) << status.what();
}

TEST(JsonDocument, PlacesAFaultAtTheFirstWrongByte) {
  EXPECT_EQ(refused("[1, 2,]").place(), "byte 6");
  EXPECT_EQ(refused("[1] x").place(), "byte 4");
  EXPECT_EQ(refused("[trux]").place(), "byte 4");
  EXPECT_EQ(refused("\xEF\xBB\xBF[1,,2]").place(), "byte 6");  // The mark's three bytes count.
  EXPECT_EQ(refused("[NaN]").place(), "byte 1");
  EXPECT_EQ(refused("// a comment\n1").place(), "byte 0");
  EXPECT_EQ(refused("[01]").place(), "byte 2");
}

TEST(JsonDocument, RefusesEveryTruncation) {
  const std::string whole = R"({"name": "tip", "at": [0.5, -1e3], "free": true, "link": null})";
  for (std::size_t length = 1; length < whole.size(); ++length) {
    const Status status = refused(whole.substr(0, length));
    EXPECT_EQ(status.place(), "byte " + std::to_string(length));
  }
}

TEST(JsonDocument, AnEmptyInputHasASentence) {
  EXPECT_NE(refused("").what().find("empty"), std::string::npos);
  EXPECT_NE(refused(" \r\n\t").what().find("empty"), std::string::npos);
  EXPECT_NE(refused("\xEF\xBB\xBF").what().find("empty"), std::string::npos);
}

TEST(JsonDocument, RefusesAKeyThatStandsTwiceInOneObject) {
  const Status status = refused(R"({"a": {"mass": 1, "m\"x": 2, "mass": 3}})");
  EXPECT_EQ(status.place(), "byte 29");
  EXPECT_NE(status.what().find("twice"), std::string::npos);
  // A key's escapes don't hide it, nor do a quote and backslashes inside it.
  EXPECT_EQ(refused(R"({"mass": 1, "m\u0061ss": 2})").place(), "byte 12");
  EXPECT_EQ(refused(R"({"\\\"": 1, "\\\"": 2})").place(), "byte 12");
}

TEST(JsonDocument, TheSameKeyInTwoObjectsIsFine) {
  EXPECT_EQ(parsed(R"([{"a": 1}, {"a": 2, "b": {"a": 3}}])")[1]["b"]["a"], 3);
}

TEST(JsonDocument, RefusesANumberThatOverflows) {
  const Status status = refused("[1, -1e999]");
  EXPECT_EQ(status.place(), "byte 4");
  EXPECT_NE(status.what().find("too large"), std::string::npos);
}

TEST(JsonDocument, RefusesInvalidUtf8) {
  const Status status = refused("[\"ab\xFF\"]");
  EXPECT_EQ(status.place(), "byte 4");
  EXPECT_NE(status.what().find("UTF-8"), std::string::npos);
  EXPECT_EQ(refused("[\"\xED\xA0\x80\"]").place(), "byte 3");  // A lone surrogate, encoded.
  EXPECT_EQ(refused("[\"\xC0\xAF\"]").place(), "byte 2");      // An overlong slash.
}

TEST(JsonDocument, RefusesZeroBytes) {
  EXPECT_EQ(refused("[1]\0"sv).place(), "byte 3");
  EXPECT_EQ(refused("[1]\0 anything goes here"sv).place(), "byte 3");
}

TEST(JsonDocument, RefusesARawLineBreakInAString) {
  EXPECT_EQ(refused("[\"a\nb\"]").place(), "byte 3");
}

TEST(JsonDocument, ReadsNestingUpToTheLimit) {
  EXPECT_TRUE(parsed(nested_arrays(5'000)).is_array());
  EXPECT_TRUE(parsed(nested_arrays(10'000)).is_array());
}

TEST(JsonDocument, RefusesNestingPastTheLimit) {
  EXPECT_EQ(refused(nested_arrays(10'001)).place(), "byte 10000");
  // Without its closing brackets too, and far past any stack.
  EXPECT_EQ(refused(std::string(10'000'000, '[')).place(), "byte 10000");
  EXPECT_EQ(refused(R"([{"a": [0]}])", {.max_depth = 2}).place(), "byte 7");
}

TEST(JsonDocument, RefusesTooManyValues) {
  EXPECT_EQ(parsed("[1, 2, 3]", {.max_values = 4}).size(), 3u);
  EXPECT_EQ(refused("[1, 2, 3]", {.max_values = 3}).code(), StatusCode::kUnreadable);
  EXPECT_EQ(refused(R"({"a": 1})", {.max_values = 2}).code(), StatusCode::kUnreadable);
}

TEST(JsonDocument, RefusesTooManyBytes) {
  EXPECT_EQ(parsed("[1]", {.max_bytes = 3})[0], 1);
  EXPECT_NE(refused("[10]", {.max_bytes = 3}).what().find("3 bytes"), std::string::npos);
}

TEST(JsonDocument, ASentenceNeverRepeatsTheInput) {
  // A sentence goes to a terminal: a hostile string's bytes must not.
  const Status status = refused("[\"\x1B[31m" + std::string(5'000, 'x') + "\xFF");
  EXPECT_LT(status.what().size(), 120u);
  EXPECT_EQ(status.what().find('\x1B'), std::string::npos);
}

}  // namespace
}  // namespace tassel
