// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rctp::camera {

/// What the server says to the camera program in a text message.

/// Pictures of that robot's camera are wanted, or in another size or rate than before.
struct Watch {
  std::string robot;
  int width = 0, height = 0;  ///< pixels, from 1 on
  double rate = 0.0;          ///< pictures per second, above 0
};
struct Unwatch {
  std::string robot;
};
/// The world has to be loaded again.
struct LoadScene {};
/// The names of movers and cameras by their numbers; empty where one has gone.
struct Names {
  std::vector<std::string> names;
};
/// Something that this version does not know.
struct UnknownOrder {};
using Order = std::variant<UnknownOrder, Watch, Unwatch, LoadScene, Names>;

/// Reads "watch NAME WIDTH HEIGHT RATE", "unwatch NAME", "scene", or JSON with "names". Never throws.
Order read_order(std::string_view message);

}  // namespace rctp::camera
