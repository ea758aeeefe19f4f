// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "monitor-lite/client/client.h"
#include "monitor-lite/trainer/attempt.h"
#include "spark/core/real_clock.h"

namespace monitor {

/// Plays attempts at a set play over a connection to a server: places everything, lets the match run during the
/// attempt, and watches.
///
/// The match makes steps only while an attempt is played, some in advance, so that a slow trainer misses nothing and
/// the server waits for no one. Steps that were requested before an attempt ended early are still made, 1.5 s at most
/// at the usual interval of frames; they belong to no attempt. When the client disconnects, the match runs on. With a
/// server that has no `reset` (those of 2006, and worlds that refuse it) the clock continues instead, and attempts
/// cannot be reproduced.
class Trainer {
 public:
  /// Play, client and clock outlive it. The timeout is for each answer of the server.
  /// Real time: the clock of trainers without another one.
  Trainer(Client& client, const SetPlay& play, std::int64_t seed, std::chrono::milliseconds timeout,
          spark::RealClock& clock = spark::RealClock::system());

  /// Waits for the server and for all players in the play. Throws `std::runtime_error` with one line if they do not
  /// come, or if the server does not know a play mode.
  void prepare();
  /// Plays one attempt; `is_over`, if given, may end it before the play's own conditions do: with that outcome, unless
  /// that is empty. Throws `std::runtime_error` with one line if the server has ended or does not answer.
  using IsOver = std::function<std::string(const Snapshot& now, double seconds)>;
  Attempt play(int number, const IsOver& is_over = {});
  /// Returns false if the server started no new episode.
  bool repeats() const { return repeats_; }

 private:
  enum class Deadline { for_all, for_each_frame };
  bool all_are_there() const;
  void await(const std::function<bool()>& done, const Client::OnFrame& on_frame, Deadline deadline_for,
             const std::string& what);
  void place(const Beginning& beginning);
  void ask_for_steps(double seconds_left);

  Client& client_;
  const SetPlay& play_;
  const std::int64_t seed_;
  const std::chrono::milliseconds timeout_;
  spark::RealClock& clock_;
  bool repeats_ = true;
  std::uint64_t frames_ = 0;              ///< of the connection, at the last check
  int steps_ahead_;                       ///< maximum number requested in advance
  int steps_asked_ = 0, steps_made_ = 0;  ///< of the attempt
};

}  // namespace monitor
