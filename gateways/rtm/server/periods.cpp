// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/periods.h"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/control/controller.h"
#include "gateways/rtm/device/agent_component.h"
#include "spark/core/late_mistakes.h"

namespace rtm {

Periods::Periods(const Parts& parts, std::vector<Loaded> loaded, SetPoints set_points)
    : parts_(parts),
      loaded_(std::move(loaded)),
      wiring_(std::move(set_points), parts.manager, parts.manager.environment().log, parts.mistakes),
      robots_(parts.robots) {}

Periods::~Periods() {
  end();
}

void Periods::look_among(const PeerTools& peers) {
  const Environment& environment = parts_.manager.environment();
  peers_ = &peers;
  peer_wiring_ = std::make_unique<PeerWiring>(peers.timeout, environment.real_clock, environment.log, parts_.mistakes);
}

void Periods::begin() {
  thread_ = std::thread([this] { run(); });
}

void Periods::end() {
  parts_.exchange.close();
  parts_.controls.begin_to_end();
  if (!thread_.joinable()) return;
  thread_.join();
  if (parts_.others_may_come) wiring_.report_rest();
  if (peer_wiring_) peer_wiring_->end();
}

void Periods::run() {
  create_loaded();
  Period period;
  while (parts_.exchange.wait(period)) do_period(period);
}

void Periods::adopt_world() {
  if (!parts_.world) return;
  try {
    parts_.manager.adopt(parts_.world);
    wiring_.came(parts_.world);
  } catch (const std::runtime_error& error) {
    parts_.manager.environment().log.error("rtm: the world cannot be served: {}", error.what());
  }
}

void Periods::adopt(const std::shared_ptr<Component>& component) {
  parts_.manager.adopt(component);
  wiring_.came(component);
}

/// Controllers get a context that is ticked, since components are driven only in lock-step.
std::shared_ptr<Component> Periods::create(const std::string& type, const Manager::Parameters& parameters,
                                           bool is_controller) {
  ContextSettings context = parts_.manager.environment().context;
  if (is_controller) context.type = kSynchronousContext;
  const auto component = parts_.manager.create(type, parameters, context);
  ++types_[type];
  wiring_.came(component);
  return component;
}

std::shared_ptr<Component> Periods::load(const std::string& module) {
  parts_.manager.load(module);
  return create(std::filesystem::path(module).stem().string(), {}, true);
}

void Periods::create_loaded() {
  adopt_world();
  for (const Loaded& one : loaded_) try {
      create(one.type, one.parameters, parts_.controllers.contains(fmt::format("{}{}", one.type, types_[one.type])));
    } catch (const std::runtime_error& error) {
      parts_.mistakes.add(one.place, fmt::format("rtm: load('{}'): {}", one.type, error.what()));
    }
  parts_.controls.look();
  wiring_.try_all();
  check_complete();
}

void Periods::check_complete() {
  if (came_ != parts_.robots) return;
  if (peer_wiring_ && !std::exchange(looks_elsewhere_, true)) look_elsewhere();
  if (parts_.others_may_come || is_complete_) return;
  wiring_.report_rest();
  wiring_.check_puts();
  is_complete_ = true;
}

/// From now on, searches for components of other programs with the names that no component of this server has.
void Periods::look_elsewhere() {
  const PeerTools& tools = *peers_;
  const auto may_come = [others_may_come = parts_.others_may_come](const std::string& component) {
    return others_may_come && component.starts_with(AgentComponent::kType);
  };
  const auto wire = [this, &tools](const SetPoints::Wire& one, const std::string& out, const std::string& in) {
    peer_wiring_->add({one.place, one.call(), [&tools, out, in] { tools.connect(out, in); }});
  };
  const auto change = [this, &tools](const SetPoints::Switch& one) {
    peer_wiring_->add({one.place, one.call(), [&tools, one] { tools.change(one.component, one.on); }});
  };
  wiring_.hand_over_to({wire, change, may_come});
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
  parts_.controls.leave(number);
  for (const auto& component : robot.components) parts_.manager.remove(component);
  robot.components.clear();
  robot.is_there = false;
}

void Periods::sense(const Sensed& sensed) {
  if (!has(sensed.robot)) return;
  Robot& robot = robots_[sensed.robot];
  if (robot.is_behind) make_components(robot, sensed.percepts);
  if (robot.components.empty()) return;
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
  parts_.controls.meet(newcomer);
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
  for (std::size_t i = 0; i < period.sensed_count; ++i)
    if (has(period.sensed[i].robot)) parts_.controls.show(period.sensed[i]);
  for (std::size_t i = 0; i < period.sensed_count; ++i)
    if (has(period.sensed[i].robot)) parts_.controls.begin_period(period.sensed[i]);
  parts_.controls.wait();
  answer(period);
  parts_.exchange.answer(answers_);
}

void Periods::answer(const Period& period) {
  for (std::size_t i = 0; i < period.sensed_count; ++i) {
    const Sensed& sensed = period.sensed[i];
    Answer& answer = answers_.add(sensed.robot);
    answer.step = sensed.step;
    if (!has(sensed.robot)) continue;
    for (const auto& component : robots_[sensed.robot].components) component->act(answer, period.step, parts_.port_log);
    if (!parts_.controls.collect(answer)) --answers_.count;
  }
}

}  // namespace rtm
