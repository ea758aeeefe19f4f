// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "monitor-lite/broadcast/live_footage.h"
#include "monitor-lite/client/speech.h"
#include "monitor-lite/window/live_match.h"
#include "monitor-lite/window/playback.h"

namespace monitor {

/// A live match in which a user can go back while it continues. At the end of the received frames it is live again;
/// another match begins live. It goes back as far as `LiveFootage` retains frames: an hour and more in real time.
class LiveReplay final : public MatchSource, public Playback {
 public:
  /// Listens to the match, which outlives this.
  explicit LiveReplay(LiveMatch& live);

  void advance(double now) override;
  const Game& game() const override { return live_.game(); }
  const Snapshot& snapshot() const override { return is_live_ ? live_.snapshot() : shown_; }
  Status status() const override;
  bool has_changed() const override { return changed_; }
  std::vector<Event> take_events() override;
  std::vector<Event> goals() const override;

  bool is_live() const override { return is_live_; }
  /// At the end it switches to the live picture.
  void play(bool on) override;
  std::size_t frames() const override { return footage_.frames() > 0 ? footage_.frames() : 1; }
  double time() const override { return snapshot().time; }
  double time_of(std::size_t frame) const override { return footage_.frames() > 0 ? footage_.time_of(frame) : 0.0; }
  const std::vector<Mark>& marks() const override { return marks_; }
  bool next_mark() override { return seek_next_goal(kBeforeGoal / footage_.step()); }
  bool previous_mark() override { return seek_previous_goal(kBeforeGoal / footage_.step(), 1.5 / footage_.step()); }
  std::string_view mark_name() const override { return "goal"; }

 private:
  double place_after(double seconds) const override { return place() + seconds / footage_.step(); }
  void on_seek() override;
  void take(const Game& game, const Snapshot& now, const std::vector<Event>& events, bool is_new);
  void return_to_live();
  void show();

  LiveMatch& live_;
  LiveFootage footage_;
  bool is_live_ = true;
  bool changed_ = true;
  double now_ = 0.0;
  double played_ = 0.0;      ///< s that were watched, for words
  std::size_t dropped_ = 0;  ///< frames at the beginning that places no longer include
  std::vector<Mark> marks_;
  Speech speech_;
  Snapshot shown_;  ///< valid unless it is live
};

}  // namespace monitor
