// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/device/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "gateways/rtm/component/port_log.h"
#include "gateways/rtm/component/value_kinds.h"

namespace rtm {
namespace {

using spark::PerceptArray;

constexpr const char* kAllParameters = "*";

/// Whether values of the type have several numbers, like some percepts and the parameters of some effectors.
bool has_several_numbers(ValueType type) {
  return std::visit(
      [](const auto& content) {
        using Content = std::decay_t<decltype(content)>;
        return is_sequence_of_numbers<Content> || is_vector3d<Content>;
      },
      Value(type).content());
}

/// The index of the parameter with this name or number.
std::optional<std::size_t> parameter_of(const EffectorForm& effector, const std::string& name) {
  const auto found = std::ranges::find(effector.parameters, name, &EffectorForm::Parameter::name);
  if (found != effector.parameters.end()) return found - effector.parameters.begin();
  std::size_t place = 0;
  const char* const last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data(), last, place);
  if (error != std::errc() || end != last || place >= effector.parameters.size()) return std::nullopt;
  return place;
}

/// "a float", "an octet".
std::string with_article(ValueType type) {
  const std::string_view name = to_string(type);
  return fmt::format("{} {}", name.front() == 'a' || name.front() == 'o' ? "an" : "a", name);
}

/// Whether a value of the type can be made of this many numbers: a vector needs exactly its own, a sequence takes any
/// number of them, a scalar needs at least one.
bool takes(ValueType type, std::size_t numbers) {
  const std::size_t size = Value(type).size();
  return has_several_numbers(type) ? size == 0 || size == numbers : numbers >= 1;
}

/// Converts to the nearest number of the type. NaN and infinity become 0.
template <typename Number>
Number narrowed(double number) {
  if (!std::isfinite(number)) return 0;
  if constexpr (std::is_same_v<Number, bool>) return number != 0.0;
  const double most = std::numeric_limits<Number>::max(), least = std::is_signed_v<Number> ? -most : 0.0;
  return static_cast<Number>(std::clamp(std::is_integral_v<Number> ? std::round(number) : number, least, most));
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
    mistakes.push_back({plan.place, fmt::format("{}.{} is left out: {} is a text, not {}", type(), plan.port, plan.path,
                                                with_article(plan.type))});
    return;
  }
  if (!takes(plan.type, place.count)) {
    mistakes.push_back({plan.place, fmt::format("{}.{} is left out: {} has {} number{}, and {} has {}", type(),
                                                plan.port, plan.path, place.count, place.count == 1 ? "" : "s",
                                                with_article(plan.type), Value(plan.type).size())});
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
                        all == has_several_numbers(plan.type) && takes(plan.type, count) &&
                        std::all_of(effector->parameters.begin() + static_cast<std::ptrdiff_t>(*parameter),
                                    effector->parameters.begin() + static_cast<std::ptrdiff_t>(*parameter + count),
                                    [&](const auto& one) { return one.is_text == (plan.type == ValueType::string); });
  if (!is_right) {
    mistakes.push_back({plan.place, fmt::format("{}.{} is left out: {} has no parameter {} for {}", type(), plan.port,
                                                plan.effector, plan.parameter, with_article(plan.type))});
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

void Device::find_percepts(const PerceptPaths& paths) {
  for (Out& out : outs_) out.place = paths.find(out.plan.path);
}

/// Returns false if the percept is missing.
bool Device::read(Out& out, const PerceptArray& percepts) const {
  if (out.place.count == 0) return false;
  const auto number = [&](std::size_t i) {
    double value = out.plan.scale(percepts.items()[out.place.first + i].number);
    if (out.plan.digitizer) value = (*out.plan.digitizer)(value);
    return value;
  };
  std::visit(
      [&](auto& content) {
        using Content = std::decay_t<decltype(content)>;
        if constexpr (std::is_same_v<Content, std::string>) {
          const auto& item = percepts.items()[out.place.first];
          if (item.kind == PerceptArray::Item::Kind::text)
            content = percepts.text_of(item);
          else
            content = to_text(Value(Value::Content(number(0))));
        } else if constexpr (std::is_same_v<Content, bool>) {
          content = number(0) != 0.0;
        } else if constexpr (std::is_same_v<Content, StateCode>) {
          content = StateCode{narrowed<std::int16_t>(number(0))};
        } else if constexpr (is_number<Content>) {
          content = narrowed<Content>(number(0));
        } else if constexpr (is_sequence_of_numbers<Content> || is_vector3d<Content>) {
          if constexpr (is_sequence_of_numbers<Content>) content.resize(out.place.count);
          for (std::size_t i = 0; i < std::min(content.size(), out.place.count); ++i)
            content[i] = narrowed<typename Content::value_type>(number(i));
        }
      },
      out.value.content());
  return true;
}

void Device::sense(const PerceptArray& percepts) {
  if (state() == State::off) return;
  for (Out& out : outs_)
    if (read(out, percepts)) out.port->put(out.value);
}

void Device::on_watchdog(InPort& port) {
  for (In& in : ins_)
    if (in.port == &port) in.has_stopped = true;
}

void Device::take(In& in) {
  if (!in.port->take(in.value)) return;
  in.is_due = true;
  Used& effector = used(in.effector);
  effector.is_due = true;
  for (std::size_t i = 0; i < std::min(in.count, in.value.size()); ++i)
    effector.numbers[in.parameter + i] = in.plan.scale(in.value.number(i));
}

/// Holds the motor: powered, at rest at its present position.
void Device::hold(Used& used, Answer& answer) {
  used.numbers = used.on;
  if (std::ranges::any_of(used.on, [](const auto& number) { return number.has_value(); }))
    answer.add(Order::Kind::set, used.effector).numbers = used.on;
  answer.add(Order::Kind::rest, used.effector);
}

void Device::release(Used& used, Answer& answer) {
  answer.add(Order::Kind::rest, used.effector);
  if (std::ranges::any_of(used.off, [](const auto& number) { return number.has_value(); }))
    answer.add(Order::Kind::set, used.effector).numbers = used.off;
}

void Device::stop(const In& in, Answer& answer) {
  Used& one = used(in.effector);
  if (in.plan.neutral == Neutral::hold) hold(one, answer);
  if (in.plan.neutral == Neutral::zero) {
    one.numbers = one.on;
    answer.add(Order::Kind::rest, in.effector);
  }
}

void Device::act(Answer& answer, spark::Step step, PortLog* log) {
  const bool is_on = state() != State::off;
  if (std::exchange(was_on_, is_on) != is_on)
    for (Used& one : used_) is_on ? hold(one, answer) : release(one, answer);
  if (!is_on) return;
  check_watchdogs();
  for (In& in : ins_) {
    if (std::exchange(in.has_stopped, false)) stop(in, answer);
    take(in);
    if (in.is_due && log) log->write(step, name(), in.port->name(), in.value);
  }
  for (Used& one : used_) {
    if (!std::exchange(one.is_due, false)) continue;
    Order& order = answer.add(Order::Kind::set, one.effector);
    order.numbers = one.numbers;
    for (In& in : ins_) {
      if (in.effector != one.effector || !std::exchange(in.is_due, false)) continue;
      const auto* text = std::get_if<std::string>(&in.value.content());
      if (!text) continue;
      order.text = *text;
      order.text_parameter = in.parameter;
    }
  }
}

}  // namespace rtm
