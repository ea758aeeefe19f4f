// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "spark/net/loop.h"

namespace sigverse::server {

/// Rations the time that the server spends on sight for clients (`OwnEyes`) for which the world does not wait. An image
/// of distances takes milliseconds, and any client may request them without pause: together, these clients get a third
/// of real time. They are served in rounds: no client gets a second answer before every waiting client has got one.
///
/// A request that has to wait stays unread, and is repeated in the next pass over all clients. Runs on the simulation
/// thread.
class SightTime {
 public:
  using Duration = spark::net::Loop::Duration;

  /// The time that may be spent at once after a quiet period. A request is never interrupted, so a pass may exceed this
  /// by its last request.
  static constexpr Duration kAtOnce = std::chrono::milliseconds(2);
  /// Real time for everything else, per second spent on sight.
  static constexpr int kRest = 2;

  /// A source of successive requests: one connection.
  struct Asker {
    std::uint64_t round = 0;  ///< the round of its last answer
  };

  /// The loop outlives this object. It is woken when there is time for a waiting request.
  explicit SightTime(spark::net::Loop& loop) : loop_(loop), wake_(loop), rested_at_(loop.now()) {}

  /// Calls `see`, which answers one request. Returns false, without calling it, if the request has to wait.
  bool give(Asker& asker, const std::function<void()>& see);
  /// Called when the requests of every client have been read once.
  void end_pass();

 private:
  bool has_time();

  spark::net::Loop& loop_;
  spark::net::Timer wake_;
  std::uint64_t round_ = 1;
  Duration left_ = kAtOnce;           ///< negative after a request that took longer than the remaining time
  spark::RealClock::Time rested_at_;  ///< the time up to which rest has been credited
  bool lacks_time_ = false;           ///< in this pass a request had to wait for time
  bool has_waiting_ = false;          ///< in this pass a request had to wait for the next round
};

}  // namespace sigverse::server
