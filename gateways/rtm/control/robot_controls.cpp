// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/robot_controls.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace rtm {

RobotControls::RobotControls(Settings settings, spark::RealClock& clock, spark::Log& log)
    : settings_(std::move(settings)), clock_(clock), log_(log) {}

RobotControls::~RobotControls() {
  end();
}

void RobotControls::add(std::size_t robot, const ControlStart& start,
                        std::vector<std::unique_ptr<ControllerPart>> parts, PortLog* port_log) {
  workers_.push_back(
      std::make_unique<RobotWorker>(RobotWorker::Settings{.robot = robot,
                                                          .start = start,
                                                          .lock_step = settings_.lock_step,
                                                          .is_alone = settings_.lock_step && settings_.is_alone,
                                                          .port_log = port_log,
                                                          .deliver = settings_.deliver,
                                                          .changed = settings_.changed},
                                    std::move(parts), clock_));
}

RobotWorker* RobotControls::find(std::size_t robot) const {
  const auto found = std::ranges::find_if(workers_, [&](const auto& worker) { return worker->robot() == robot; });
  return found == workers_.end() ? nullptr : found->get();
}

// The start.

void RobotControls::look() {
  try {
    for (const auto& worker : workers_)
      for (const auto& part : worker->parts()) part->look(settings_.changed);
  } catch (const std::exception& error) {
    problem_ = error.what();
    has_problem_ = true;
  }
  has_looked_ = true;
  settings_.changed();
}

void RobotControls::check() const {
  if (has_problem_) throw std::runtime_error("rtm: " + problem_);
  for (const auto& worker : workers_)
    if (worker->has_problem())
      throw std::runtime_error(fmt::format("rtm: robot {}: {}", worker->start_settings().robot, worker->problem()));
}

std::vector<std::string> RobotControls::missing() const {
  std::vector<std::string> names;
  for (const auto& worker : workers_)
    for (const auto& part : worker->parts()) try {
        std::ranges::move(part->missing(), std::back_inserter(names));
      } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("rtm: robot {}: {}", worker->start_settings().robot, error.what()));
      }
  return names;
}

/// Reports the missing controllers at once, and then at intervals; ends the run when the wait has taken too long.
void RobotControls::report(const std::vector<std::string>& missing) {
  const auto now = clock_.now();
  const double waited = std::chrono::duration<double>(now - *begin_).count();
  if (settings_.ready_limit > settings_.ready_limit.zero() && now - *begin_ >= settings_.ready_limit)
    throw std::runtime_error(
        fmt::format("rtm: no {} after {:.0f} s; --Rtm.ReadyLimit is how long controllers are waited for",
                    fmt::join(missing, ", "), waited));
  // Controllers of this server will be found shortly and need no line.
  if (!has_looked_ || (next_report_ && now < *next_report_)) return;
  if (next_report_)
    log_.normal("rtm: still waiting for {}, for {:.0f} s", fmt::join(missing, ", "), waited);
  else
    log_.normal("rtm: waiting for {}", fmt::join(missing, ", "));
  next_report_ = now + kReportInterval;
}

bool RobotControls::are_ready() {
  if (phase_ == Phase::ready) return true;
  check();
  if (!begin_) begin_ = clock_.now();
  if (phase_ == Phase::waiting) {
    if (const auto names = missing(); !has_looked_ || !names.empty()) {
      report(names);
      return false;
    }
    for (const auto& worker : workers_) worker->start();
    phase_ = Phase::starting;
  }
  if (!std::ranges::all_of(workers_, [](const auto& worker) { return worker->has_started(); })) return false;
  phase_ = Phase::ready;
  if (next_report_) log_.normal("rtm: all controllers are ready");
  return true;
}

bool RobotControls::may_take_long() const {
  return std::ranges::any_of(workers_, [](const auto& worker) { return worker->may_take_long(); });
}

// Periods.

void RobotControls::meet(const Newcomer& robot) {
  RobotWorker* const worker = find(robot.robot);
  if (!worker || !robot.map) return;
  worker->meet(robot);
  if (settings_.snapshots) settings_.snapshots->add(worker->start_settings().robot, *robot.map);
}

void RobotControls::show(const Sensed& sensed) {
  if (!settings_.snapshots) return;
  if (const RobotWorker* const worker = find(sensed.robot))
    settings_.snapshots->take(worker->start_settings().robot, sensed.step, sensed.percepts, sensed.begin);
}

void RobotControls::begin_period(Sensed& sensed) {
  if (RobotWorker* const worker = find(sensed.robot)) worker->begin_period(sensed);
}

void RobotControls::wait() {
  if (!settings_.lock_step) return;
  const auto begin = clock_.now();
  for (const auto& worker : workers_) {
    constexpr std::chrono::nanoseconds kNone{};
    const bool may_take_long = worker->may_take_long();
    const bool any_time = settings_.answer_limit <= kNone || (may_take_long && settings_.ready_limit <= kNone);
    const auto limit = settings_.answer_limit + (may_take_long ? settings_.ready_limit : kNone);
    worker->wait(begin + (any_time ? std::chrono::hours(24 * 365) : limit));
  }
}

bool RobotControls::collect(Answer& answer) {
  RobotWorker* const worker = find(answer.robot);
  return !worker || worker->collect(answer);
}

void RobotControls::leave(std::size_t robot) {
  RobotWorker* const worker = find(robot);
  if (!worker) return;
  if (settings_.snapshots) settings_.snapshots->remove(worker->start_settings().robot);
  worker->leave();
}

// The end.

void RobotControls::begin_to_end() {
  for (const auto& worker : workers_) worker->begin_to_end();
}

void RobotControls::end() {
  begin_to_end();
  for (const auto& worker : workers_) worker->end();
  // Workers that have not been started have not stopped their parts.
  for (const auto& worker : workers_)
    for (const auto& part : worker->parts()) part->stop();
}

std::vector<RobotControls::Row> RobotControls::table() const {
  std::vector<Row> rows;
  for (const auto& worker : workers_)
    for (const auto& part : worker->parts())
      for (ControlTally& tally : part->tallies()) rows.push_back({worker->robot(), std::move(tally)});
  return rows;
}

}  // namespace rtm
