// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/bridge_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/corba/pausing.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

/// The interval between two checks for values that arrive after the tick has returned. A pass usually takes longer than
/// this, and a check is cheap.
constexpr std::chrono::microseconds kLookAgainAfter{50};

std::string type_of_module(const BridgeFile::Module& module) {
  return std::filesystem::path(module.path).stem().string();
}

/// The name that files use, if the server has no other component of the type.
std::string usual_name(const BridgeFile::Module& module) {
  return type_of_module(module) + "0";
}

bool is_out_port(const BridgeFile& file, const std::string& name) {
  const auto found = std::ranges::find(file.ports, name, &BridgeFile::Port::name);
  return found != file.ports.end() && found->is_out;
}

}  // namespace

BridgePart::BridgePart(BridgeFile file, const Settings& settings, const ControlTools& tools)
    : settings_(settings),
      tools_(tools),
      clock_(tools.manager.environment().real_clock),
      bridge_(std::make_shared<Bridge>(std::move(file), settings.bridge)) {
  take_connections();
  take_modules();
  for (const auto& one : slots_) first_names_.push_back(one->name);
  if (const auto& named = bridge_->file().name_server; named && *named != tools.name_server)
    tools.manager.environment().log.normal("{}: its name-server is {}; Rtm.NameServer, {}, is used",
                                           bridge_->file().name, *named, tools.name_server);
}

BridgePart::~BridgePart() {
  stop();
}

std::string BridgePart::label() const {
  return fmt::format("bridge {}", bridge_->name());
}

BridgePart::Slot& BridgePart::slot(const std::string& name) {
  const auto found = std::ranges::find_if(slots_, [&](const auto& one) { return !one->module && one->name == name; });
  return found != slots_.end() ? **found : *slots_.emplace_back(std::make_unique<Slot>(name));
}

/// The slot of the component that a module provides; the component gets its name when it is created.
BridgePart::Slot& BridgePart::slot(const BridgeFile::Module& module) {
  const auto found = std::ranges::find(slots_, &module, [](const auto& one) { return one->module; });
  if (found != slots_.end()) return **found;
  Slot& added = *slots_.emplace_back(std::make_unique<Slot>(usual_name(module)));
  added.module = &module;
  return added;
}

/// The controller to which connections without an instance refer; null if there is none.
BridgePart::Slot* BridgePart::only_controller() {
  if (!settings_.instance.empty()) return &slot(settings_.instance);
  const auto& modules = bridge_->file().modules;
  return modules.size() == 1 ? &slot(modules.front()) : nullptr;
}

void BridgePart::take_connections() {
  const BridgeFile& file = bridge_->file();
  for (const BridgeFile::Connection& one : file.connections) {
    Slot* const meant = one.instance.empty() ? only_controller() : &slot(one.instance);
    if (!meant)
      throw std::runtime_error(fmt::format(
          "{}: the connection has to name its controller (ROBOTPORT:INSTANCE:PORT), because the file has {} "
          "modules and {} names no controller",
          one.place, file.modules.size(), settings_.place));
    meant->wires.push_back({one.place, one.robot_port, one.port, is_out_port(file, one.robot_port)});
  }
  if (!settings_.instance.empty()) slot(settings_.instance);
}

void BridgePart::take_modules() {
  for (const BridgeFile::Module& module : bridge_->file().modules) {
    const std::string usual = type_of_module(module) + "Init";
    if (!module.init_function.empty() && module.init_function != usual)
      throw std::runtime_error(fmt::format("{}: a module is initialized by its function {}; {} is not called",
                                           module.place, usual, module.init_function));
    slot(module);
  }
}

/// The controller to which a rate or a tick mode applies: the one with that name, otherwise the component of the module
/// whose usual name it is.
BridgePart::Slot& BridgePart::named_slot(const std::string& place, const std::string& instance) {
  auto found = std::ranges::find(slots_, instance, [](const auto& one) { return one->name; });
  if (found == slots_.end())
    found = std::ranges::find_if(slots_,
                                 [&](const auto& one) { return one->module && usual_name(*one->module) == instance; });
  if (found != slots_.end()) return **found;
  std::vector<std::string> names;
  for (const auto& one : slots_) names.push_back(one->name);
  throw std::runtime_error(fmt::format("{}: there is no controller {}; there {} {}", place, instance,
                                       names.size() == 1 ? "is" : "are", fmt::join(names, ", ")));
}

void BridgePart::take_rates() {
  const BridgeFile& file = bridge_->file();
  if (!file.rates.empty())
    for (const auto& one : slots_) one->rate = TickRate(0.0);
  for (const BridgeFile::Rate& rate : file.rates) named_slot(rate.place, rate.instance).rate = TickRate(rate.rate);
  for (const BridgeFile::TickMode& mode : file.tick_modes)
    if (mode.instance.empty())
      for (const auto& one : slots_) one->returns_early = mode.returns_early;
  for (const BridgeFile::TickMode& mode : file.tick_modes)
    if (!mode.instance.empty()) named_slot(mode.place, mode.instance).returns_early = mode.returns_early;
}

void BridgePart::load_modules() {
  for (const BridgeFile::Module& module : bridge_->file().modules) try {
      Slot& own = slot(module);
      own.component = tools_.load(module.path);
      own.name = own.component->name();
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}: {}", module.place, error.what()));
    }
}

