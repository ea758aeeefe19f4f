// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spark/http/message.h"

namespace spark::http {

/// A host with its port, in the form of addresses and the headers `Host` and `Origin`: "localhost:3300", "[::1]".
struct HostAndPort {
  std::string host;  ///< without brackets, in lower case
  std::optional<std::uint16_t> port;

  /// `nullopt` if it is neither a host nor a host with a port.
  static std::optional<HostAndPort> read(std::string_view text);
  /// Whether it is an IP address of either family, not a name.
  bool is_address() const;
};

/// Whether a peer's address ("127.0.0.1:4711", "[::1]:4711") is a loopback address of this machine.
bool is_loopback(std::string_view peer);
/// Whether a request comes from a program of this machine, or through a tunnel opened by one of its users. False if it
/// seems to have come through a proxy on this machine, whose peers may be anywhere: then `Host` or `Origin` names
/// another host than this machine's loopback, or there is one of the headers that proxies add.
bool is_from_here(std::string_view peer, const Request& request);
/// Whether a peer has the address to which it has connected, and that is not a loopback address: only programs of this
/// machine can. False if there seems to be a proxy in between: then `Host` is another address, or there is one of the
/// headers that proxies add.
///   peer, local: both ends of the connection, with ports ("192.0.2.2:4711")
bool is_from_same_address(std::string_view peer, std::string_view local, const Request& request);

/// Refuses foreign web pages that run in a user's browser, which can reach this machine's ports.
///
/// A page that was loaded from elsewhere is detected by its `Origin`, which browsers send with every WebSocket and with
/// every request that could have an effect. A page whose host name was redirected to this machine after it was loaded
/// has the right origin, but is detected by the name in `Host`, which is not one of this server's.
///
/// Other programs send any header they like, so this is no defence against them.
///
/// Behind a TLS proxy, pages have the proxy's origin. It is accepted if it is trusted: "https://HOST" or
/// "https://HOST:PORT", as sent by browsers.
class OriginRule {
 public:
  /// `machine_name`: this machine's name, accepted in addition to its addresses and "localhost". Throws
  /// `std::invalid_argument` for an invalid trusted origin.
  explicit OriginRule(std::string_view machine_name, const std::vector<std::string>& trusted = {});
  /// Uses the system's name.
  explicit OriginRule(const std::vector<std::string>& trusted = {});

  /// The answer to a request that is refused: 403, or 400 where HTTP/1.1 requires one `Host`.
  std::optional<Response> refusal(const Request& request) const;
  /// Whether messages of a page with this origin never cross a network in the clear: it was loaded from this machine's
  /// loopback, or from a trusted origin.
  bool is_private(std::string_view origin) const;

 private:
  bool is_ours(const HostAndPort& host) const;
  bool is_trusted(std::string_view origin) const;

  std::string machine_name_;
  std::vector<HostAndPort> trusted_;  ///< with their ports
};

}  // namespace spark::http
