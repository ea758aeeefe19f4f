// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gateways/rtm/corba/peer_search.h"
#include "spark/core/late_mistakes.h"
#include "spark/core/log.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// Carries out requests of a script that concern components of other programs, which may start at any time: searches
/// for them every second, on a separate thread (PeerSearch). One that has not been found in time is a mistake of the
/// script; the search continues less often, because a match that is not strict continues. A request that fails although
/// all components exist (no such port, another type) is a mistake at once, and is not retried. Any thread.
class PeerWiring {
 public:
  struct Task {
    std::string place{};  ///< of the script line, "bench.rb:12"
    std::string call{};   ///< the call in the script: "connect('Sensor0.light', 'SeqIn0.Float')"
    /// Throws NoSuchComponent if a component is missing, and NotYet if it needs more time; any other exception is
    /// final.
    std::function<void()> carry_out{};
  };

  /// `timeout`: real time within which a component has to appear. All references outlive it.
  PeerWiring(std::chrono::nanoseconds timeout, spark::RealClock& clock, spark::Log& log, spark::LateMistakes& mistakes);
  ~PeerWiring();  ///< calls end
  PeerWiring(const PeerWiring&) = delete;
  PeerWiring& operator=(const PeerWiring&) = delete;

  void add(Task task);
  /// Whether each task is done or reported as a mistake.
  bool is_settled() const;
  /// Ends the thread, which may take as long as a remote call. Remaining tasks are mistakes.
  void end();

 private:
  struct Open {
    Task task;
    spark::RealClock::Time late;  ///< when the task becomes a mistake
    std::string problem = "the match has ended before it could be done";
    bool is_settled = false;  ///< done, or reported
  };

  PeerSearch::Attempt try_it(Open& open);
  void settle(Open& open);
  void report(Open& open);

  const std::chrono::nanoseconds timeout_;
  spark::RealClock& clock_;
  spark::Log& log_;
  spark::LateMistakes& mistakes_;
  mutable std::mutex mutex_;                 ///< of the list and of `is_settled`; the search's thread owns the rest
  std::vector<std::shared_ptr<Open>> open_;  ///< those that are not settled
  PeerSearch search_;
};

}  // namespace rtm
