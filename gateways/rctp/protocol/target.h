// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rctp {

/// The robot and object named in a request; an omitted name is empty.
struct Target {
  std::string robot;
  std::string object;

  friend bool operator==(const Target&, const Target&) = default;
};

/// Reads the target of ASSIGN: `head`, `/head`, `rover/head`, `/rover/head`, or an absolute address with such a path
/// ("rctp://host:3300/rover/head"). %XX is decoded in each name. Returns nothing if there are no names or too many, if
/// `%` lacks its two hexadecimal digits, or if a character is not printable.
std::optional<Target> assign_target(std::string_view text);

/// Reads the target of GO: nothing, `*`, `/`, or a robot in the same notation.
std::optional<Target> go_target(std::string_view text);

}  // namespace rctp
