// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rtm {

/// One step of a name in a naming service: a context, or at the end the object itself.
struct NameStep {
  std::string id, kind;
  bool operator==(const NameStep&) const = default;
};
using NamePath = std::vector<NameStep>;

/// In CORBA's notation: "lab.host_cxt/Motor0.rtc". A `\` precedes each `/`, `.` and `\` that is part of a name.
std::string to_text(const NamePath& path);

/// Parses that notation. The last `.` of a step without `\` separates id and kind, so "pc1.lab.host_cxt" is accepted,
/// too. Nothing for an empty text, an empty step, or a `\` at the end.
std::optional<NamePath> read_name_path(std::string_view text);

}  // namespace rtm
