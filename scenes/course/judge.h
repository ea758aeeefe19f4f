// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "spark/core/clock.h"
#include "spark/core/held.h"
#include "spark/core/vec3.h"
#include "spark/physics/recorder_handler.h"
#include "spark/sim/control_aspect.h"

namespace spark {
class Body;
}

namespace course {

/// One robot's run over the course: plain data, changed by the judge only.
struct Run {
  enum class State { ready, running, reached, late, gone };
  spark::AgentAspect* agent = nullptr;  ///< null once the agent has left
  std::string label;                    ///< "agent 0"
  State state = State::ready;
  spark::Vec3 start;  ///< where its body was when it entered the course
  spark::Vec3 place;  ///< as of the last step, m, world
  bool has_body = false;
  spark::Step began = 0;  ///< the step of the first movement
  spark::Step seen = 0;   ///< the last step in which it was followed
  spark::Step ended = 0;  ///< the step in which it reached the target or ran out of time
  int collisions = 0;
  double path = 0.0;  ///< m, on the floor
  /// The step in which it last touched each obstacle, in the order in which the script named them; -1: not yet.
  std::vector<spark::Step> touched;
};

std::string_view name_of(Run::State state);

/// Judges runs over an obstacle course: a control aspect that a script creates and gives obstacles and a target.
///
/// The clock of a run starts when the robot has first moved by `kFirstMovement`. The run ends when the middle of its
/// body (`spark::main_body`) is within the target, or when the time is up; the time of a robot that never moves counts
/// from the moment it entered the course. A collision is counted each time a part of the robot begins to touch an
/// obstacle that it has not touched for `kApart`. The simulation ends `kFarewell` after the last run has ended, unless
/// more runs may follow (`set_runs`). Distances are measured on the floor, times in steps.
///
/// Another run is another episode of the match (`spark::EpisodeRestart`): all robots return to where they entered the
/// course, at rest, and their clocks are stopped until they move. Its seed is drawn from the random stream "course" of
/// the previous run, and the script's function `layCourse`, if it exists, may move the obstacles; so the same match has
/// the same runs. If several runs are allowed, the log reports how each has ended.
class CourseJudge : public spark::ControlAspect {
 public:
  static constexpr double kFirstMovement = 0.02;  ///< m
  static constexpr double kApart = 0.5;           ///< s
  static constexpr double kFarewell = 2.0;        ///< s
  static constexpr std::size_t kMaxPastRuns = 100;

  // Script methods. They return false for values that are not finite or out of range.
  bool set_target(double x, double y, double radius);  ///< m; the origin with 0.3 m unless set
  bool set_time_limit(double seconds);                 ///< > 0, at most 1e6; 300 unless set
  /// The number of runs, each started by `begin_another_run`, at most 1e6; 1 unless set. With 0 there may be any
  /// number, and the simulation does not end by itself.
  bool set_runs(int count);
  /// If on, the clock of a robot that has not moved is stopped, so that it is never late. For robots that wait for
  /// operators; off unless set.
  void set_patient(bool on) { patient_ = on; }
  /// Adds the collider at `path`, which needs a RecorderHandler below it. Throws `std::runtime_error` if there is none.
  void add_obstacle(const std::string& path);

  /// Makes all robots begin the next run after this step. Returns false if this is the last one.
  bool begin_another_run();
  /// Counts from 1.
  int run_number() const { return run_number_; }

  /// The runs of the agents on the course, in the order in which they came.
  const std::vector<Run>& runs() const { return runs_; }
  const Run* find(const spark::AgentAspect& agent) const;
  double seconds(const Run& run) const;
  /// The distance from the robot's middle to the target's, m.
  double left(const Run& run) const;

  // ControlAspect
  void update(double seconds) override;
  void restart() override;
  void agent_connected(spark::AgentAspect& agent) override;
  void agent_disappearing(spark::AgentAspect& agent) override;
  std::string status() const override;
  std::vector<std::string> summary() const override;
  bool finished() const override;

 private:
  void follow(Run& run, spark::Body& body);
  void count_collisions(Run& run);
  void end(Run& run, Run::State state);
  void request_next_run();
  void lay_course() const;
  std::string whose(const Run& run) const;
  std::string outcome(const Run& run) const;
  spark::Step steps(double seconds) const;

  spark::Vec3 target_;
  double radius_ = 0.3;
  double time_limit_ = 300.0;
  std::vector<spark::Held<spark::RecorderHandler>> obstacles_;
  std::vector<Run> runs_;
  std::optional<spark::Step> over_since_;
  int run_limit_ = 1;
  int run_number_ = 1;
  bool patient_ = false;
  /// State of the next run: asked for by a robot, then requested of the simulation, which starts it before the next
  /// step or refuses it.
  enum class NextRun { none, asked, requested };
  NextRun next_run_ = NextRun::none;
  /// Lines of the summary for past runs, the last `kMaxPastRuns` of them.
  std::deque<std::string> past_runs_;
};

}  // namespace course
