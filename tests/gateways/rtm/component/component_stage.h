// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gateways/rtm/component/manager.h"
#include "tests/support/held_clock.h"
#include "tests/support/waiting.h"

namespace rtm {

/// The environment of components: a log whose lines are kept, a real clock and a simulated one.
class ComponentStage {
 public:
  explicit ComponentStage(bool driven = false) : driven_(driven) {
    log_.add_sink(spark::LogLevel::warning, [this](spark::LogLevel, std::string_view line) {
      const std::lock_guard lock(mutex_);
      lines_.emplace_back(line);
    });
  }

  Environment environment() {
    return {.log = log_,
            .real_clock = clock_,
            .time = [this] { return std::chrono::nanoseconds(time_.load()); },
            .driven = driven_,
            .call_timeout = call_timeout_,
            .switch_on_timeout = switch_on_timeout_,
            .context = context_};
  }
  Manager& manager() {
    if (!manager_) manager_ = std::make_unique<Manager>(environment(), folders_, publisher_);
    return *manager_;
  }
  template <typename T, typename... Args>
  std::shared_ptr<T> add(Args&&... args) {
    auto component = std::make_shared<T>(std::forward<Args>(args)...);
    manager().adopt(component);
    return component;
  }

  HeldClock& clock() { return clock_; }
  void advance_time(std::chrono::nanoseconds by) { time_ += by.count(); }
  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  int lines_with(std::string_view text) {
    int count = 0;
    for (const std::string& line : lines()) count += line.find(text) != line.npos;
    return count;
  }

  std::chrono::milliseconds call_timeout_{1000}, switch_on_timeout_{10'000};
  ContextSettings context_;
  std::vector<std::filesystem::path> folders_;
  Publisher* publisher_ = nullptr;

 private:
  const bool driven_;
  std::mutex mutex_;
  std::vector<std::string> lines_;
  spark::Log log_;
  HeldClock clock_;
  std::atomic<std::int64_t> time_{0};
  std::unique_ptr<Manager> manager_;
};

/// Holds threads up until the test opens it.
class Gate {
 public:
  void open() {
    {
      const std::lock_guard lock(mutex_);
      open_ = true;
    }
    opened_.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    opened_.wait(lock, [this] { return open_; });
    --waiting_;
  }
  int waiting() {
    const std::lock_guard lock(mutex_);
    return waiting_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false;
  int waiting_ = 0;
};

/// A subscriber that keeps the values that it receives.
class Keeper final : public Subscriber {
 public:
  explicit Keeper(std::string name = {}, std::string address = {})
      : name_(std::move(name)), address_(std::move(address)) {}
  Push push(const Value& value) override {
    {
      const std::lock_guard lock(mutex_);
      values_.push_back(value.number());
    }
    return answer_ ? answer_(value) : Push::taken;
  }
  bool is(const Subscriber& other) const override { return this == &other; }
  std::string name() const override { return name_; }
  std::string address() const override { return address_; }

  std::vector<double> values() {
    const std::lock_guard lock(mutex_);
    return values_;
  }
  bool gets(std::size_t count) {
    return wait_until([this, count] { return values().size() >= count; });
  }

  std::function<Push(const Value&)> answer_;  ///< called for each value; null: taken

 private:
  const std::string name_, address_;
  std::mutex mutex_;
  std::vector<double> values_;
};

}  // namespace rtm
