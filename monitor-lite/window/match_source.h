// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "monitor-lite/client/events.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The state of a watched match.
struct Status {
  enum class Kind { running, paused, waiting, over };
  Kind kind = Kind::running;
  std::string text;        ///< for users, one line; empty if there is nothing to report
  bool is_of_game = true;  ///< false: of a world without a game, which has no full time
};

/// A match for display in a window, from any source: at any moment, not only at frames.
class MatchSource {
 public:
  virtual ~MatchSource() = default;

  /// `now`: seconds of a steady clock. Reads what has arrived and advances; never waits.
  virtual void advance(double now) = 0;
  /// As of the last `advance`. The references are valid until the next one.
  virtual const Game& game() const = 0;
  virtual const Snapshot& snapshot() const = 0;
  virtual Status status() const = 0;
  /// Whether `advance` has changed the picture.
  virtual bool has_changed() const = 0;
  /// The events since the last call.
  virtual std::vector<Event> take_events() = 0;
  /// The goals of this match so far that were seen, in order.
  virtual std::vector<Event> goals() const = 0;
};

/// Controls a match, as a trainer.
class MatchControl {
 public:
  virtual ~MatchControl() = default;
  // Returns false if there is no server.
  virtual bool command(const std::string& commands) = 0;
  virtual bool pause() = 0;
  virtual bool run() = 0;
  /// Advances by one frame, then pauses.
  virtual bool step() = 0;
  /// The number of commands that have not been carried out yet.
  virtual int unanswered() const = 0;
};

}  // namespace monitor
