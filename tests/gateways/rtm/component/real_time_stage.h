// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <catch2/catch.hpp>

#include "tests/gateways/rtm/component/recorder.h"

namespace rtm {

/// The types of execution contexts that come with the program.
inline const std::vector<std::string> kContexts{"PeriodicExecutionContext", "ExtTrigExecutionContext",
                                                "SynchExtTriggerEC", "RealTimeEC"};

/// Components in the system's real time, because one context sleeps by the system's clock.
class RealTimeStage {
 public:
  RealTimeStage() {
    log_.add_sink(spark::LogLevel::normal, [this](spark::LogLevel level, std::string_view line) {
      const std::lock_guard lock(mutex_);
      (level == spark::LogLevel::normal ? lines_ : warnings_).emplace_back(line);
    });
    manager_ = std::make_unique<Manager>(
        Environment{
            .log = log_, .real_clock = spark::RealClock::system(), .time = [] { return std::chrono::nanoseconds(0); }},
        std::vector<std::filesystem::path>{COMPONENT_FOLDER}, nullptr);
    manager_->add_type("Recorder", [this] { return recorder_ = std::make_shared<Recorder>(); });
  }
  ExecutionContext& make(const ContextSettings& settings) {
    manager_->create("Recorder", {}, settings);
    return *recorder_->owned_contexts().at(0);
  }
  Manager& manager() { return *manager_; }
  Recorder& recorder() { return *recorder_; }
  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  std::vector<std::string> warnings() {
    const std::lock_guard lock(mutex_);
    return warnings_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_, warnings_;
  spark::Log log_;
  std::unique_ptr<Manager> manager_;
  std::shared_ptr<Recorder> recorder_;
};

/// Waits until a context has done so many passes, and ticks it until then; ticks may be lost, and contexts that need
/// none ignore them.
inline void wait_for_pass(ExecutionContext& context, std::uint64_t count) {
  REQUIRE(wait_until([&] {
    if (context.passes() < count) context.tick();
    return context.passes() >= count;
  }));
}

}  // namespace rtm
