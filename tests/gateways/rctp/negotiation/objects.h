// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "gateways/rctp/codec/object.h"

namespace rctp_test {

inline rctp::Object object(const std::string& name, rctp::Object::Kind kind = rctp::Object::Kind::control_output,
                           std::size_t parameters = 0) {
  rctp::Object made;
  made.name = name;
  made.kind = kind;
  made.parameters.resize(parameters);
  return made;
}

}  // namespace rctp_test
