// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace spark {

/// Thrown by a registered method that refuses its values, changes nothing, and can say why in more words than "out of
/// range". What is thrown reads behind "refused, ": "a ball joint has no stops". `try_method` makes a problem of it;
/// the script or scene file goes on.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace spark
