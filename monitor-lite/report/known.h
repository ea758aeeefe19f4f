// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

namespace monitor {

/// A figure for users; an unknown one, because frames are too far apart (`Report::is_dense`), is a dash.
template <typename Value>
std::string known(bool is_known, fmt::format_string<const Value&> form, const Value& value) {
  return is_known ? fmt::format(form, value) : "–";
}

}  // namespace monitor
