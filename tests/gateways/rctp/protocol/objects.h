// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

#include "gateways/rctp/protocol/object.h"

namespace rctp_test {

/// Makes an object with that many parameters: p1, p2 …
inline rctp::Object object(const std::string& name, rctp::Object::Kind kind = rctp::Object::Kind::control_output,
                           std::size_t parameters = 0, rctp::Object::DataType type = rctp::Object::DataType::float32) {
  rctp::Object made;
  made.name = name;
  made.kind = kind;
  for (std::size_t i = 0; i < parameters; ++i) {
    made.parameters.emplace_back().name = fmt::format("p{}", i + 1);
    made.parameters.back().type = type;
  }
  return made;
}

}  // namespace rctp_test
