// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/device.h"

#include <algorithm>
#include <cmath>

#include "gateways/rtm/server/port_log.h"

namespace rtm {

using spark::PerceptArray;
namespace {

/// Numbers that are no float become the nearest that is one.
template <typename Number>
Number narrowed(double number) {
  if (!std::isfinite(number)) return 0;
  const double most = std::numeric_limits<Number>::max();
  return static_cast<Number>(std::clamp(std::is_integral_v<Number> ? std::round(number) : number, -most, most));
}

}  // namespace

void Device::find_percepts(const PerceptPaths& paths) {
  for (Out& out : outs_) out.place = paths.find(out.plan.path);
}

/// False if the percept is not there.
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
        } else if constexpr (std::is_arithmetic_v<Content>) {
          content = narrowed<Content>(number(0));
        } else {
          content.resize(out.place.count);
          for (std::size_t i = 0; i < out.place.count; ++i)
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

/// Powered, at rest where it is.
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
  look_at_watchdogs();
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
