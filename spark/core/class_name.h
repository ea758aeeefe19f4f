// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace spark {

/// "oxygen/Body" → "Body": the name of an object that the server names after its class.
inline std::string_view without_prefix(std::string_view class_name) {
  return class_name.substr(class_name.find_last_of("/\\") + 1);
}

}  // namespace spark
