// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "gateways/sigverse/server/session.h"

namespace sigverse::server {

/// One packet or raw request of a client while it is carried out: the client, the reply and the error. If this kind of
/// request has a reply, it is appended to `out`.
struct Request {
  Session& session;
  /// The name of this kind of request, for log lines: "SET_MASS", "set position".
  std::string_view name;
  std::string_view octets;  ///< the whole packet, or the body of a raw request, as received
  /// Why the request was refused, without the client's name; empty if it was not.
  std::string problem{};
  /// Whether the request was invalid. Clients that send too many invalid ones are disconnected.
  bool is_malformed = false;

  std::string& out() { return session.out(); }

  /// Records why the request is refused.
  template <typename... Args>
  void refuse(fmt::format_string<Args...> format, Args&&... args) {
    problem = fmt::format(format, std::forward<Args>(args)...);
  }
  /// Records why the request is invalid.
  template <typename... Args>
  void reject(fmt::format_string<Args...> format, Args&&... args) {
    refuse(format, std::forward<Args>(args)...);
    is_malformed = true;
  }
};

}  // namespace sigverse::server
