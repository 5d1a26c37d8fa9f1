#pragma once
// Lays the operations of many lanes over one another.

#include <cstddef>
#include <vector>

#include "solvers/dyng/program.h"

namespace tassel::dyng {

/// One lane's operation: what it is, on which slots, and its constants without the mask.
struct LaneOperation {
  OperationKind kind{};
  std::uint16_t a = 0;
  std::uint16_t b = 0;
  std::vector<double> constants;

  [[nodiscard]] bool aligns_with(const LaneOperation& other) const {
    return kind == other.kind && a == other.a && b == other.b;
  }
};

/// A step of the common schedule: for each lane the index of its operation, or −1.
struct ScheduledStep {
  std::vector<int> operation_of_lane;
};

/// Merges the lanes' sequences into one that holds each lane's operations in that lane's order.
/// A step runs in every lane whose next operation aligns with it; the step is the one that most
/// lanes wait for, the first lane's among equals.
[[nodiscard]] std::vector<ScheduledStep> merge(
    const std::vector<std::vector<LaneOperation>>& lanes);

}  // namespace tassel::dyng
