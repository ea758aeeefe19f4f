// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spark/http/message.h"

namespace spark::http {

/// A host with its port, as addresses and the headers `Host` and `Origin` have them: "localhost:3300", "[::1]".
struct HostAndPort {
  std::string host;  ///< without brackets, in lower case
  std::optional<std::uint16_t> port;

  /// Nothing if it is none of both.
  static std::optional<HostAndPort> read(std::string_view text);
  /// An IP address of either family, not a name that stands for one.
  bool is_address() const;
};

/// Keeps out the web pages of others that run in a user's browser, which reaches this machine's own ports.
///
/// A page that was loaded from elsewhere gives itself away by its `Origin`, which browsers send with every WebSocket
/// and with every request that could do something. A page whose host's name was made to stand for this machine after it
/// was loaded has the right origin, but gives itself away by the name in `Host`, which is none of ours.
///
/// Other programs send what they like here, so this is no defence against them.
///
/// Behind a proxy that speaks TLS pages have the proxy's origin. It is one of ours if it is trusted: "https://HOST" or
/// "https://HOST:PORT", as browsers send it.
class OriginRule {
 public:
  /// `machine_name`: what this machine is called, besides its addresses and "localhost". What is no trusted origin
  /// throws `std::invalid_argument`.
  explicit OriginRule(std::string_view machine_name, const std::vector<std::string>& trusted = {});
  /// With the name that the system knows.
  explicit OriginRule(const std::vector<std::string>& trusted = {});

  /// What to answer in place of what was asked for: 403, or 400 where HTTP/1.1 demands one `Host`.
  std::optional<Response> refusal(const Request& request) const;
  /// Whether what a page of this origin says has come through nobody's network in the clear: it was loaded from this
  /// machine's own loopback, or from a trusted origin.
  bool is_private(std::string_view origin) const;

 private:
  bool is_ours(const HostAndPort& host) const;
  bool is_trusted(std::string_view origin) const;

  std::string machine_name_;
  std::vector<HostAndPort> trusted_;  ///< with their ports
};

}  // namespace spark::http
