// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rctp::camera {

/// The text messages of the server to the camera program.

/// Requests pictures of that robot's camera, possibly in another size or at another rate than before.
struct Watch {
  std::string robot;
  int width = 0, height = 0;  ///< pixels, at least 1
  double rate = 0.0;          ///< pictures per second, above 0
};
struct Unwatch {
  std::string robot;
};
/// The world has to be loaded again.
struct LoadScene {};
/// The names of movers and cameras by their numbers; empty where one has been removed.
struct Names {
  std::vector<std::string> names;
};
/// A message that this version does not know.
struct UnknownOrder {};
using Order = std::variant<UnknownOrder, Watch, Unwatch, LoadScene, Names>;

/// Reads "watch NAME WIDTH HEIGHT RATE", "unwatch NAME", "scene", or JSON with "names". Never throws.
Order read_order(std::string_view message);

}  // namespace rctp::camera
