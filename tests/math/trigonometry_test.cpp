#include "math/trigonometry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tassel {
namespace {

// libm's long double functions are right to well below a double's last bit: the oracle.
void expect_close(double x) {
  const auto exact = static_cast<long double>(x);
  EXPECT_NEAR(sine(x), static_cast<double>(std::sin(exact)), 2.3e-16) << x;
  EXPECT_NEAR(cosine(x), static_cast<double>(std::cos(exact)), 2.3e-16) << x;
}

TEST(Trigonometry, AgreesWithLongDoubleOverItsRange) {
  for (int i = -200'000; i <= 200'000; ++i) expect_close(i * 0.000157);
  for (int i = -1000; i <= 1000; ++i) expect_close(i * 99.987654321);
  // Next to the zeros, where the reduction has to keep every bit of π.
  for (int i = -60'000; i <= 60'000; i += 7) expect_close(i * 1.5707963267948966);
}

TEST(Trigonometry, ExactWhereItMatters) {
  EXPECT_EQ(sine(0), 0);
  EXPECT_EQ(cosine(0), 1);
  EXPECT_EQ(sine(kPi / 2), 1);
  EXPECT_EQ(sine(-1.25), -sine(1.25));
  EXPECT_EQ(cosine(-1.25), cosine(1.25));
}

TEST(Trigonometry, OutOfRangeIsFinite) {
  for (const double x : {1.1e5, -1e300, std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(sine(x), 0);
    EXPECT_EQ(cosine(x), 1);
  }
}

}  // namespace
}  // namespace tassel
