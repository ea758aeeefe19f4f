// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace spark {

/// Thrown by a registered method that refuses its values, changes nothing, and has a better explanation than "out of
/// range". Its text follows "refused, ": "a ball joint has no stops". `try_method` turns it into a problem; the script
/// or scene file continues.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace spark
