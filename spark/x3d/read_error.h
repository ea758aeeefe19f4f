// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "spark/x3d/node.h"

namespace x3d {

/// Thrown for a text that is not a document, and for unusable content. `what()` is one line: "arena.wrl:12:3: Sphere
/// has no field 'size'".
class ReadError : public std::runtime_error {
 public:
  ReadError(std::string_view file, Place place, const std::string& what);
  Place place() const { return place_; }
  /// The line without file and place.
  const std::string& reason() const { return reason_; }

 private:
  Place place_;
  std::string reason_;
};

/// Throws a `ReadError` with such a line.
[[noreturn]] void refuse(std::string_view file, Place place, std::string_view what);

/// Returns such a line.
std::string placed(std::string_view file, Place place, std::string_view what);

}  // namespace x3d
