// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gateways/rtm/control/controller_part.h"
#include "gateways/rtm/control/robot_map.h"
#include "tests/support/story.h"

namespace rtm {

/// A part that notes its calls; the test's function `when` is called for each of these lines, and may throw.
class NotedPart final : public ControllerPart {
 public:
  explicit NotedPart(std::string name, Story& story) : name_(std::move(name)), story_(story) {}

  std::string label() const override { return name_; }
  void look(std::function<void()> changed) override {
    changed_ = std::move(changed);
    note("look");
  }
  std::vector<std::string> missing() const override {
    const std::lock_guard lock(mutex_);
    if (!problem_.empty()) throw std::runtime_error(problem_);
    return missing_;
  }
  void start(const ControlStart& start) override {
    note("start " + start.robot + " " + std::to_string(start.period_steps));
  }
  void meet(const RobotBody& body) override { note("meet " + std::to_string(body.map.joints.size())); }
  bool input(const Sensation& sensation) override {
    note("input " + std::to_string(sensation.step));
    return !is_away;
  }
  bool control() override {
    note("control");
    return true;
  }
  bool output(Answer& answer) override {
    note("output");
    answer.add(Order::Kind::set, 0).numbers[0] = order;
    return true;
  }
  void restart() override { note("restart"); }
  void stop() override {
    if (!std::exchange(is_stopped_, true)) note("stop");
  }
  std::vector<ControlTally> tallies() const override { return {{.controller = name_, .periods = 1}}; }

  void set_missing(std::vector<std::string> names, const std::string& problem = {}) {
    {
      const std::lock_guard lock(mutex_);
      missing_ = std::move(names);
      problem_ = problem;
    }
    if (changed_) changed_();
  }

  std::function<void(const std::string&)> when;
  bool is_away = false;
  double order = 0.0;

 private:
  void note(const std::string& what) {
    story_.add(name_ + " " + what);
    if (when) when(what);
  }

  const std::string name_;
  Story& story_;
  mutable std::mutex mutex_;
  std::vector<std::string> missing_;
  std::string problem_;
  std::function<void()> changed_;
  bool is_stopped_ = false;
};

}  // namespace rtm
