// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/stream.h"

namespace sigverse::wire {

/// Where servers are unless somebody says otherwise.
inline constexpr std::uint16_t kServerPort = 9000;

/// Connects over TCP to a host by its name or address. Each of the host's addresses is tried for that long, in the
/// order in which the system names them. None if there is nobody; `problem` then is a whole line for people: "cannot
/// connect to localhost:9000: Connection refused".
std::optional<Stream> connect(const std::string& host, std::uint16_t port, Stream::Patience patience,
                              std::string& problem);

struct Address {
  std::string host;
  std::uint16_t port = kServerPort;
};
/// "host:port", "host" and "[::1]:port"; none if it is neither.
std::optional<Address> read_address(std::string_view text);

}  // namespace sigverse::wire
