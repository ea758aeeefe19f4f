// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/rctp/link/robot_link.h"
#include "gateways/rctp/negotiation/robot_claim.h"

namespace rctp {

/// One robot as the network thread knows it: who has it, and what it has told last.
struct RobotDesk {
  explicit RobotDesk(RobotLink& to) : link(to), claim(to.name()) {}

  /// Takes what the robot has told since.
  void look_at_link() {
    link.read(news);
    if (news.objects) claim.set_objects(news.objects);
    if (news.is_replayed) claim.set_replayed();
    claim.set_present(news.is_present);
  }

  /// What has been heard has been passed on.
  void forget_texts() {
    news.texts.clear();
    news.characters.clear();
  }

  RobotLink& link;
  RobotLink::News news;
  RobotClaim claim;
};

}  // namespace rctp
