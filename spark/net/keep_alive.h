// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace spark::net {

/// After how long a host that says nothing any more (it is switched off, its cable is pulled) is noticed: it is asked
/// after `idle` of silence, then every `interval`, `probes` times; and what was sent to it has to be acknowledged
/// within `unacknowledged`. A peer that only listens sends nothing whose absence could be noticed.
struct KeepAlive {
  std::chrono::seconds idle{10};
  std::chrono::seconds interval{5};
  int probes = 4;
  std::chrono::milliseconds unacknowledged{30000};

  bool operator==(const KeepAlive&) const = default;
};

/// Where the system refuses, things go on without.
void keep_alive(int socket, const KeepAlive& silence);

}  // namespace spark::net
