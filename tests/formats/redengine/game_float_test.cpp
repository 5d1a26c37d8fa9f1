// The decimals that WolvenKit shows for the game's floats.

#include "formats/redengine/game_float.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace tassel::red {
namespace {

TEST(GameFloat, IsItsNineDigits) {
  EXPECT_EQ(decimal(0.1F), 0.100000001);
  EXPECT_EQ(decimal(0.4F), 0.400000006);
  EXPECT_EQ(decimal(9.81F), 9.81000042);
  EXPECT_EQ(decimal(-7.29078806e-07F), -7.29078806e-07);
  EXPECT_EQ(decimal(16'777'217.0F), 16'777'216);
  EXPECT_EQ(decimal(1), 1);
}

TEST(GameFloat, AgreesWithPrintfOnEverySize) {
  // Steps through all exponents with changing digits.
  for (float value = 1.4e-45F; value < 3e38F; value = value * 1.37F + 1.4e-45F) {
    char text[64];
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(value));
    EXPECT_EQ(decimal(value), std::strtod(text, nullptr)) << text;
    EXPECT_EQ(decimal(-value), -decimal(value));
    EXPECT_EQ(static_cast<float>(decimal(value)), value) << "nine digits read back";
  }
}

TEST(GameFloat, AClassDefaultIsAsTheTablesWriteIt) {
  EXPECT_EQ(decimal(0.01F, 0.01), 0.01);
  EXPECT_EQ(decimal(9.81F, 9.81), 9.81);
  EXPECT_EQ(decimal(9.81F, 0.01), 9.81000042);
}

TEST(GameFloat, KeepsTheSignOfZero) {
  EXPECT_TRUE(std::signbit(decimal(-0.0F)));
  EXPECT_TRUE(std::signbit(decimal(-0.0F, 0)));
  EXPECT_FALSE(std::signbit(decimal(0.0F, 0)));
}

TEST(GameFloat, LeavesNonFiniteOnesToBeReported) {
  EXPECT_TRUE(std::isnan(decimal(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_TRUE(std::isinf(decimal(-std::numeric_limits<float>::infinity())));
}

}  // namespace
}  // namespace tassel::red
