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

/// Whether a peer's address ("127.0.0.1:4711", "[::1]:4711") is one of this machine's own loopback.
bool is_loopback(std::string_view peer);
/// Whether a request comes from a program of this machine, or through a tunnel that one of its users has opened; not if
/// it seems to have come through a proxy on this machine, whose peers may be anywhere: then it names another host than
/// this machine's loopback in `Host` or `Origin`, or has one of the headers that proxies add.
bool is_from_here(std::string_view peer, const Request& request);
/// Whether a peer has the address at which it has connected, none of the loopback's: only programs of this machine can.
/// Not if a proxy seems to stand between: then `Host` is another address, or there is one of the headers that proxies
/// add.
///   peer, local: both ends of the connection, with ports ("192.0.2.2:4711")
bool is_from_same_address(std::string_view peer, std::string_view local, const Request& request);

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
  /// Whether what a page of this origin says has never crossed a network in the clear: it was loaded from this
  /// machine's own loopback, or from a trusted origin.
  bool is_private(std::string_view origin) const;

 private:
  bool is_ours(const HostAndPort& host) const;
  bool is_trusted(std::string_view origin) const;

  std::string machine_name_;
  std::vector<HostAndPort> trusted_;  ///< with their ports
};

}  // namespace spark::http
