// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#include "gateways/x3d/node.h"

namespace x3d {

/// A text that is no document. `what()` is one line for people, "arena.wrl:12:3: Sphere has no field 'size'".
class ReadError : public std::runtime_error {
 public:
  ReadError(const std::string& line, Place place) : std::runtime_error(line), place_(place) {}
  Place place() const { return place_; }

 private:
  Place place_;
};

/// Throws a `ReadError` in the form above.
[[noreturn]] void refuse(std::string_view file, Place place, std::string_view what);

}  // namespace x3d
