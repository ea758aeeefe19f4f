// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/rt_component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gateways/rtm/component/ports.h"
#include "spark/core/log.h"
#include "spark/core/source_place.h"

namespace rtm {

using namespace spark;
namespace {

constexpr double kLongestWatchdog = 3.6e6;  // ms
constexpr int kMostBits = 32;

template <typename... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
  throw std::runtime_error(fmt::format(format, std::forward<Args>(args)...));
}

template <typename Port>
Port* port_of(std::vector<Port>& ports, const std::string& name) {
  const auto found = std::ranges::find(ports, name, &Port::port);
  return found == ports.end() ? nullptr : &*found;
}

template <typename Port>
void check_new(std::vector<Port>& ports, const std::string& name) {
  if (!is_name(name))
    refuse("'{}' is no name of a port: 1 to 64 printable characters, no blank, '/', '.' and '\\'", printable(name));
  if (port_of(ports, name)) refuse("there is a port '{}' of that direction already", name);
  if (ports.size() >= kMostPorts) refuse("more than {} ports", kMostPorts);
}

ComponentPlan::Scale scale_of(const Values& values) {
  ComponentPlan::Scale scale;
  if (values.size() > 2) refuse("expected gain and offset, and nothing behind them");
  const auto number = [&](std::size_t place, double otherwise) {
    if (values.size() <= place) return otherwise;
    const auto given = as_real(values[place]);
    if (!given || !std::isfinite(*given)) refuse("{} is no finite number", describe(values[place]));
    return *given;
  };
  scale.gain = number(0, 1.0);
  scale.offset = number(1, 0.0);
  return scale;
}

}  // namespace

double ComponentPlan::Digitizer::operator()(double value) const {
  const double steps = std::ldexp(1.0, bits) - 1.0;
  const double code = std::round((std::clamp(value, low, high) - low) / (high - low) * steps);
  return low + code * (high - low) / steps;
}

void RtComponent::linked() {
  plan_.place = place_name(core());
  spark::BaseNode::linked();
}

void RtComponent::add_in_port(const std::string& port, const std::string& effector, const std::string& parameter,
                              const Values& gain_and_offset) {
  check_new(plan_.ins, port);
  plan_.ins.push_back({.port = port,
                       .place = place_name(core()),
                       .effector = effector,
                       .parameter = parameter,
                       .scale = scale_of(gain_and_offset),
                       .watchdog = {}});
}

void RtComponent::add_out_port(const std::string& port, const std::string& path, const Values& gain_and_offset) {
  check_new(plan_.outs, port);
  plan_.outs.push_back(
      {.port = port, .place = place_name(core()), .path = path, .scale = scale_of(gain_and_offset), .digitizer = {}});
}

void RtComponent::set_digitizer(const std::string& port, double low, double high, int bits) {
  auto* out = port_of(plan_.outs, port);
  if (!out) refuse("there is no OutPort '{}'", printable(port));
  if (!(low < high) || bits < 1 || bits > kMostBits)
    refuse("expected a range and 1 to {} bits, not {} to {} and {}", kMostBits, low, high, bits);
  out->digitizer = ComponentPlan::Digitizer{low, high, bits};
}

void RtComponent::set_watchdog(const std::string& port, double ms, const std::string& neutral) {
  auto* in = port_of(plan_.ins, port);
  if (!in) refuse("there is no InPort '{}'", printable(port));
  const auto value = rtm::neutral(neutral);
  if (!value) refuse("'{}': expected hold, zero or keep", printable(neutral));
  if (ms < 0 || ms > kLongestWatchdog) refuse("{} ms: expected 0 (none) to {}", ms, kLongestWatchdog);
  in->watchdog = Watchdog::Time(std::llround(ms * 1e6));
  in->neutral = *value;
}

void RtComponent::add_constant(ComponentPlan::Constant constant) {
  if (plan_.constants.size() >= kMostPorts) refuse("more than {} of setOn and setOff", kMostPorts);
  constant.place = place_name(core());
  plan_.constants.push_back(std::move(constant));
}

void RtComponent::set_on(const std::string& effector, const std::string& parameter, double value) {
  add_constant({effector, parameter, value, true});
}

void RtComponent::set_off(const std::string& effector, const std::string& parameter, double value) {
  add_constant({effector, parameter, value, false});
}

void RtComponent::set_port_type(const std::string& port, const std::string& type) {
  const auto value = value_type(type);
  if (!value) refuse("'{}': expected float, double, long, boolean, string, floats or doubles", printable(type));
  auto* in = port_of(plan_.ins, port);
  auto* out = port_of(plan_.outs, port);
  if (!in && !out) refuse("there is no port '{}'", printable(port));
  if (in) in->type = *value;
  if (out) out->type = *value;
}

ComponentPlan RtComponent::plan() const {
  ComponentPlan plan = plan_;
  plan.type = name();
  if (plan.category.empty()) plan.category = plan.type;
  return plan;
}

void register_rt_component(ClassRegistry& classes) {
  classes.add<RtComponent>("RtComponent", "oxygen/BaseNode", "Says that devices of the agent above are a component.")
      .method("setCategory", &RtComponent::set_category, "text", "What kind of thing it is, for people.")
      .method("addInPort", &RtComponent::add_in_port, "port, effector, parameter, gain and offset...",
              "Values of the port go to that parameter: gain * value + offset, 1 and 0 unless given.")
      .method("addOutPort", &RtComponent::add_out_port, "port, path of a percept, gain and offset...",
              "The port tells gain * number + offset, 1 and 0 unless given.")
      .method("setDigitizer", &RtComponent::set_digitizer, "port, low, high, bits",
              "Limits an OutPort's values and rounds them to 2^bits ones.")
      .method("setWatchdog", &RtComponent::set_watchdog, "port, time (ms), neutral (hold, zero, keep)",
              "What happens when the stream of values stops for that long; 0: nothing.")
      .method("setOn", &RtComponent::set_on, "effector, parameter, value",
              "The effector is told so with every order while the component is on.")
      .method("setOff", &RtComponent::set_off, "effector, parameter, value",
              "The effector is told so when the component is switched off.")
      .method("setPortType", &RtComponent::set_port_type, "port, type",
              "float (unless set), double, long, boolean, string, floats or doubles.");
}

}  // namespace rtm
