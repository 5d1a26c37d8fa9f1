#include "progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>

namespace tassel::cli {
namespace {

constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kInterval{100};
constexpr int kWidth = 30;
constexpr int kBlockWidth = 6;

std::string filled_bar(double share) {
  const int filled = static_cast<int>(std::lround(share * kWidth));
  return fmt::format("[{:#<{}}{:.<{}}] {:3.0f} %", "", filled, "", kWidth - filled, share * 100);
}

/// A block that goes to and fro, a column a drawing.
std::string moving_bar(int drawing) {
  constexpr int kWay = kWidth - kBlockWidth;
  const int before = kWay - std::abs(kWay - drawing % (2 * kWay));
  return fmt::format("[{:.<{}}{:#<{}}{:.<{}}]      ", "", before, "", kBlockWidth, "",
                     kWay - before);
}

constexpr std::string_view kWipe = "\r\x1b[K";

/// One line, whatever the terminal's width: without automatic wrapping its end is cut off.
std::string line(std::string_view bar, std::string_view what) {
  return fmt::format("{}\x1b[?7l{} {}\x1b[?7h", kWipe, bar, what);
}

}  // namespace

Progress::Progress(const Terminal& terminal) : terminal_(terminal) {
  if (!terminal.interactive()) return;
  thread_ = std::jthread([this](const std::stop_token& stop) { draw_until(stop); });
}

void Progress::begin(std::string_view what) {
  const std::lock_guard lock(mutex_);
  what_ = printable(what);
  share_.reset();
}

void Progress::update(double share) {
  const std::lock_guard lock(mutex_);
  share_ = std::clamp(share, 0.0, 1.0);
}

void Progress::draw_until(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto stops_within = [&](std::chrono::milliseconds time) {
    stopped_.wait_for(lock, stop, time, [] { return false; });
    return stop.stop_requested();
  };
  if (stops_within(kPatience)) return;
  int drawing = 0;
  do {
    terminal_.print(line(share_ ? filled_bar(*share_) : moving_bar(drawing++), what_));
  } while (!stops_within(kInterval));
  terminal_.print(kWipe);
}

}  // namespace tassel::cli
