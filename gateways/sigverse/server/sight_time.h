// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "spark/net/loop.h"

namespace sigverse::server {

/// Shares the time in which the server sees for clients (`OwnEyes`) among those that the world does not wait for. A
/// picture of distances takes milliseconds, and any client may ask for one after the other: all of them together get a
/// third of real time. They are served in rounds: no one gets a second answer before everyone who asks has got one.
///
/// A question whose time has not come stays unread, and is asked again in the next pass over all clients. Runs on the
/// simulation thread.
class SightTime {
 public:
  using Duration = spark::net::Loop::Duration;

  /// Seeing that may be done at once after a quiet time. One question is never interrupted, so a pass may take longer
  /// by the last one.
  static constexpr Duration kAtOnce = std::chrono::milliseconds(2);
  /// Real time for everything else, for each second of seeing.
  static constexpr int kRest = 2;

  /// A source of questions that come one after the other: a connection.
  struct Asker {
    std::uint64_t round = 0;  ///< in which its last question was answered
  };

  /// The loop outlives it. It is woken when there is time for a question that waits.
  explicit SightTime(spark::net::Loop& loop) : loop_(loop), wake_(loop), rested_at_(loop.now()) {}

  /// Calls `see`, which answers one question. False, and nothing done, if it has to wait.
  bool give(Asker& asker, const std::function<void()>& see);
  /// Called when every client has been asked for its questions once.
  void end_pass();

 private:
  bool has_time();

  spark::net::Loop& loop_;
  spark::net::Timer wake_;
  std::uint64_t round_ = 1;
  Duration left_ = kAtOnce;           ///< negative after a question that took longer than what was left
  spark::RealClock::Time rested_at_;  ///< up to which rest has been added to what is left
  bool lacks_time_ = false;           ///< in this pass a question has to wait for time, …
  bool has_waiting_ = false;          ///< … or for the next round
};

}  // namespace sigverse::server
