// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/stream.h"

namespace sigverse::wire {

/// The default port of servers.
inline constexpr std::uint16_t kServerPort = 9000;

/// Connects over TCP to a host, given by name or address. Each of the host's addresses is tried for `timeout`, in the
/// order in which the system returns them. Returns nullopt if no server answers; `problem` is then a line for users:
/// "cannot connect to localhost:9000: Connection refused".
std::optional<Stream> connect(const std::string& host, std::uint16_t port, Stream::Timeout timeout,
                              std::string& problem);

struct Address {
  std::string host;
  std::uint16_t port = kServerPort;
};
/// Parses "host:port", "host", "[::1]:port" and "::1"; returns nullopt for any other text. `usual_port` is used if the
/// text contains no port.
std::optional<Address> read_address(std::string_view text, std::uint16_t usual_port = kServerPort);
/// Formats an address for users: "host:port", "[::1]:port".
std::string address_text(const Address& address);

}  // namespace sigverse::wire
