// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/control/controller.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace rtm {
namespace {

/// Connects a port of the robot and one of a controller of this process.
void connect_here(const ControllerWire& wire, Component& robot, Component& controller) {
  Component& from = wire.is_out ? robot : controller;
  Component& to = wire.is_out ? controller : robot;
  const std::string& out_name = wire.is_out ? wire.robot_port : wire.port;
  const std::string& in_name = wire.is_out ? wire.port : wire.robot_port;
  const auto out = from.out_port(out_name);
  if (!out) throw std::runtime_error(fmt::format("{}: {}", wire.place, no_out_port(from, out_name)));
  const auto in = to.in_port(in_name);
  if (!in) throw std::runtime_error(fmt::format("{}: {}", wire.place, no_in_port(to, in_name)));
  if (!fits(out->type(), in->type()))
    throw std::runtime_error(fmt::format("{}: {} gives {}, {} takes {}", wire.place, out->full_name(),
                                         to_string(out->type()), in->full_name(), to_string(in->type())));
  if (!out->subscribe(Delivery{.kind = Delivery::Kind::flush}, local_subscriber(in)))
    throw std::runtime_error(
        fmt::format("{}: {} does not accept {} as a subscriber", wire.place, out->full_name(), in->full_name()));
}

class LoadedController final : public Controller {
 public:
  LoadedController(std::string name, std::shared_ptr<Component> component, std::shared_ptr<Component> bridge,
                   std::vector<ControllerWire> wires, bool is_driven)
      : name_(std::move(name)),
        component_(std::move(component)),
        bridge_(std::move(bridge)),
        wires_(std::move(wires)),
        is_driven_(is_driven) {
    component_->tick_apart();
    component_->report_no_puts();
  }

  const std::string& name() const override { return name_; }
  void look(std::function<void()>) override {}
  bool is_there() const override { return true; }
  std::string problem() const override { return {}; }

  void start() override {
    for (const ControllerWire& wire : wires_) connect_here(wire, *bridge_, *component_);
    activate();
  }

  Tick tick() override {
    if (component_->has_left()) return std::exchange(has_left_, true) ? Tick::is_away : Tick::has_failed;
    const auto contexts = component_->owned_contexts();
    if (contexts.empty() || !contexts.front()->is_ticked()) return Tick::untimed;
    pass(*contexts.front());
    const Component::Status status = component_->status();
    if (status.state == State::on) has_been_on_ = true;
    if (status.state == State::fault) {
      if (!has_been_on_ && std::exchange(is_reset_, true))
        throw std::runtime_error(fmt::format("{} cannot be activated: {}", name_, status.fault));
      if (!has_been_on_) activate();
      return Tick::at_fault;
    }
    return puts_later(*contexts.front()) ? Tick::begun : Tick::done;
  }

  void restart() override {
    const auto contexts = component_->owned_contexts();
    if (contexts.empty() || component_->has_left()) return;
    component_->switch_off();
    if (contexts.front()->is_ticked()) pass(*contexts.front());
    activate();
  }

  void stop() override {
    const auto contexts = component_->owned_contexts();
    if (contexts.empty() || component_->has_left()) return;
    component_->switch_off();
    if (contexts.front()->is_ticked()) pass(*contexts.front());
  }

 private:
  void activate() {
    if (!component_->switch_on()) throw std::runtime_error(fmt::format("{} cannot be activated", name_));
  }
  /// Components that are driven have watchdogs, too.
  void pass(ExecutionContext& context) {
    if (is_driven_)
      component_->tick();
    else
      context.tick();
  }
  /// Whether threads may put values after the tick.
  bool puts_later(const ExecutionContext& context) const {
    return !is_driven_ && (context.type() != kSynchronousContext || !component_->may_wait_for_peers());
  }

  const std::string name_;
  const std::shared_ptr<Component> component_, bridge_;
  const std::vector<ControllerWire> wires_;
  const bool is_driven_;
  bool has_been_on_ = false, is_reset_ = false, has_left_ = false;
};

}  // namespace

std::unique_ptr<Controller> make_loaded_controller(std::string name, std::shared_ptr<Component> component,
                                                   std::shared_ptr<Component> bridge, std::vector<ControllerWire> wires,
                                                   const ControlTools& tools) {
  return std::make_unique<LoadedController>(std::move(name), std::move(component), std::move(bridge), std::move(wires),
                                            tools.manager.environment().driven);
}

}  // namespace rtm
