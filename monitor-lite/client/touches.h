// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>

#include "monitor-lite/client/frame_clock.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// Finds the player of the ball, from frame to frame. The stream says who touched it last, in each frame.
///
/// A touch from before the ball was put somewhere (kick-off, trainer) counts no longer.
class TouchFinder {
 public:
  struct Person {
    Side side = Side::none;
    int number = 0;
    bool operator==(const Person&) const = default;
  };

  /// The next frame.
  void add(const Game& game, const Snapshot& snapshot);

  /// The player who touched the ball last since it was put somewhere, and the one before him.
  const std::optional<Person>& toucher() const { return toucher_; }
  const std::optional<Person>& previous() const { return previous_; }
  /// Whether the frame added last shows another toucher than the one before it.
  bool is_new() const { return new_; }
  /// Whether the ball was put somewhere between the two.
  bool was_put() const { return put_; }
  /// The player who was near the ball last, whether he touched it or not.
  const std::optional<Person>& nearest() const { return nearest_; }
  /// Whether he is near it in the frame added last.
  bool is_near(const Person& person) const { return near_ == person; }
  /// Whether the stream has ever named a toucher. Those of old servers never do.
  bool names_touchers() const { return names_touchers_; }
  /// How the ball moved before the frame added last: where it was in the one before that, and its velocity along the
  /// ground up to there, m/s; none if it was put somewhere since.
  struct Motion {
    Point at, velocity;
  };
  std::optional<Motion> motion_before() const;
  /// How far apart the frames are.
  const FrameClock& clock() const { return clock_; }

 private:
  struct Place {
    double moment;  ///< s since the first frame, of the bodies
    Point ball;
  };
  bool finds_put(const Game& game, const Snapshot& now) const;
  void follow(const Snapshot& now);

  FrameClock clock_;
  std::optional<Person> toucher_, previous_;
  std::optional<Person> outdated_;  ///< whom the stream still names although the ball was put elsewhere since
  std::optional<Person> nearest_, near_;
  bool names_touchers_ = false, new_ = false, put_ = false;
  double moment_ = 0.0;
  std::deque<Place> places_;  ///< since it was put somewhere, oldest first
};

}  // namespace monitor
