// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rctp {

/// What a request is about. An empty name has not been given.
struct Target {
  std::string robot;
  std::string object;

  friend bool operator==(const Target&, const Target&) = default;
};

/// Of ASSIGN: `head`, `/head`, `rover/head`, `/rover/head`, or an absolute address with such a path
/// ("rctp://host:3300/rover/head"). %XX is decoded in each name. Nothing if it cannot be read: no name, too many of
/// them, `%` without two hexadecimal digits, characters that are not printable.
std::optional<Target> assign_target(std::string_view text);

/// Of GO: nothing, `*`, `/`, or a robot as above.
std::optional<Target> go_target(std::string_view text);

}  // namespace rctp
