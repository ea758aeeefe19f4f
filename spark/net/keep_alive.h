// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace spark::net {

/// How soon a silent host (switched off, cable unplugged) is detected: it is probed after `idle` of silence, then every
/// `interval`, `probes` times; and sent data must be acknowledged within `unacknowledged`. Without probes, the loss of
/// a peer that only listens would never be noticed.
struct KeepAlive {
  std::chrono::seconds idle{10};
  std::chrono::seconds interval{5};
  int probes = 4;
  std::chrono::milliseconds unacknowledged{30000};

  bool operator==(const KeepAlive&) const = default;
};

/// Has no effect where the system refuses.
void keep_alive(int socket, const KeepAlive& silence);

}  // namespace spark::net
