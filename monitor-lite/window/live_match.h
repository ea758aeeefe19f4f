// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "monitor-lite/client/ball_trail.h"
#include "monitor-lite/client/client.h"
#include "monitor-lite/client/live_drawings.h"
#include "monitor-lite/client/speech.h"
#include "monitor-lite/client/words.h"
#include "monitor-lite/window/match_source.h"
#include "monitor-lite/window/smoother.h"

namespace monitor {

/// The present match of a server. Retries to connect, also for the next match when one is over; the last picture stays
/// until then.
class LiveMatch final : public MatchSource, public MatchControl {
 public:
  static constexpr int kUsualSteps = 15;
  /// `steps`: of the simulation per frame, for `step`. The secret is proven to each server, if there is one.
  LiveMatch(std::string host, std::uint16_t port, TeamNames names = {}, int steps = kUsualSteps,
            std::shared_ptr<const spark::Secret> secret = nullptr);

  /// Gets every new frame, in order, with the events up to it. `is_new` for the first frame of another match.
  using OnFrame = std::function<void(const Game&, const Snapshot&, const std::vector<Event>&, bool is_new)>;
  void listen(OnFrame on_frame) { on_frame_ = std::move(on_frame); }

  void advance(double now) override;
  const Game& game() const override { return game_; }
  const Snapshot& snapshot() const override { return shown_; }
  Status status() const override;
  bool has_changed() const override { return changed_; }
  std::vector<Event> take_events() override;
  std::vector<Event> goals() const override { return goals_of_match(goals_, shown_); }

  /// The drawings of trainers.
  DrawingSource& drawings() { return drawings_; }

  bool command(const std::string& commands) override;
  bool pause() override;
  bool run() override;
  bool step() override;
  int unanswered() const override { return unanswered_; }

 private:
  std::unique_ptr<Client> make_client();
  void take(const Snapshot& snapshot, double now);

  std::string host_;
  std::uint16_t port_;
  TeamNames names_;
  int steps_;
  std::shared_ptr<const spark::Secret> secret_;
  LiveDrawings drawings_;
  std::unique_ptr<Client> client_;
  Smoother smoother_;
  Speech speech_;
  BallTrail trail_;
  EventFinder finder_;
  std::vector<Event> events_;
  std::vector<Event> goals_;  ///< of this match
  Snapshot newest_;           ///< the last received one
  OnFrame on_frame_;
  Game game_;
  Snapshot shown_;
  double now_ = 0.0;
  double next_match_ = 0.0;  ///< when to look for it
  bool over_ = false;        ///< the server has reported the end, and no other match has begun
  bool new_connection_ = true;
  bool asked_to_pause_ = false;
  double asked_at_ = 0.0;  ///< the time of the request
  std::string problem_;
  double next_complaint_ = 0.0;
  bool was_moving_ = false;
  bool changed_ = false;
  int unanswered_ = 0;
};

}  // namespace monitor
