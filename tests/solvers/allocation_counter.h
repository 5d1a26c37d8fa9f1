#pragma once

namespace tassel {

/// Calls of operator new in this program so far.
[[nodiscard]] long allocation_count();

}  // namespace tassel
