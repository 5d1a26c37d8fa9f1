#pragma once
// What a command is doing, shown on a terminal while it takes long.

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "terminal.h"

namespace tassel::cli {

/// A bar on an interactive terminal from a run's first second on, nothing elsewhere. A thread of
/// its own keeps it moving, so that a step that can't report is seen to be alive; it is wiped when
/// it goes out of scope, so let it go before anything is printed.
class Progress {
 public:
  explicit Progress(const Terminal& terminal);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What is done from now on. The bar is a moving block until `update` says how far that is.
  void begin(std::string_view what);
  void update(double share);  ///< 0 to 1.

 private:
  void draw_until(const std::stop_token& stop);

  const Terminal& terminal_;
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::string what_;
  std::optional<double> share_;
  std::jthread thread_;
};

}  // namespace tassel::cli
