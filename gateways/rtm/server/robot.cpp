// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/robot.h"

#include <fmt/format.h>

#include <algorithm>

#include "gateways/rtm/server/rt_component.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/log.h"

namespace rtm {

using namespace spark;
namespace {

/// A robot without any percept has its components after so many sensations.
constexpr int kSeenAtMost = 3;

EffectorForm form_of(const Effector& effector) {
  EffectorForm form;
  form.predicate = effector.predicate();
  const auto parameters = effector.parameters();
  for (std::size_t i = 0; i < std::min(parameters.size(), Arguments::kMaxArguments); ++i) {
    const bool is_text = parameters[i].kind == Parameter::Kind::text;
    const Range range = is_text ? Range{} : effector.range(i);
    form.parameters.push_back({std::string(parameters[i].name), is_text, range.most});
  }
  return form;
}

}  // namespace

Robot::Robot(std::size_t number, RobotOffer offer, std::unique_ptr<AnswerTimes> times, const RealClock& real_clock,
             Log& log)
    : number_(number),
      offer_(std::move(offer)),
      times_(std::move(times)),
      real_clock_(real_clock),
      log_(log),
      label_(fmt::format("robot {}", offer_.name)) {}

void Robot::left() {
  body_ = nullptr;
  is_gone_ = true;
}

PerceptWriter& Robot::begin_sensation(Step arrival) {
  if (waiting_ == sensations_.size()) sensations_.emplace_back();
  Sensation& sensation = sensations_[waiting_++];
  sensation.arrival = arrival;
  sensation.percepts.clear();
  return sensation.percepts;
}

void Robot::end_sensation(Step next_arrival) {
  times_->expect_sensation(next_arrival);
  // From now on the world waits for its answer.
  if (times_->sends_at_once()) times_->sensation_sent(sensations_[waiting_ - 1].arrival, real_clock_.now());
}

void Robot::deliver(Period& period, AgentGatewayListener& listener, Step now) {
  if (is_gone_ && std::exchange(is_described_, false)) period.gone.push_back(number_);
  while (waiting_ > 0 && (times_->sends_at_once() || sensations_.front().arrival <= now)) {
    PerceptArray& percepts = sensations_.front().percepts;
    if (!times_->sends_at_once()) times_->sensation_sent(sensations_.front().arrival, real_clock_.now());
    if (!is_born()) {
      act_at_birth(listener);
    } else {
      if (!is_described_ && body_) describe(period, percepts);
      period.is_control = period.is_control || offer_.is_bench;
      Sensed& sensed = period.add_sensed();
      sensed.robot = number_;
      std::swap(sensed.percepts, percepts);
    }
    std::rotate(sensations_.begin(), sensations_.begin() + 1, sensations_.end());
    --waiting_;
  }
}

void Robot::act_at_birth(AgentGatewayListener& listener) {
  if (const auto stamp = next_stamp()) listener.agent_acted(id_, *stamp, offer_.acts[next_act_++]);
}

void Robot::describe(Period& period, const PerceptArray& percepts) {
  if (percepts.items().empty() && ++seen_since_birth_ < kSeenAtMost) return;
  is_described_ = true;
  period.newcomers.push_back(newcomer());
}

Newcomer Robot::newcomer() {
  Newcomer one{.robot = number_, .label = label_, .components = {}, .effectors = {}};
  // Only for looking: nothing of the body is changed but by acts.
  visit_children_first(const_cast<AgentAspect&>(*body_), [&](Leaf& leaf) {
    if (const auto* component = dynamic_cast<const RtComponent*>(&leaf)) one.components.push_back(component->plan());
  });
  effectors_.clear();
  const auto add_form = [this](const std::string& predicate) {
    const Effector* effector = body_->effector(predicate);
    if (effector && std::ranges::find(effectors_, predicate, &EffectorForm::predicate) == effectors_.end())
      effectors_.push_back(form_of(*effector));
  };
  for (const ComponentPlan& plan : one.components) {
    for (const ComponentPlan::In& in : plan.ins) add_form(in.effector);
    for (const ComponentPlan::Constant& constant : plan.constants) add_form(constant.effector);
  }
  one.effectors = effectors_;
  return one;
}

std::optional<Step> Robot::next_stamp() {
  const AnswerTimes::Act act = times_->act(0, real_clock_.now());
  if (act.refusal) {
    ++statistics_.counts.refused;
    return std::nullopt;
  }
  if (act.first) {
    ++statistics_.counts.cycles;
    statistics_.thinking.add(act.thinking);
  }
  ++statistics_.counts.acts;
  if (act.late) ++statistics_.counts.late_acts;
  return act.stamp;
}

void Robot::act(const Answer& answer, AgentGatewayListener& listener) {
  const auto stamp = next_stamp();
  if (!stamp || !body_) return;
  actions_.clear();
  for (std::size_t i = 0; i < answer.count; ++i) add(answer.orders[i]);
  if (!actions_.all().empty()) listener.agent_acted(id_, *stamp, actions_.all());
}

void Robot::add(const Order& order) {
  const EffectorForm& form = effectors_[order.effector];
  const Effector* effector = body_->effector(form.predicate);
  if (!effector) return;  // it has lost it since
  if (order.kind == Order::Kind::rest) {
    actions_.rest(form.predicate);
    return;
  }
  std::array<double, Arguments::kMaxArguments> current{};
  effector->current(std::span(current).first(form.parameters.size()));
  const auto parameters = effector->parameters();
  actions_.add(form.predicate);
  for (std::size_t i = 0; i < form.parameters.size(); ++i) {
    if (order.numbers[i])
      actions_.real(*order.numbers[i]);
    else if (order.text_parameter == i)
      actions_.text(order.text);
    else if (form.parameters[i].is_text || parameters[i].named)
      actions_.skip();
    else
      actions_.real(current[i]);
  }
}

void Robot::look_at_patience() {
  if (times_->loses_patience(real_clock_.now()))
    log_.complain(label_, "its components have not answered in time; until they do the world does not wait for them");
}

}  // namespace rtm
