// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/looks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace monitor {
namespace {

struct NamedColor {
  const char* name;
  unsigned value;
};
constexpr NamedColor kColors[] = {
    {"black", 0x1c1c1c},  {"white", 0xf4f4f4},   {"gray", 0x8c8c8c}, {"red", 0xe0323c},
    {"orange", 0xffa614}, {"yellow", 0xffdc30},  {"lime", 0xa4e02a}, {"green", 0x18a858},
    {"teal", 0x149c9c},   {"cyan", 0x38d0e8},    {"blue", 0x409eff}, {"navy", 0x2848a8},
    {"purple", 0x9048d8}, {"magenta", 0xe048c8}, {"pink", 0xff90b8}, {"brown", 0x94602c},
};
constexpr std::size_t kMaxName = 64;  // letters, as in the protocol
/// A distance between colours with parts from 0 to 1; closer colours look alike from across a room.
constexpr float kAlike = 0.25F;

glm::vec4 color_of(unsigned value) {
  const auto part = [&](unsigned shift) { return static_cast<float>(value >> shift & 0xffU) / 255.0F; };
  return {part(16), part(8), part(0), 1};
}

}  // namespace

glm::vec4 read_color(const std::string& text) {
  std::vector<const char*> names;
  for (const auto& [name, value] : kColors) {
    if (text == name) return color_of(value);
    names.push_back(name);
  }
  const bool digits =
      text.size() == 7 && text[0] == '#' && text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  unsigned value = 0;
  if (!digits || std::sscanf(text.c_str(), "#%6x", &value) != 1)
    throw std::invalid_argument(fmt::format("a color like #3fa0ff, or one of {}", fmt::join(names, ", ")));
  return color_of(value);
}

void check_team_name(const std::string& name) {
  const bool printable = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (!printable || name.size() > kMaxName || name.find_first_not_of(' ') == std::string::npos)
    throw std::invalid_argument(fmt::format("1 to {} printable ASCII characters", kMaxName));
}

void color_teams(const Looks& looks, Palette& palette) {
  if (!looks.left_color.empty()) palette.left = read_color(looks.left_color);
  if (!looks.right_color.empty()) palette.right = read_color(looks.right_color);
  if (glm::distance(palette.left, palette.right) < kAlike)
    throw std::invalid_argument("a color distinct from that of the other team");
}

}  // namespace monitor
