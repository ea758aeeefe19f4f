// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rctp {

/// Why a WebSocket is closed (RFC 6455, 7.4.1).
constexpr std::uint16_t kDone = 1000, kGoingAway = 1001, kProtocolError = 1002, kCannotBeAccepted = 1003;

}  // namespace rctp
