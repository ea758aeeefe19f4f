// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sigverse::tools {

/// A service in a server's list.
struct Service {
  std::string name;
  std::uint32_t kinds = 0;  ///< `wire::service_kind`; 0: it only exchanges messages
  std::string host;         ///< empty for the server itself
  std::uint32_t port = 0;   ///< 0 if it has no port of its own for requests
  std::uint32_t uses = 0;
  bool is_alive = true;
};

/// One line per service, in columns: name, kinds, address, how often it was given out, whether it is alive.
std::string services_as_text(const std::vector<Service>& services);
/// A JSON array of objects.
std::string services_as_json(const std::vector<Service>& services);

}  // namespace sigverse::tools
