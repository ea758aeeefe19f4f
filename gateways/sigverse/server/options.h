// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "gateways/sigverse/wire/connect.h"

namespace sigverse::server {

/// The settings of the gateway: those of the script variables (sig_variables.h), and those of the command line that
/// affect it.
struct SigOptions {
  enum class ForeignClients { timer, packets };

  std::string address = "127.0.0.1";
  std::uint16_t port = wire::kServerPort;  ///< 0: any free one
  bool auto_start = false;
  bool lock_step = true;  ///< the world waits for controllers with turns
  ForeignClients foreign_clients = ForeignClients::timer;
  bool own_objects_only = false;  ///< controllers may change only their own object and the objects it holds
  bool own_eyes = true;           ///< the server computes sight for agents if no service does
  bool ends_by_clock = false;     ///< `Spades.EndTime` is set, so the clock has to reach it in any case
  std::chrono::nanoseconds forward_timeout{std::chrono::seconds(2)};
  std::chrono::nanoseconds ping_timeout{std::chrono::milliseconds(500)};

  std::chrono::nanoseconds think_limit{std::chrono::seconds(10)};  ///< real time of a turn of a controller started here
  bool sync = false;  ///< the world waits for controllers that connect from outside, too
  std::chrono::nanoseconds sync_timeout{std::chrono::seconds(1)};  ///< maximum real time for a turn of such a client
};

}  // namespace sigverse::server
