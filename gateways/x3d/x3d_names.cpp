// SPDX-License-Identifier: Apache-2.0
#include "gateways/x3d/x3d_names.h"

#include <array>

namespace x3d {
namespace {

struct Renamed {
  std::string_view type, in_vrml, in_x3d;
};
constexpr std::array<Renamed, 3> kRenamed{
    {{"Switch", "choice", "children"}, {"LOD", "level", "children"}, {"Collision", "collide", "enabled"}}};

}  // namespace

std::string name_in_x3d(std::string_view type, std::string_view field) {
  for (const Renamed& one : kRenamed) {
    if (one.type != type) continue;
    // Also as the events set_NAME and NAME_changed.
    const std::size_t at = field.starts_with("set_") ? 4 : 0;
    const std::string_view behind =
        field.substr(at).starts_with(one.in_vrml) ? field.substr(at + one.in_vrml.size()) : std::string_view("?");
    if (behind.empty() || behind == "_changed")
      return std::string(field.substr(0, at)).append(one.in_x3d).append(behind);
  }
  return std::string(field);
}

}  // namespace x3d
