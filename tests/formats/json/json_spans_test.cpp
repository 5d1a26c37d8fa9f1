// Where values lie in a text, and the text with some of them changed.

#include "formats/json/json_spans.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tassel {
namespace {

using namespace std::string_view_literals;

std::string_view at(std::string_view text, const JsonSpan& span) {
  return text.substr(span.begin, span.end - span.begin);
}

std::vector<std::string_view> elements_of(std::string_view text) {
  const JsonSpans spans(text);
  std::vector<std::string_view> result;
  for (const JsonSpan& span : spans.elements(spans.root())) result.push_back(at(text, span));
  return result;
}

std::string_view member_of(std::string_view text, std::string_view key) {
  const JsonSpans spans(text);
  const auto member = spans.member(spans.root(), key);
  return member ? at(text, member->value) : "absent";
}

std::string with_items(std::string_view text, std::string_view items) {
  TextEdits edits(text);
  edits.append_to_array(JsonSpans(text).root(), items);
  return edits.apply();
}

std::string with_member(std::string_view text, std::string_view key, std::string_view value) {
  TextEdits edits(text);
  edits.add_member(JsonSpans(text).root(), key, value);
  return edits.apply();
}

std::string without_element(std::string_view text, std::size_t index) {
  const JsonSpans spans(text);
  return without(text, spans.elements(spans.root()), index);
}

TEST(JsonSpans, TheRootLeavesOutTheSpaceAndTheMarkAroundIt) {
  for (const std::string_view text : {"{}"sv, " \r\n\t{} \n"sv, "\xEF\xBB\xBF {}"sv}) {
    EXPECT_EQ(at(text, JsonSpans(text).root()), "{}");
  }
  EXPECT_EQ(at(" 12", JsonSpans(" 12").root()), "12");
  EXPECT_EQ(at("\"]\" ", JsonSpans("\"]\" ").root()), "\"]\"");
}

TEST(JsonSpans, ElementsOfEveryKindAreFoundWithoutTheSpaceAroundThem) {
  EXPECT_EQ(elements_of("[ 1 ,-2.5e-3,\ttrue\r\n, null ,\"a\", [2,[3]] , {\"b\":{}}\n]"),
            (std::vector<std::string_view>{"1", "-2.5e-3", "true", "null", "\"a\"", "[2,[3]]",
                                           "{\"b\":{}}"}));
  EXPECT_TRUE(elements_of("[]").empty());
  EXPECT_TRUE(elements_of("[ \r\n ]").empty());
}

TEST(JsonSpans, BracketsCommasAndQuotesInStringsAreText) {
  EXPECT_EQ(
      elements_of(R"(["]", "a\"],[", "\\", ["}\\\"{"], 1])"),
      (std::vector<std::string_view>{R"("]")", R"("a\"],[")", R"("\\")", R"(["}\\\"{"])", "1"}));
}

TEST(JsonSpans, MembersAreFoundByKeyOnTheirOwnLevel) {
  const std::string_view text = R"({"a": {"b": 1}, "c":"b", "b" : [2] , "d": 3})";
  EXPECT_EQ(member_of(text, "b"), "[2]");
  EXPECT_EQ(member_of(text, "a"), "{\"b\": 1}");
  EXPECT_EQ(member_of(text, "d"), "3");
  EXPECT_EQ(member_of(text, "e"), "absent");
  EXPECT_EQ(member_of("{ }", "e"), "absent");
}

TEST(JsonSpans, AKeysEscapesDontHideIt) {
  const std::string_view text = R"({"no\u0064e": 1, "nodes": 2, "x\"\\": 3, "\u00e9\/": 4})";
  EXPECT_EQ(member_of(text, "node"), "1");
  EXPECT_EQ(member_of(text, "nodes"), "2");
  EXPECT_EQ(member_of(text, "x\"\\"), "3");
  EXPECT_EQ(member_of(text, "\xC3\xA9/"), "4");
}

TEST(JsonSpans, WhatIsNoContainerHoldsNothing) {
  for (const std::string_view text : {"5"sv, "\"{[\""sv, "null"sv}) {
    const JsonSpans spans(text);
    EXPECT_TRUE(spans.members(spans.root()).empty());
    EXPECT_TRUE(spans.elements(spans.root()).empty());
  }
  EXPECT_TRUE(JsonSpans("[1]").members({0, 3}).empty());
  EXPECT_TRUE(JsonSpans("{\"a\": 1}").elements({0, 8}).empty());
}

