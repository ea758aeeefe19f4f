// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/read_error.h"

#include <fmt/format.h>

namespace x3d {

std::string placed(std::string_view file, Place place, std::string_view what) {
  return fmt::format("{}:{}:{}: {}", file, place.line, place.column, what);
}

ReadError::ReadError(std::string_view file, Place place, const std::string& what)
    : std::runtime_error(placed(file, place, what)), place_(place), reason_(what) {}

void refuse(std::string_view file, Place place, std::string_view what) {
  throw ReadError(file, place, std::string(what));
}

}  // namespace x3d
