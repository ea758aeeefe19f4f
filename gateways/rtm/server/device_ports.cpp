// SPDX-License-Identifier: Apache-2.0
//
// What a device is made of.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "gateways/rtm/server/device.h"

namespace rtm {
namespace {

constexpr const char* kAllParameters = "*";

bool is_sequence(ValueType type) {
  return type == ValueType::floats || type == ValueType::doubles;
}

/// The place of the parameter, by its name or its number.
std::optional<std::size_t> parameter_of(const EffectorForm& effector, const std::string& name) {
  const auto found = std::ranges::find(effector.parameters, name, &EffectorForm::Parameter::name);
  if (found != effector.parameters.end()) return found - effector.parameters.begin();
  std::size_t place = 0;
  const char* const last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data(), last, place);
  if (error != std::errc() || end != last || place >= effector.parameters.size()) return std::nullopt;
  return place;
}

}  // namespace

Device::Device(const ComponentPlan& plan, const std::vector<EffectorForm>& effectors, const PerceptPaths& paths,
               Watchdog::Time usual_watchdog, std::vector<ComponentPlan::Mistake>& mistakes)
    : RobotComponent(plan.type) {
  set_category(plan.category);
  for (const ComponentPlan::In& in : plan.ins) add_in(in, effectors, usual_watchdog, mistakes);
  for (const ComponentPlan::Constant& constant : plan.constants) add_constant(constant, effectors, mistakes);
  for (Used& one : used_) one.numbers = one.on;
  for (const ComponentPlan::Out& out : plan.outs) add_out(out, paths, mistakes);
}

void Device::add_out(const ComponentPlan::Out& plan, const PerceptPaths& paths,
                     std::vector<ComponentPlan::Mistake>& mistakes) {
  const PerceptPaths::Place place = paths.find(plan.path);
  if (place.count == 0) {
    mistakes.push_back({plan.place, fmt::format("{}.{} is left out: there is no percept {} (there are {})", type(),
                                                plan.port, plan.path, fmt::join(paths.paths(), ", "))});
    return;
  }
  if (plan.type != ValueType::string && paths.is_text(place)) {
    mistakes.push_back({plan.place, fmt::format("{}.{} is left out: {} is a text, not a {}", type(), plan.port,
                                                plan.path, to_string(plan.type))});
    return;
  }
  outs_.push_back({&add_out_port(plan.port, plan.type), plan, place, Value(plan.type)});
}

void Device::add_in(const ComponentPlan::In& plan, const std::vector<EffectorForm>& effectors, Watchdog::Time usual,
                    std::vector<ComponentPlan::Mistake>& mistakes) {
  const auto effector = std::ranges::find(effectors, plan.effector, &EffectorForm::predicate);
  if (effector == effectors.end()) {
    mistakes.push_back(
        {plan.place, fmt::format("{}.{} is left out: there is no effector {}", type(), plan.port, plan.effector)});
    return;
  }
  const bool all = plan.parameter == kAllParameters;
  const auto parameter = all ? std::optional<std::size_t>(0) : parameter_of(*effector, plan.parameter);
  const std::size_t count = all ? effector->parameters.size() : 1;
  const bool is_right = parameter && count > 0 && count <= spark::Arguments::kMaxArguments &&
                        all == is_sequence(plan.type) &&
                        std::all_of(effector->parameters.begin() + static_cast<std::ptrdiff_t>(*parameter),
                                    effector->parameters.begin() + static_cast<std::ptrdiff_t>(*parameter + count),
                                    [&](const auto& one) { return one.is_text == (plan.type == ValueType::string); });
  if (!is_right) {
    mistakes.push_back({plan.place, fmt::format("{}.{} is left out: {} has no parameter {} for a {}", type(), plan.port,
                                                plan.effector, plan.parameter, to_string(plan.type))});
    return;
  }
  InPort& port = add_in_port(plan.port, plan.type);
  port.watchdog().set(plan.watchdog.value_or(usual), plan.neutral);
  ins_.push_back(
      {&port, plan, static_cast<std::size_t>(effector - effectors.begin()), *parameter, count, Value(plan.type)});
  used(ins_.back().effector);
}

void Device::add_constant(const ComponentPlan::Constant& constant, const std::vector<EffectorForm>& effectors,
                          std::vector<ComponentPlan::Mistake>& mistakes) {
  const auto effector = std::ranges::find(effectors, constant.effector, &EffectorForm::predicate);
  const auto parameter = effector == effectors.end() ? std::nullopt : parameter_of(*effector, constant.parameter);
  if (!parameter || effector->parameters[*parameter].is_text) {
    mistakes.push_back({constant.place, fmt::format("{}: there is no number {} of an effector {}", type(),
                                                    constant.parameter, constant.effector)});
    return;
  }
  Used& one = used(static_cast<std::size_t>(effector - effectors.begin()));
  (constant.is_on ? one.on : one.off)[*parameter] = constant.value;
}

Device::Used& Device::used(std::size_t effector) {
  const auto found = std::ranges::find(used_, effector, &Used::effector);
  if (found != used_.end()) return *found;
  return used_.emplace_back(Used{effector, {}});
}

}  // namespace rtm