TEST(JsonSpans, AStringIsToldWhateverOfItIsEscaped) {
  const std::string_view text = R"(["a/b", "a\/b", "a/b", "a\u002fb", 5, ["a/b"], "a/bc"])";
  const JsonSpans spans(text);
  std::vector<bool> same;
  for (const JsonSpan& element : spans.elements(spans.root())) {
    same.push_back(spans.is_string(element, "a/b"));
  }
  EXPECT_EQ(same, (std::vector<bool>{true, true, true, true, false, false, false}));
}

TEST(JsonSpans, AMembersKeyHasItsQuotes) {
  const std::string_view text = R"({ "a" : 1})";
  const std::vector<JsonMember> members = JsonSpans(text).members(JsonSpans(text).root());
  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(at(text, members[0].key), "\"a\"");
}

TEST(JsonSpans, WalksOverAnyDepth) {
  const std::string nested = std::string(10'000, '[') + std::string(10'000, ']');
  const std::string text = "[" + nested + ",1]";
  EXPECT_EQ(elements_of(text), (std::vector<std::string_view>{nested, "1"}));
}

TEST(TextEdits, ItemsComeBehindTheLastElementAndInFrontOfTheSpace) {
  EXPECT_EQ(with_items("[1]", "2,3"), "[1,2,3]");
  EXPECT_EQ(with_items("[\r\n  1,\r\n  {}\r\n]", "2"), "[\r\n  1,\r\n  {},2\r\n]");
  EXPECT_EQ(with_items("[\"a \"]", "2"), "[\"a \",2]");
}

TEST(TextEdits, AnEmptyArrayTakesItemsWithoutAComma) {
  EXPECT_EQ(with_items("[]", "2,3"), "[2,3]");
  EXPECT_EQ(with_items("[ \n]", "2"), "[2 \n]");
}

TEST(TextEdits, MembersComeBehindTheLastOne) {
  EXPECT_EQ(with_member("{}", "a", "[1]"), "{\"a\":[1]}");
  EXPECT_EQ(with_member("{\n}", "a", "[1]"), "{\"a\":[1]\n}");
  EXPECT_EQ(with_member("{\"b\": 0\t}  ", "a", "[1]"), "{\"b\": 0,\"a\":[1]\t}  ");
}

TEST(TextEdits, ChangesAreByThePlacesOfTheTextAsItWas) {
  const std::string_view text = "[100,[],2]";
  const std::vector<JsonSpan> spans = JsonSpans(text).elements(JsonSpans(text).root());
  TextEdits edits(text);
  edits.replace(spans[2], "33");
  edits.append_to_array(JsonSpans(text).root(), "4");
  edits.replace(spans[0], "1");
  edits.append_to_array(spans[1], "5");
  edits.append_to_array(JsonSpans(text).root(), "6");
  EXPECT_EQ(edits.apply(), "[1,[5],33,4,6]");
}

TEST(TextEdits, MembersAddedOneByOneStandInTheirOrder) {
  const std::string_view text = "{\"a\":1}";
  TextEdits edits(text);
  for (const char* key : {"b", "c", "d"}) edits.add_member(JsonSpans(text).root(), key, "[]");
  EXPECT_EQ(edits.apply(), "{\"a\":1,\"b\":[],\"c\":[],\"d\":[]}");
}

TEST(TextEdits, NoChangeLeavesTheText) { EXPECT_EQ(TextEdits(" [1] ").apply(), " [1] "); }

TEST(JsonSpansWithout, TakesOneCommaWithTheElement) {
  const std::string_view text = "[ 1, 2 ,3 ]";
  EXPECT_EQ(without_element(text, 0), "[ 2 ,3 ]");
  EXPECT_EQ(without_element(text, 1), "[ 1, 3 ]");
  EXPECT_EQ(without_element(text, 2), "[ 1, 2 ]");
  EXPECT_EQ(without_element("[ 1 ]", 0), "[  ]");
}

}  // namespace
}  // namespace tassel
