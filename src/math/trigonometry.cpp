#include "math/trigonometry.h"

namespace tassel {

namespace {

// π/2 in three parts. The first two hold 33 bits, so that their product with a quadrant count
// below 2^17 is exact and the subtraction loses nothing (Cody and Waite's reduction).
constexpr double kHalfPi1 = 0x1.921fb544p+0;
constexpr double kHalfPi2 = 0x1.0b4611a6p-34;
constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kQuadrantsPerRadian = 0x1.45f306dc9c883p-1;
constexpr double kLargestArgument = 1e5;

struct Reduced {
  int quadrant;  ///< 0 to 3.
  double angle;  ///< −π/4 to π/4.
};

Reduced reduce(double radians) {
  const double scaled = radians * kQuadrantsPerRadian;
  const int count = static_cast<int>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
  const double n = count;
  return {count & 3, ((radians - n * kHalfPi1) - n * kHalfPi2) - n * kHalfPi3};
}

// Taylor series, cut where the next term is below 2^-60 at π/4: (π/4)^19/19! = 8e-20 and
// (π/4)^18/18! = 2e-18.
double sine_series(double x) {
  const double x2 = x * x;
  double sum = 1.0 / 355687428096000;
  sum = sum * x2 - 1.0 / 1307674368000;
  sum = sum * x2 + 1.0 / 6227020800;
  sum = sum * x2 - 1.0 / 39916800;
  sum = sum * x2 + 1.0 / 362880;
  sum = sum * x2 - 1.0 / 5040;
  sum = sum * x2 + 1.0 / 120;
  sum = sum * x2 - 1.0 / 6;
  return x + x * (sum * x2);
}

double cosine_series(double x) {
  const double x2 = x * x;
  double sum = 1.0 / 20922789888000;
  sum = sum * x2 - 1.0 / 87178291200;
  sum = sum * x2 + 1.0 / 479001600;
  sum = sum * x2 - 1.0 / 3628800;
  sum = sum * x2 + 1.0 / 40320;
  sum = sum * x2 - 1.0 / 720;
  sum = sum * x2 + 1.0 / 24;
  return 1 - x2 * (0.5 - x2 * sum);
}

double at_quadrant(int quadrant, double angle) {
  switch (quadrant & 3) {
    case 0:
      return sine_series(angle);
    case 1:
      return cosine_series(angle);
    case 2:
      return -sine_series(angle);
    default:
      return -cosine_series(angle);
  }
}

bool in_range(double radians) {
  return radians >= -kLargestArgument && radians <= kLargestArgument;
}

}  // namespace

double sine(double radians) {
  if (!in_range(radians)) return 0;
  const Reduced r = reduce(radians);
  return at_quadrant(r.quadrant, r.angle);
}

double cosine(double radians) {
  if (!in_range(radians)) return 1;
  const Reduced r = reduce(radians);
  return at_quadrant(r.quadrant + 1, r.angle);
}

}  // namespace tassel
