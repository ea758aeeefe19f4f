// SPDX-License-Identifier: Apache-2.0
#include "commserver/think/meter_maker.h"

#include <algorithm>

#include "commserver/think/think_times.h"

namespace commserver {

std::unique_ptr<ThinkMeter> MeterMaker::make(spark::AgentId agent, const std::string& type, const Timer& of_type) {
  const Timer& timer = options_.timer ? *options_.timer : of_type;
  if (!options_.replay.empty())
    return std::make_unique<ReplayingMeter>(think_times_file(options_.replay, agent), timer.min_cost(), agent, log_);
  std::unique_ptr<ThinkMeter> meter;
  if (timer.kind() == Timer::Kind::fixed)
    meter = std::make_unique<FixedMeter>(timer.min_cost());
  else
    meter = measuring(type, timer);
  if (options_.record.empty()) return meter;
  return std::make_unique<RecordingMeter>(std::move(meter), think_times_file(options_.record, agent), log_);
}

std::unique_ptr<ThinkMeter> MeterMaker::measuring(const std::string& type, const Timer& timer) {
  if (std::ranges::find(types_warned_about_, type) == types_warned_about_.end()) {
    types_warned_about_.push_back(type);
    log_.normal(
        "agent type '{}': thinking is measured (timer '{}'); repeatable matches need --timers fixed 0, or recorded "
        "thinking times",
        type, spark::printable(timer.text()));
  }
  MeasuringMeter::CounterOf counter_of = cpu_ticks_of;
  if (timer.kind() == Timer::Kind::instructions)
    counter_of = [this](pid_t process) { return count_instructions(process); };
  return std::make_unique<MeasuringMeter>(std::move(counter_of), timer.units_per_step());
}

std::unique_ptr<WorkCounter> MeterMaker::count_instructions(pid_t process) {
  if (auto counter = instructions_of(process)) return counter;
  if (!warned_about_counters_)
    log_.warning("this machine cannot count instructions of agents: a nanosecond of CPU time counts as one");
  warned_about_counters_ = true;
  return nanoseconds_of(process);
}

}  // namespace commserver
