// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "monitor-lite/client/events.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The pictures of one match for a director, with random access. Places are seconds that advance steadily while game
/// time may stand still.
class Footage {
 public:
  /// An event, at the place where it first shows.
  struct Moment {
    double place;
    Event event;
  };
  virtual ~Footage() = default;

  virtual const Game& game() const = 0;
  /// The range of places; the end of a live match advances.
  virtual double begin() const = 0;
  virtual double end() const = 0;
  /// Whether nothing more will come.
  virtual bool is_complete() const = 0;
  /// The match at a place, interpolated between two frames; places are clamped to the range.
  virtual Snapshot at(double place) = 0;
  /// Fills in the trail of the ball in `shown`, the match at `place`; it does not depend on how that place was reached.
  virtual void add_trail(double place, Snapshot& shown) = 0;
  /// In order; later ones are only appended.
  virtual const std::vector<Moment>& moments() const = 0;
  /// The speed for pictures at `place`, times real time: a live broadcast that is late catches up.
  virtual double pace(double place) const = 0;
  /// No place before `place` will be requested any more.
  virtual void forget_before(double place) = 0;
};

}  // namespace monitor
