// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/device/rt_component.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gateways/rtm/component/ports.h"
#include "spark/core/log.h"
#include "spark/core/source_place.h"

namespace rtm {
namespace {

constexpr double kLongestWatchdog = 3.6e6;  // ms
constexpr int kMaxBits = 32;

template <typename... Args>
[[noreturn]] void refuse_part(fmt::format_string<Args...> format, Args&&... args) {
  throw std::runtime_error(fmt::format(format, std::forward<Args>(args)...));
}

template <typename Port>
Port* port_of(std::vector<Port>& ports, const std::string& name) {
  const auto found = std::ranges::find(ports, name, &Port::port);
  return found == ports.end() ? nullptr : &*found;
}

template <typename Port>
void check_new(std::vector<Port>& ports, const std::string& name) {
  if (!is_name(name)) refuse_part("{}", not_a_name(name, "a port"));
  if (port_of(ports, name)) refuse_part("there already is a port '{}' of that direction", name);
  if (ports.size() >= kMaxPorts) refuse_part("more than {} ports", kMaxPorts);
}

ComponentPlan::Scale scale_of(const spark::Values& values) {
  ComponentPlan::Scale scale;
  if (values.size() > 2) refuse_part("expected gain and offset, and nothing after them");
  const auto number = [&](std::size_t place, double otherwise) {
    if (values.size() <= place) return otherwise;
    const auto given = spark::as_real(values[place]);
    if (!given || !std::isfinite(*given)) refuse_part("{} is not a finite number", spark::describe(values[place]));
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
                              const spark::Values& gain_and_offset) {
  check_new(plan_.ins, port);
  plan_.ins.push_back({.port = port,
                       .place = place_name(core()),
                       .effector = effector,
                       .parameter = parameter,
                       .scale = scale_of(gain_and_offset),
                       .watchdog = {}});
}

void RtComponent::add_out_port(const std::string& port, const std::string& path, const spark::Values& gain_and_offset) {
  check_new(plan_.outs, port);
  plan_.outs.push_back(
      {.port = port, .place = place_name(core()), .path = path, .scale = scale_of(gain_and_offset), .digitizer = {}});
}

void RtComponent::set_digitizer(const std::string& port, double low, double high, int bits) {
  auto* out = port_of(plan_.outs, port);
  if (!out) refuse_part("there is no OutPort '{}'", spark::printable(port));
  if (!(low < high) || bits < 1 || bits > kMaxBits)
    refuse_part("expected a range and 1 to {} bits, not {} to {} and {}", kMaxBits, low, high, bits);
  out->digitizer = ComponentPlan::Digitizer{low, high, bits};
}

void RtComponent::set_watchdog(const std::string& port, double ms, const std::string& neutral) {
  auto* in = port_of(plan_.ins, port);
  if (!in) refuse_part("there is no InPort '{}'", spark::printable(port));
  const auto value = rtm::neutral(neutral);
  if (!value) refuse_part("'{}': expected hold, zero or keep", spark::printable(neutral));
  if (ms < 0 || ms > kLongestWatchdog) refuse_part("{} ms: expected 0 (none) to {}", ms, kLongestWatchdog);
  in->watchdog = Watchdog::Time(std::llround(ms * 1e6));
  in->neutral = *value;
}

void RtComponent::add_constant(ComponentPlan::Constant constant) {
  if (plan_.constants.size() >= kMaxPorts) refuse_part("more than {} of setOn and setOff", kMaxPorts);
  constant.place = place_name(core());
  plan_.constants.push_back(std::move(constant));
}

void RtComponent::set_on(const std::string& effector, const std::string& parameter, double value) {
  add_constant({effector, parameter, value, true});
}

void RtComponent::set_off(const std::string& effector, const std::string& parameter, double value) {
  add_constant({effector, parameter, value, false});
}

/// All types except characters, since neither percepts nor parameters are characters.
constexpr const char* kTypesOfDevices =
    "float, double, long, boolean, string, floats, doubles, short, ushort, ulong, octet, state, shorts, "
    "longs, ushorts, ulongs, octets, booleans, pose3d, angular_velocity3d or acceleration3d";

void RtComponent::set_port_type(const std::string& port, const std::string& type) {
  const auto value = value_type(type);
  const bool has_characters =
      value && (*value == ValueType::character || *value == ValueType::chars || *value == ValueType::strings);
  if (!value || has_characters) refuse_part("'{}': expected {}", spark::printable(type), kTypesOfDevices);
  auto* in = port_of(plan_.ins, port);
  auto* out = port_of(plan_.outs, port);
  if (!in && !out) refuse_part("there is no port '{}'", spark::printable(port));
  if (in) in->type = *value;
  if (out) out->type = *value;
}

ComponentPlan RtComponent::plan() const {
  ComponentPlan plan = plan_;
  plan.type = name();
  if (plan.category.empty()) plan.category = plan.type;
  return plan;
}

void register_rt_component(spark::ClassRegistry& classes) {
  classes.add<RtComponent>("RtComponent", "oxygen/BaseNode", "Makes devices of the agent above it a component.")
      .method("setCategory", &RtComponent::set_category, "text", "The category of the component, for users.")
      .method("addInPort", &RtComponent::add_in_port, "port, effector, parameter, gain and offset...",
              "Values of the port go to that parameter: gain * value + offset, 1 and 0 unless given.")
      .method("addOutPort", &RtComponent::add_out_port, "port, path of a percept, gain and offset...",
              "The port's value is gain * number + offset, 1 and 0 unless given.")
      .method("setDigitizer", &RtComponent::set_digitizer, "port, low, high, bits",
              "Limits an OutPort's values and rounds them to 2^bits levels.")
      .method("setWatchdog", &RtComponent::set_watchdog, "port, time (ms), neutral (hold, zero, keep)",
              "What happens when the stream of values stops for that long; 0: nothing.")
      .method("setOn", &RtComponent::set_on, "effector, parameter, value",
              "The effector gets the value with every action while the component is on.")
      .method("setOff", &RtComponent::set_off, "effector, parameter, value",
              "The effector gets the value when the component is switched off.")
      .method("setPortType", &RtComponent::set_port_type, "port, type",
              fmt::format("What its values are, float unless set: {}.", kTypesOfDevices));
}

}  // namespace rtm
