// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "gateways/sigverse/server/session.h"

namespace sigverse::server {

/// One packet or raw request of a client while it is carried out: who asks, what goes back, and what was wrong. Its
/// reply, if its kind has one, is appended to `out`.
struct Request {
  Session& session;
  /// What this kind of request is called, for lines of the log: "SET_MASS", "set position".
  std::string_view name;
  std::string_view octets;  ///< all of a packet, or the body of a raw request, as it came
  /// Why it was refused, without the asker's name; empty if it was not.
  std::string problem{};
  /// Whether it made no sense. Clients that send too many of these are disconnected.
  bool is_malformed = false;

  std::string& out() { return session.out(); }

  /// Notes why it is refused.
  template <typename... Args>
  void refuse(fmt::format_string<Args...> format, Args&&... args) {
    problem = fmt::format(format, std::forward<Args>(args)...);
  }
  /// Notes why it makes no sense.
  template <typename... Args>
  void reject(fmt::format_string<Args...> format, Args&&... args) {
    refuse(format, std::forward<Args>(args)...);
    is_malformed = true;
  }
};

}  // namespace sigverse::server
