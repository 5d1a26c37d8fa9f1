#include "formats/vrm/notes.h"

namespace tassel {

namespace {

constexpr std::size_t kMostNotes = 1'000;

}  // namespace

void Notes::add(const std::string& pointer, std::string_view what) {
  if (++count_ > kMostNotes) return;
  notes_.push_back(pointer + ": " + std::string(what));
}

void Notes::finish() {
  if (count_ <= kMostNotes) return;
  notes_.push_back("/extensions: " + std::to_string(count_ - kMostNotes) +
                   " more notes like these were left out");
}

}  // namespace tassel
