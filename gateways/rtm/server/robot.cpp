// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/robot.h"

#include <fmt/format.h>

#include <algorithm>

#include "gateways/rtm/server/orders.h"
#include "gateways/rtm/server/rt_component.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/log.h"

namespace rtm {

using namespace spark;
namespace {

/// A robot without any percept has its components after so many sensations.
constexpr int kSeenAtMost = 3;

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

void Robot::end_sensation(Step next_arrival) {
  times_->expect_sensation(next_arrival);
  // What comes while they hang they need not know when they are back: only the present counts, and nothing piles up.
  if (is_unanswered_ || times_->is_hopeless()) return queue_.drop_last();
  // From now on the world waits for its answer.
  if (times_->sends_at_once()) times_->sensation_sent(queue_.last().arrival, real_clock_.now());
}

void Robot::deliver(Period& period, AgentGatewayListener& listener, Step now) {
  if (is_gone_ && std::exchange(is_described_, false)) period.gone.push_back(number_);
  while (!queue_.is_empty() && (times_->sends_at_once() || queue_.first().arrival <= now)) {
    PerceptArray& percepts = queue_.first().percepts;
    if (!times_->sends_at_once()) times_->sensation_sent(queue_.first().arrival, real_clock_.now());
    if (!is_born()) {
      act_at_birth(listener);
    } else {
      if (!is_described_ && body_) describe(period, percepts);
      // What is waited for is handed over sooner or later, but belongs to the step in which it was perceived.
      if (times_->sends_at_once()) period.step = queue_.first().generated;
      period.is_control = period.is_control || offer_.is_bench;
      Sensed& sensed = period.add_sensed();
      sensed.robot = number_;
      std::swap(sensed.percepts, percepts);
    }
    queue_.pop();
  }
}

void Robot::act_at_birth(AgentGatewayListener& listener) {
  if (const auto stamp = next_stamp()) listener.agent_acted(id_, *stamp, offer_.acts[next_act_++]);
}

void Robot::describe(Period& period, const PerceptArray& percepts) {
  if (percepts.items().empty() && ++seen_since_birth_ < kSeenAtMost) return;
  is_described_ = true;
  period.newcomers.push_back(newcomer(percepts));
}

Newcomer Robot::newcomer(const PerceptArray& percepts) {
  Newcomer one{.robot = number_, .label = label_, .place = offer_.place, .components = {}};
  // Only for looking: nothing of the body is changed but by acts.
  visit_children_first(const_cast<AgentAspect&>(*body_), [&](Leaf& leaf) {
    if (const auto* component = dynamic_cast<const RtComponent*>(&leaf)) one.components.push_back(component->plan());
  });
  one.needs_components = offer_.is_bench;
  if (one.components.empty() && offer_.is_shown) {
    one.agent = make_agent_plan(id_, *body_, percepts, effectors_);
    one.effectors = effectors_;
    return one;
  }
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
  is_unanswered_ = false;
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
  carry_out(answer, effectors_, *body_, *stamp, listener, actions_);
}

void Robot::look_at_patience() {
  if (!times_->loses_patience(real_clock_.now())) return;
  is_unanswered_ = true;
  log_.complain(label_, "its components have not answered in time; until they do the world does not wait for them");
}

}  // namespace rtm
