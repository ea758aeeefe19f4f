// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>

#include "spark/core/clock.h"
#include "spark/core/real_clock.h"

namespace spark {
class CommandQueue;
class Log;
class RunControl;
}  // namespace spark

namespace rtm {

/// Pauses, runs and steps the world for callers on other threads, which wait until it is done. The command queue passes
/// their requests to the simulation thread, where the run control that monitors and signals also use carries them out;
/// the simulation thread waits for none of them.
///
/// Steps of several callers are made one after the other. A caller waits no longer than the timeout; steps that have
/// not been made by then are dropped, and the world is paused.
class WorldRun {
 public:
  struct Parts {
    spark::CommandQueue& commands;
    spark::RunControl& control;
    const spark::Clock& clock;
    spark::RealClock& real_clock;
    spark::Log& log;  ///< logs when a caller pauses a running world or resumes it
  };
  enum class Answer : std::uint8_t {
    done,
    late,         ///< not within the timeout
    interrupted,  ///< the world was paused, or another episode began, before all steps were made
    ended,        ///< the simulation ends
    busy,         ///< too many callers wait
    too_many      ///< more steps than a run control accepts at once
  };

  /// The parts outlive it; `timeout` is real time. Made on the simulation thread.
  WorldRun(const Parts& parts, std::chrono::milliseconds timeout);
  ~WorldRun();  ///< calls `end`
  WorldRun(const WorldRun&) = delete;
  WorldRun& operator=(const WorldRun&) = delete;

  // Any thread:
  double time() const;       ///< simulated, since the start; s
  double time_step() const;  ///< s
  Answer pause();
  Answer run();
  /// Makes this many steps, after which the world is paused; a running world is paused before them.
  Answer step(std::uint64_t steps);

  // Called on the simulation thread:
  /// Answers callers whose steps have been made, and begins those of the next. Called between any two steps.
  void follow();
  /// All present and future callers get the answer `ended`.
  void end();

 private:
  struct Requests;

  const std::shared_ptr<Requests> requests_;  ///< shared with the waiting callers
};

std::string_view to_string(WorldRun::Answer answer);  ///< "the simulation ends"

}  // namespace rtm
