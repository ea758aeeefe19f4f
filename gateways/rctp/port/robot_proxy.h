// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/rctp/port/robot_link.h"
#include "gateways/rctp/protocol/robot_claim.h"

namespace rctp {

/// One robot on the network thread: its claim, and the last state that it has published.
struct RobotProxy {
  /// Borrows the link.
  explicit RobotProxy(RobotLink& to) : link(to), claim(to.name()) {}

  /// Reads what the robot has published since.
  void update() {
    link.read(state);
    if (state.objects) claim.set_objects(state.objects);
    if (state.is_replayed) claim.set_replayed();
    claim.set_present(state.is_present);
  }

  /// To be called when all sessions have seen the texts.
  void clear_texts() {
    state.texts.clear();
    state.characters.clear();
  }

  RobotLink& link;
  RobotLink::State state;
  RobotClaim claim;
};

}  // namespace rctp
