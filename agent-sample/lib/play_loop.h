// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "agent-sample/lib/acts.h"
#include "agent-sample/lib/connection.h"
#include "agent-sample/lib/drawing.h"
#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// How an agent enters the game.
struct Entry {
  std::string team_name = "sample";
  int number = 0;    ///< 0: the server chooses
  int think_ms = 0;  ///< minimum CPU time per sensation, ms, to simulate other teams
};

/// Decides on an answer: fills in the acts (and the drawing, if it is on) for the given world.
using Decide = std::function<void(const World&, Acts&, Drawing&)>;

/// Plays until the server ends the match or is gone, and prints a message if there is no server: enters the game, reads
/// every sensation, calls `decide` for the answer, and is woken in time for acts between two sensations.
void play(Connection& server, const Entry& entry, const Decide& decide, Drawing& drawing);

}  // namespace rcss3d::agent
