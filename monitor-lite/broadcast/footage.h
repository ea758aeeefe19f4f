// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "monitor-lite/client/events.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The pictures of one match that a director can put on the air, in any order. Places are seconds that go on evenly
/// while game time may stand still.
class Footage {
 public:
  /// Something that happened, where it shows first.
  struct Moment {
    double place;
    Event event;
  };
  virtual ~Footage() = default;

  virtual const Game& game() const = 0;
  /// The places that there are; the end of a live match moves on.
  virtual double begin() const = 0;
  virtual double end() const = 0;
  /// Whether nothing more will come.
  virtual bool is_complete() const = 0;
  /// The match at a place, between two frames evenly moved; places are bounded to those there are.
  virtual Snapshot at(double place) = 0;
  /// In order; more are only added at the end.
  virtual const std::vector<Moment>& moments() const = 0;
  /// How fast pictures at `place` are best shown, times real time: live, whoever is late hurries.
  virtual double pace(double place) const = 0;
  /// What is before `place` will not be asked for any more.
  virtual void forget_before(double place) = 0;
};

}  // namespace monitor
