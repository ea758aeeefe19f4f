// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/client/blocking_client.h"
#include "gateways/sigverse/tools/service_list.h"

namespace sigverse::tools {

/// The connection of a tool to a server: the requests of `client::BlockingClient`, and those that only tools need. All
/// functions throw `client::LinkError`, whose text begins with the server's address.
class Link : public client::BlockingClient {
 public:
  /// Connects as a viewer with that name, under which others receive its messages.
  Link(const wire::Address& server, std::chrono::milliseconds timeout, std::string_view name);

  /// The names of objects, sorted; `kind` is as in `GetObjectNames`.
  std::vector<std::string> names(std::uint16_t kind);
  /// All services, in order of registration.
  std::vector<Service> services();
  /// Sends a text to the controller of an agent; returns when the server has accepted it.
  void message(std::string_view to, std::string_view text);

 private:
  /// Reads all packets of a reply that has several, and calls `take` with the data of each.
  template <typename Message, typename TakePart>
  void request_all(const std::string& request, const char* unreadable, TakePart take);
};

}  // namespace sigverse::tools
