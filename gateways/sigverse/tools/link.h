// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/client/questions.h"
#include "gateways/sigverse/tools/service_list.h"

namespace sigverse::tools {

/// A connection of a tool to a server: the questions of `client::Questions`, and those that only tools have. All of it
/// throws `client::LinkError`. Its words begin with the server's place.
class Link : public client::Questions {
 public:
  /// It begins as a viewer of that name, under which others receive its messages.
  Link(const wire::Address& server, std::chrono::milliseconds timeout, std::string_view name);

  /// Names of objects, sorted; of `kind` as in `GetObjectNames`.
  std::vector<std::string> names(std::uint16_t kind);
  /// All services, in the order in which they came.
  std::vector<Service> services();
  /// The text to the controller of an agent; returns when the server has taken it.
  void message(std::string_view to, std::string_view text);

 private:
  /// All packets of a reply that takes several; `take` is called for the data of each.
  template <typename Message, typename TakePart>
  void ask_all(const std::string& request, const char* unreadable, TakePart take);
};

}  // namespace sigverse::tools
