// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "gateways/rtm/component/port_log.h"
#include "gateways/rtm/control/controller_part.h"
#include "gateways/rtm/device/period.h"
#include "spark/core/real_clock.h"

namespace rtm {

/// The control of one robot: its parts, and the thread on which they are called, one control period after another. The
/// thread of the periods passes on the percepts of the robot and gets its actions, so that all robots are controlled
/// concurrently, and one whose controllers hang delays no other. If there is no other robot (`Settings::is_alone`), the
/// thread of the periods calls the parts itself: waking two threads takes longer than a short controller does.
///
/// In lock-step each sensation is answered, in order. Otherwise only the newest one counts.
class RobotWorker {
 public:
  struct Settings {
    std::size_t robot = 0;  ///< its number
    ControlStart start{};
    bool lock_step = false;
    bool is_alone = false;        ///< `RobotControls::Settings::is_alone`
    PortLog* port_log = nullptr;  ///< null: none
    /// Takes a completed answer that no call waits for. Called on the thread of the worker.
    std::function<void(Answer&)> deliver{};
    std::function<void()> changed{};  ///< called when a query may have a new result; any thread
  };

  /// All references outlive the worker.
  RobotWorker(Settings settings, std::vector<std::unique_ptr<ControllerPart>> parts, spark::RealClock& clock);
  ~RobotWorker();  ///< calls `end`
  RobotWorker(const RobotWorker&) = delete;
  RobotWorker& operator=(const RobotWorker&) = delete;

  std::size_t robot() const { return settings_.robot; }
  const ControlStart& start_settings() const { return settings_.start; }
  const std::vector<std::unique_ptr<ControllerPart>>& parts() const { return parts_; }

  // While the clock is stopped. Any thread.

  /// Starts the worker's thread, which starts the parts.
  void start();
  bool has_started() const { return has_started_.load(); }
  /// Why the run has to end: one line; usually empty.
  std::string problem() const;
  bool has_problem() const { return has_problem_.load(); }
  /// Whether a period may take longer than usual: controllers are activated in it, and may load models.
  bool may_take_long() const { return may_take_long_.load(); }

  // On the thread of the periods:

  /// Called when the robot has got its body.
  void meet(const Newcomer& robot);
  /// Passes on a sensation by swapping `sensed.percepts`.
  void begin_period(Sensed& sensed);
  /// Waits until the period that was begun is over, at most until `end`; runs the period itself for a robot that is
  /// alone.
  void wait(spark::RealClock::Time end);
  /// Adds the actions of the period to `answer`, and logs the values that have passed the ports. Returns false if the
  /// period is not over: the contents of `answer` will then be delivered together with these actions, and it is left
  /// empty. Called once for each period.
  bool collect(Answer& answer);
  /// Called when the robot has left. Does not wait.
  void leave();

  // Any thread:

  /// Ends any `wait`; no further period begins.
  void begin_to_end();
  /// Ends the thread, which may take as long as a call to a controller.
  void end();

 private:
  struct Job {
    spark::Step step = 0, begin = 0;
    spark::PerceptArray percepts;
    Answer answer;  ///< actions of the parts
    Answer others;  ///< other actions that are delivered with them
    PortLog::Lines lines;
    bool is_taken = false, is_done = false, is_released = false;
  };
  using Lock = std::unique_lock<std::mutex>;

  void run();
  void do_first(Lock& lock);
  void start_parts();
  void do_job(Job& job);
  void control(Job& job);
  void finish(Lock& lock);
  void fail(const std::string& problem);
  bool is_waiting_for_newer() const { return !settings_.lock_step && !jobs_.empty() && !jobs_.back().is_taken; }

  const Settings settings_;
  const std::vector<std::unique_ptr<ControllerPart>> parts_;
  spark::RealClock& clock_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Job> jobs_;                  ///< the first is in progress; only the last may be neither done nor released
  std::list<Job> spare_;                 ///< their nodes, so that none is allocated in steady state
  std::shared_ptr<const RobotMap> map_;  ///< of a robot that the parts have not met; with its forms
  std::vector<EffectorForm> effectors_;
  bool is_handed_over_ = false;  ///< a period has been begun and not collected
  spark::Step last_begin_ = 0;   ///< of the episode
  bool is_leaving_ = false, is_ending_ = false;
  std::string problem_;
  std::atomic<bool> has_started_{false}, has_problem_{false}, may_take_long_{true};

  // Used on the thread that calls the parts:
  bool has_met_ = false;
  std::uint64_t periods_ = 0;
  std::optional<spark::Step> episode_;
  std::vector<bool> takes_part_;  ///< of each part, in this period
  bool is_in_order_ = true;       ///< no part has thrown
  std::thread thread_;
};

}  // namespace rtm
