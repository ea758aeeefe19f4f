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

/// Carries out what a script asks of components of other programs, which come when they like: looks for them every
/// second, on a thread of its own (PeerSearch). One that has not come in time is a mistake of the script; it is looked
/// for all the same, less often, for a match that is not strict continues. What cannot be done although all components
/// are there (no such port, another type) is a mistake at once, and not tried again. Any thread.
class PeerWiring {
 public:
  struct Task {
    std::string place{};  ///< of the script's line, "bench.rb:12"
    std::string call{};   ///< as the script says it: "connect('Sensor0.light', 'SeqIn0.Float')"
    /// Throws NoSuchComponent where a component is missing, and NotYet where it takes its time; what else it throws is
    /// final.
    std::function<void()> carry_out{};
  };

  /// `timeout`: real time until a component has to be there. All that is handed in outlives this.
  PeerWiring(std::chrono::nanoseconds timeout, spark::RealClock& clock, spark::Log& log, spark::LateMistakes& mistakes);
  ~PeerWiring();  ///< as end
  PeerWiring(const PeerWiring&) = delete;
  PeerWiring& operator=(const PeerWiring&) = delete;

  void add(Task task);
  /// Whether each task is done or reported as a mistake.
  bool is_settled() const;
  /// Ends the thread, which may take as long as a call to others. Tasks that are left are mistakes.
  void end();

 private:
  struct Open {
    Task task;
    spark::RealClock::Time late;  ///< when it becomes a mistake
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
  mutable std::mutex mutex_;  ///< of the list and of `is_settled`; the rest of each belongs to the search's thread
  std::vector<std::shared_ptr<Open>> open_;  ///< those that are not settled
  PeerSearch search_;
};

}  // namespace rtm
