// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>

#include "monitor-lite/client/frame_clock.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// Finds the player who has the ball, from frame to frame. The stream reports in each frame who touched it last.
///
/// A touch from before the ball was placed (kick-off, trainer) no longer counts.
class TouchFinder {
 public:
  struct Person {
    Side side = Side::none;
    int number = 0;
    bool operator==(const Person&) const = default;
  };

  /// Adds the next frame.
  void add(const Game& game, const Snapshot& snapshot);

  /// The last player to touch the ball since it was placed, and the one before him.
  const std::optional<Person>& toucher() const { return toucher_; }
  const std::optional<Person>& previous() const { return previous_; }
  /// Whether the last frame shows another toucher than the previous one.
  bool is_new() const { return new_; }
  /// Whether the ball was placed between the two.
  bool was_put() const { return put_; }
  /// The last player near the ball, whether he touched it or not.
  const std::optional<Person>& nearest() const { return nearest_; }
  /// Whether he is near it in the last frame.
  bool is_near(const Person& person) const { return near_ == person; }
  /// Whether the stream has ever named a toucher. Those of old servers never do.
  bool names_touchers() const { return names_touchers_; }
  /// The motion of the ball before the last frame: its place in the previous frame, and its velocity along the ground
  /// up to there, m/s; nothing if it was placed since.
  struct Motion {
    Point at, velocity;
  };
  std::optional<Motion> motion_before() const;
  /// The clock that measures the interval of the frames.
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
  std::optional<Person> outdated_;  ///< whom the stream still names although the ball was placed since
  std::optional<Person> nearest_, near_;
  bool names_touchers_ = false, new_ = false, put_ = false;
  double moment_ = 0.0;
  std::deque<Place> places_;  ///< since it was placed, oldest first
};

}  // namespace monitor
