// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/stream.h"

namespace sigverse::wire {

/// The port of servers unless another one is given.
inline constexpr std::uint16_t kServerPort = 9000;

/// Connects over TCP to a host by its name or address. Each of the host's addresses is tried for that long, in the
/// order in which the system names them. None if no server answers; `problem` then is a whole line for people: "cannot
/// connect to localhost:9000: Connection refused".
std::optional<Stream> connect(const std::string& host, std::uint16_t port, Stream::Timeout timeout,
                              std::string& problem);

struct Address {
  std::string host;
  std::uint16_t port = kServerPort;
};
/// "host:port", "host", "[::1]:port" and "::1"; none if it is none of these. `usual_port`
/// is that of a host alone.
std::optional<Address> read_address(std::string_view text, std::uint16_t usual_port = kServerPort);
/// The same for people: "host:port", "[::1]:port".
std::string address_text(const Address& address);

}  // namespace sigverse::wire
