// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/bad_states.h"

#include <algorithm>

namespace spark {

const char* BadStates::words(Why why) {
  return why == Why::not_finite ? "not finite" : why == Why::too_far ? "too far" : "too fast";
}

void BadStates::add(Why why, std::string_view path, Step now) {
  ++counts_[static_cast<std::size_t>(why)];
  auto found = std::ranges::find(named_, path, &Named::path);
  if (found == named_.end()) {
    if (named_.size() == kMaxNamed) return;
    found = named_.insert(found, {std::string(path), 0, now});
  }
  ++found->times;
}

}  // namespace spark
