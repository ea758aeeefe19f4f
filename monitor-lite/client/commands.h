// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// Trainer's commands as texts (behaviour 9), for `Client::command`. Several may be concatenated.

/// `none` chooses by lot.
std::string kick_off(Side side);
/// `mode` is one of `Game::play_modes`.
std::string play_mode(std::string_view mode);
std::string drop_ball();
// The next three are additions of rcssserver3D, for rules that 0.5.2 did not have (behaviour 7.12).
/// Starts a new shoot-out, with the first attempt for that side; `none` chooses by lot.
std::string shoot_out(Side first);
std::string change_sides();
/// Starts a later half, 2 to 4.
std::string begin_half(int half);
/// Starts another episode (docs/write/protocol.md): clock, score, players and ball as at the beginning, random numbers
/// from that seed, or from the match's.
std::string reset(std::optional<std::uint64_t> seed = std::nullopt);
// The next three are additions of rcssserver3D, which servers of 2006 do not support (docs/write/protocol.md, section
// 8.7).
/// Requests separate frames for this connection: every `interval`-th step, 1 to 1000, with velocities or without.
std::string subscribe(int interval, bool velocities);
/// Requests one frame with the full state, including velocities and batteries, at once, even while the clock is
/// stopped.
std::string full_state();
/// Sets the simulated seconds per real one; nothing: as fast as possible.
std::string set_speed(std::optional<double> speed);

std::string move_ball(std::optional<Point> position, std::optional<Point> velocity = std::nullopt);
std::string move_player(Side side, int number, std::optional<Point> position,
                        std::optional<Point> velocity = std::nullopt, std::optional<double> battery = std::nullopt);

}  // namespace monitor
