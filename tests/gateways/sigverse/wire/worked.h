// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sigverse_test {

/// One of the worked examples of docs/systems/sigverse-protocol.md, which shows the octets below this label.
struct Worked {
  const char* label;
  /// Made from the values on the page.
  std::string written;
  /// Made from the values that reading the given octets yields; "refused" if they cannot be read.
  std::function<std::string(std::string_view)> written_again;
};

/// Requests of controllers, viewers and tools about the world, and replies to them.
std::vector<Worked> worked_requests();
/// Attaching, handlers, messages, turns.
std::vector<Worked> worked_handlers();
/// Bodies, joints, forces.
std::vector<Worked> worked_bodies();
/// Services and sight.
std::vector<Worked> worked_services();
/// Raw requests and raw messages.
std::vector<Worked> worked_raw();

}  // namespace sigverse_test