/// Merges slots of the same controller: one that the script or a connection names may also be the component of a
/// module. It keeps the place of its first mention.
void BridgePart::unite_slots() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const auto is_same = [&](const auto& one) { return one->name == slots_[i]->name; };
    const auto same = std::find_if(slots_.begin() + static_cast<std::ptrdiff_t>(i) + 1, slots_.end(), is_same);
    if (same == slots_.end()) continue;
    Slot &first = *slots_[i], &second = **same;
    if (!first.component) first.component = second.component;
    if (!first.module) first.module = second.module;
    std::ranges::move(second.wires, std::back_inserter(first.wires));
    slots_.erase(same);
  }
}

/// Creates the controllers of all slots.
void BridgePart::make_controllers() {
  for (const auto& one : slots_) {
    if (one->name == bridge_->name())
      throw std::runtime_error(fmt::format(
          "{}: {} is the name of the bridge itself, and not of a controller; `robot-name = ...` in {} gives "
          "the bridge another name",
          settings_.place, one->name, bridge_->file().name));
    if (!one->component) one->component = tools_.find_component(one->name);
    if (one->component)
      one->controller = make_loaded_controller(one->name, one->component, bridge_, one->wires, tools_);
    else if (tools_.peers)
      one->controller = make_remote_controller(one->name, bridge_, one->wires, one->returns_early, tools_);
    else
      throw std::runtime_error(fmt::format(
          "{}: there is no component {} in the server, and no name server to find others", settings_.place, one->name));
  }
}

void BridgePart::look(std::function<void()> changed) {
  load_modules();
  unite_slots();
  take_rates();
  tools_.adopt(bridge_);
  bridge_->tick_apart();
  if (tools_.publisher)
    object_ = std::make_unique<BridgeObject>(
        tools_.orb, *tools_.publisher,
        BridgeObject::Settings{bridge_->file().server_name, settings_.bridge.robot,
                               static_cast<double>(settings_.bridge.period_steps) * settings_.bridge.step_seconds});
  make_controllers();
  for (const auto& one : slots_) one->controller->look(changed);
  has_looked_ = true;
  changed();
}

std::vector<std::string> BridgePart::missing() const {
  // Until then another thread works on the controllers.
  if (!has_looked_) return first_names_;
  std::vector<std::string> names;
  for (const auto& one : slots_) {
    if (one->controller->is_there()) continue;
    if (std::string problem = one->controller->problem(); !problem.empty()) throw std::runtime_error(problem);
    names.push_back(one->name);
  }
  return names;
}

void BridgePart::start(const ControlStart&) {
  bridge_->switch_on();
  for (const auto& one : slots_) one->controller->start();
}

void BridgePart::meet(const RobotBody& body) {
  bridge_->bind(body.map, body.effectors, body.percepts);
}

bool BridgePart::input(const Sensation& sensation) {
  step_ = sensation.step;
  bridge_->sense(step_, sensation.percepts);
  return true;
}

void BridgePart::tick(Slot& slot) {
  slot.periods.fetch_add(1, std::memory_order_relaxed);
  slot.last = Controller::Tick::is_away;
  if (!slot.rate.is_due()) return;
  slot.arrivals.clear();
  for (const ControllerWire& wire : slot.wires)
    slot.arrivals.push_back(wire.is_out ? 0 : bridge_->arrivals(wire.robot_port));
  slot.ticked = clock_.now();
  slot.last = slot.controller->tick();
  using Tick = Controller::Tick;
  if (slot.last == Tick::done || slot.last == Tick::begun || slot.last == Tick::at_fault)
    slot.ticks.fetch_add(1, std::memory_order_relaxed);
  if (slot.last == Tick::has_failed || slot.last == Tick::at_fault)
    slot.failures.fetch_add(1, std::memory_order_relaxed);
}

bool BridgePart::control() {
  bridge_->push();
  for (const auto& one : slots_) tick(*one);
  return true;
}

bool BridgePart::has_new_values(const Slot& slot) const {
  for (std::size_t i = 0; i < slot.wires.size(); ++i)
    if (!slot.wires[i].is_out && bridge_->arrivals(slot.wires[i].robot_port) == slot.arrivals[i]) return false;
  return true;
}

void BridgePart::wait_for_values(Slot& slot) {
  const auto end = slot.ticked + tools_.tick_timeout;
  while (!has_new_values(slot)) {
    const auto now = clock_.now();
    if (now >= end) {
      slot.misses.fetch_add(1, std::memory_order_relaxed);
      return;
    }
    pause(clock_, std::min<std::chrono::nanoseconds>(end - now, kLookAgainAfter));
  }
}

bool BridgePart::output(Answer& answer) {
  for (const auto& one : slots_)
    if (one->last == Controller::Tick::begun) wait_for_values(*one);
  bridge_->act(answer, step_, tools_.port_log);
  return true;
}

void BridgePart::restart() {
  bridge_->restart();
  for (const auto& one : slots_) {
    one->rate.restart();
    one->controller->restart();
  }
}

void BridgePart::stop() {
  if (std::exchange(is_stopped_, true) || !has_looked_) return;
  for (const auto& one : slots_) one->controller->stop();
  object_.reset();
  tools_.manager.remove(bridge_);
}

std::vector<ControlTally> BridgePart::tallies() const {
  std::vector<ControlTally> all;
  // Until then another thread works on the controllers.
  if (!has_looked_) {
    for (const std::string& name : first_names_) all.push_back({.controller = name});
    return all;
  }
  for (const auto& one : slots_) {
    std::uint64_t refusals = 0, clamped = 0;
    for (const ControllerWire& wire : one->wires) {
      if (wire.is_out) continue;
      refusals += bridge_->refusals(wire.robot_port);
      clamped += bridge_->clamped(wire.robot_port);
    }
    all.push_back({one->name, one->periods, one->ticks, one->misses, one->failures, refusals, clamped});
  }
  return all;
}

}  // namespace rtm
