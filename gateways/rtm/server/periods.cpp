// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/periods.h"

#include <stdexcept>

#include "spark/core/log.h"

namespace rtm {

Periods::Periods(const Parts& parts, std::vector<Loaded> loaded, Wishes wishes)
    : parts_(parts),
      loaded_(std::move(loaded)),
      wiring_(std::move(wishes), parts.manager, parts.log),
      robots_(parts.robots) {}

Periods::~Periods() {
  end();
}

void Periods::begin() {
  thread_ = std::thread([this] { run(); });
}

void Periods::end() {
  parts_.exchange.close();
  if (thread_.joinable()) thread_.join();
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
      parts_.log.error("rtm: load('{}'): {}", one.type, error.what());
    }
  wiring_.try_all();
  if (robots_.empty()) wiring_.complain_about_rest();
}

void Periods::make_devices(Robot& robot, const spark::PerceptArray& percepts) {
  robot.is_behind = false;
  robot.paths.learn(percepts);
  std::vector<std::string> problems;
  for (const ComponentPlan& plan : robot.plan.components) try {
      const auto device = make_device(plan, robot.plan.effectors, robot.paths, parts_.watchdog, problems);
      parts_.manager.adopt(device);
      robot.devices.push_back(device);
      wiring_.came(device);
    } catch (const std::exception& error) {
      parts_.log.error("rtm: {}: no component {}: {}", robot.label, plan.type, error.what());
    }
  for (const std::string& problem : problems) parts_.log.error("rtm: {}: {}", robot.label, problem);
  wiring_.try_all();
  if (++came_ == robots_.size()) wiring_.complain_about_rest();
}

void Periods::remove(std::size_t number) {
  Robot& robot = robots_[number];
  for (const auto& device : robot.devices) parts_.manager.remove(device);
  robot.devices.clear();
  robot.is_there = false;
}

void Periods::sense(const Sensed& sensed) {
  Robot& robot = robots_[sensed.robot];
  if (!robot.is_there) return;
  if (robot.is_behind) make_devices(robot, sensed.percepts);
  if (!robot.paths.fits(sensed.percepts)) {
    robot.paths.learn(sensed.percepts);
    for (const auto& device : robot.devices) device->find_percepts(robot.paths);
  }
  for (const auto& device : robot.devices) device->sense(sensed.percepts);
}

void Periods::do_period(Period& period) {
  for (const std::size_t robot : period.gone) remove(robot);
  for (Newcomer& newcomer : period.newcomers) {
    Robot& robot = robots_[newcomer.robot];
    robot.label = newcomer.label;
    robot.is_there = robot.is_behind = true;
    robot.plan = std::move(newcomer);
  }
  wiring_.put_until(period.step);
  for (std::size_t i = 0; i < period.sensed_count; ++i) sense(period.sensed[i]);
  if (period.is_control && parts_.manager.environment().driven) parts_.manager.tick();
  for (std::size_t i = 0; i < period.sensed_count; ++i) {
    const std::size_t robot = period.sensed[i].robot;
    Answer& answer = answers_.add(robot);
    for (const auto& device : robots_[robot].devices) device->act(answer, period.step, parts_.port_log);
  }
  parts_.exchange.answer(answers_);
}

}  // namespace rtm
