// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/robot_worker.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace rtm {
namespace {

/// The number of control periods after which each controller is ACTIVE, even if it has to be reset first.
constexpr std::uint64_t kFirstPeriods = 8;

}  // namespace

RobotWorker::RobotWorker(Settings settings, std::vector<std::unique_ptr<ControllerPart>> parts, spark::RealClock& clock)
    : settings_(std::move(settings)), parts_(std::move(parts)), clock_(clock), takes_part_(parts_.size(), true) {}

RobotWorker::~RobotWorker() {
  end();
}

void RobotWorker::start() {
  const Lock lock(mutex_);
  if (!is_ending_ && !thread_.joinable()) thread_ = std::thread([this] { run(); });
}

std::string RobotWorker::problem() const {
  const Lock lock(mutex_);
  return problem_;
}

void RobotWorker::fail(const std::string& problem) {
  {
    const Lock lock(mutex_);
    if (!problem_.empty()) return;
    problem_ = problem;
    has_problem_ = true;
  }
  settings_.changed();
}

// Called on the thread of the periods.

void RobotWorker::meet(const Newcomer& robot) {
  const Lock lock(mutex_);
  map_ = robot.map;
  effectors_ = robot.effectors;
}

void RobotWorker::begin_period(Sensed& sensed) {
  {
    const Lock lock(mutex_);
    if (is_leaving_ || is_ending_) return;
    is_handed_over_ = true;
    // Set before the period begins, so that threads that wait for it know.
    if (std::exchange(last_begin_, sensed.begin) != sensed.begin) may_take_long_ = true;
    if (!is_waiting_for_newer()) {
      if (spare_.empty()) spare_.emplace_back();
      jobs_.splice(jobs_.end(), spare_, spare_.begin());
    }
    Job& job = jobs_.back();
    job.step = sensed.step;
    job.begin = sensed.begin;
    job.is_released = false;
    std::swap(job.percepts, sensed.percepts);
  }
  if (!settings_.is_alone) changed_.notify_all();
}

void RobotWorker::wait(spark::RealClock::Time end) {
  const auto is_over = [this] { return is_ending_ || !is_handed_over_ || jobs_.back().is_done; };
  {
    Lock lock(mutex_);
    if (is_over()) return;
    if (settings_.is_alone) return do_first(lock);
  }
  const auto now = clock_.now();
  if (now >= end) return;
  clock_.wait(end - now, [&](spark::RealClock::Duration longest) {
    Lock waiting(mutex_);
    return changed_.wait_for(waiting, longest, is_over);
  });
}

bool RobotWorker::collect(Answer& answer) {
  const Lock lock(mutex_);
  if (!std::exchange(is_handed_over_, false)) return true;
  Job& job = jobs_.back();
  if (!job.is_done) {
    job.others.append(answer);
    job.is_released = true;
    return false;
  }
  answer.append(job.answer);
  answer.step = job.step;
  if (settings_.port_log) settings_.port_log->write(job.lines);
  job.is_done = job.is_taken = false;
  spare_.splice(spare_.end(), jobs_, jobs_.begin());
  return true;
}

void RobotWorker::leave() {
  {
    const Lock lock(mutex_);
    is_leaving_ = true;
  }
  changed_.notify_all();
}

void RobotWorker::begin_to_end() {
  {
    const Lock lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
}

void RobotWorker::end() {
  begin_to_end();
  if (thread_.joinable()) thread_.join();
}

// Called on the thread of the worker, or on that of the periods if it calls the parts.

void RobotWorker::start_parts() {
  try {
    for (const auto& part : parts_) part->start(settings_.start);
  } catch (const std::exception& error) {
    is_in_order_ = false;
    return fail(error.what());
  }
  has_started_ = true;  // from now on the thread of the periods may call the parts
  settings_.changed();
}

void RobotWorker::run() {
  start_parts();
  Lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] {
      if (jobs_.empty()) return is_ending_ || is_leaving_;
      // The thread of the periods may be calling the parts.
      const bool is_under_way = jobs_.front().is_taken && !jobs_.front().is_done;
      const bool is_to_do = !settings_.is_alone && !jobs_.front().is_done;
      return !is_under_way && (is_ending_ || is_to_do);
    });
    if (is_ending_ || jobs_.empty()) break;
    do_first(lock);
  }
  lock.unlock();
  for (const auto& part : parts_) part->stop();
}

void RobotWorker::do_first(Lock& lock) {
  Job& job = jobs_.front();
  job.is_taken = true;
  lock.unlock();
  if (is_in_order_) try {
      do_job(job);
    } catch (const std::exception& error) {
      fail(error.what());
      is_in_order_ = false;
    }
  lock.lock();
  finish(lock);
}

/// Called when the first job is done: leaves it to `collect`, or delivers the answer if `collect` has already been
/// called.
void RobotWorker::finish(Lock& lock) {
  Job& job = jobs_.front();
  if (!job.is_released) {
    job.is_done = true;
    changed_.notify_all();
    return;
  }
  std::list<Job> own;
  own.splice(own.end(), jobs_, jobs_.begin());
  lock.unlock();
  job.others.append(job.answer);
  job.others.robot = settings_.robot;
  job.others.step = job.step;
  if (settings_.port_log) settings_.port_log->write(job.lines);
  settings_.deliver(job.others);
  job.others.count = 0;
  job.is_taken = job.is_released = false;
  lock.lock();
  spare_.splice(spare_.end(), own);
  changed_.notify_all();
}

void RobotWorker::do_job(Job& job) {
  const PortLog::Buffering buffering(job.lines);
  if (!has_met_) {
    std::shared_ptr<const RobotMap> map;
    {
      const Lock lock(mutex_);
      map = map_;
    }
    if (!map) return;
    for (const auto& part : parts_) part->meet({*map, effectors_, job.percepts});
    has_met_ = true;
  }
  const bool begins_again = episode_ && *episode_ != job.begin;
  episode_ = job.begin;
  if (begins_again) {
    periods_ = 0;
    for (const auto& part : parts_) part->restart();
  }
  may_take_long_ = periods_++ < kFirstPeriods;
  control(job);
}

void RobotWorker::control(Job& job) {
  const Sensation sensation{job.step, job.percepts};
  for (std::size_t i = 0; i < parts_.size(); ++i) takes_part_[i] = parts_[i]->input(sensation);
  for (std::size_t i = 0; i < parts_.size(); ++i) takes_part_[i] = takes_part_[i] && parts_[i]->control();
  for (std::size_t i = 0; i < parts_.size(); ++i)
    if (takes_part_[i]) parts_[i]->output(job.answer);
}

}  // namespace rtm
