// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/periods.h"

#include <fmt/format.h>

#include <stdexcept>

#include "gateways/rtm/server/agent_component.h"
#include "spark/core/late_mistakes.h"

namespace rtm {

Periods::Periods(const Parts& parts, std::vector<Loaded> loaded, Wishes wishes)
    : parts_(parts),
      loaded_(std::move(loaded)),
      wiring_(std::move(wishes), parts.manager, parts.manager.environment().log, parts.mistakes),
      robots_(parts.robots) {}

Periods::~Periods() {
  end();
}

void Periods::begin() {
  thread_ = std::thread([this] { run(); });
}

void Periods::end() {
  parts_.exchange.close();
  if (!thread_.joinable()) return;
  thread_.join();
  if (parts_.others_may_come) wiring_.report_rest();
}

void Periods::run() {
  create_loaded();
  Period period;
  while (parts_.exchange.wait(period)) do_period(period);
}

void Periods::create_loaded() {
  for (const Loaded& one : loaded_) try {
      wiring_.came(parts_.manager.create(one.type, one.parameters));
    } catch (const std::runtime_error& error) {
      parts_.mistakes.add(one.place, fmt::format("rtm: load('{}'): {}", one.type, error.what()));
    }
  wiring_.try_all();
  check_complete();
}

void Periods::check_complete() {
  if (came_ != parts_.robots || parts_.others_may_come || is_complete_) return;
  wiring_.report_rest();
  wiring_.check_puts();
  is_complete_ = true;
}

void Periods::adopt(Robot& robot, const std::shared_ptr<RobotComponent>& component, std::optional<int> number) {
  parts_.manager.adopt(component, number.value_or(0));
  robot.components.push_back(component);
  wiring_.came(component, number);
}

void Periods::make_devices(Robot& robot, const spark::PerceptArray& percepts) {
  robot.paths.learn(percepts);
  std::vector<ComponentPlan::Mistake> mistakes;
  for (const ComponentPlan& plan : robot.plan.components) try {
      adopt(robot, make_device(plan, robot.plan.effectors, robot.paths, parts_.watchdog, mistakes), std::nullopt);
    } catch (const std::exception& error) {
      parts_.mistakes.add(plan.place,
                          fmt::format("rtm: {}: no component {}: {}", robot.label, plan.type, error.what()));
    }
  for (const auto& [place, text] : mistakes) parts_.mistakes.add(place, fmt::format("rtm: {}: {}", robot.label, text));
  if (robot.plan.needs_components && robot.components.empty())
    parts_.mistakes.add(robot.plan.place, fmt::format("rtm: {} has no components: its scene brings none", robot.label));
  ++came_;
}

void Periods::make_components(Robot& robot, const spark::PerceptArray& percepts) {
  robot.is_behind = false;
  if (robot.plan.agent) {
    if (robot.plan.robot < parts_.robots) ++came_;
    try {
      adopt(robot, std::make_shared<AgentComponent>(*robot.plan.agent), robot.plan.agent->number);
    } catch (const std::exception& error) {
      parts_.mistakes.add(robot.plan.place, fmt::format("rtm: no component for {}: {}", robot.label, error.what()));
    }
  } else {
    make_devices(robot, percepts);
  }
  wiring_.try_all();
  check_complete();
}

void Periods::remove(std::size_t number) {
  if (!has(number)) return;
  Robot& robot = robots_[number];
  for (const auto& component : robot.components) parts_.manager.remove(component);
  robot.components.clear();
  robot.is_there = false;
}

void Periods::sense(const Sensed& sensed) {
  if (!has(sensed.robot)) return;
  Robot& robot = robots_[sensed.robot];
  if (robot.is_behind) make_components(robot, sensed.percepts);
  if (!robot.plan.agent && !robot.paths.fits(sensed.percepts)) {
    robot.paths.learn(sensed.percepts);
    for (const auto& component : robot.components) component->find_percepts(robot.paths);
  }
  for (const auto& component : robot.components) component->sense(sensed.percepts);
}

void Periods::admit(Newcomer& newcomer) {
  if (newcomer.robot >= robots_.size()) robots_.resize(newcomer.robot + 1);
  Robot& robot = robots_[newcomer.robot];
  robot.label = newcomer.label;
  robot.is_there = robot.is_behind = true;
  robot.plan = std::move(newcomer);
}

void Periods::do_period(Period& period) {
  step_.store(period.step, std::memory_order_relaxed);
  for (const std::size_t robot : period.gone) remove(robot);
  for (Newcomer& newcomer : period.newcomers) admit(newcomer);
  wiring_.put_until(period.step);
  for (std::size_t i = 0; i < period.sensed_count; ++i) sense(period.sensed[i]);
  if (period.is_control && parts_.manager.environment().driven) parts_.manager.tick();
  for (std::size_t i = 0; i < period.sensed_count; ++i) {
    const std::size_t robot = period.sensed[i].robot;
    Answer& answer = answers_.add(robot);
    if (!has(robot)) continue;
    for (const auto& component : robots_[robot].components) component->act(answer, period.step, parts_.port_log);
  }
  parts_.exchange.answer(answers_);
}

}  // namespace rtm
