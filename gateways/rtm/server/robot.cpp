// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/robot.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "gateways/rtm/control/robot_map.h"
#include "gateways/rtm/device/orders.h"
#include "gateways/rtm/device/rt_component.h"
#include "spark/agent/agent_aspect.h"
#include "spark/core/log.h"
#include "spark/physics/body.h"

namespace rtm {
namespace {

/// A robot gets its components with its first percepts, or after this many sensations if it has none.
constexpr int kSeenAtMost = 3;

/// Whether the robot has nothing that controllers could move, and no camera or range finder.
bool is_without_body(const spark::AgentAspect& aspect, const RobotMap& map) {
  const auto is_body = [](spark::Leaf& leaf) { return dynamic_cast<const spark::Body*>(&leaf) != nullptr; };
  bool has_body = false;
  // This only reads the body.
  visit_children_first(const_cast<spark::AgentAspect&>(aspect),
                       [&](spark::Leaf& leaf) { has_body = has_body || is_body(leaf); });
  return !has_body && map.cameras.empty() && map.range_finders.empty();
}

}  // namespace

Robot::Robot(std::size_t number, RobotOffer offer, std::unique_ptr<spark::AnswerTimes> times,
             const spark::RealClock& real_clock, spark::Log& log)
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

void Robot::end_sensation(spark::Step next_arrival) {
  times_->expect_sensation(next_arrival);
  // Sensations that arrive while the components hang are dropped, so that they do not accumulate: only the newest
  // counts.
  if (is_unanswered_ || times_->cannot_recover()) return queue_.drop_last();
  // From now on the world waits for the answer.
  if (times_->sends_at_once()) times_->sensation_sent(queue_.last().arrival, real_clock_.now());
}

void Robot::deliver(Period& period, spark::AgentGatewayListener& listener, const spark::Clock& clock) {
  const spark::Step now = clock.now();
  if (is_gone_ && std::exchange(is_described_, false)) period.gone.push_back(number_);
  while (!queue_.is_empty() && (times_->sends_at_once() || queue_.first().arrival <= now)) {
    spark::PerceptArray& percepts = queue_.first().percepts;
    if (!times_->sends_at_once()) times_->sensation_sent(queue_.first().arrival, real_clock_.now());
    if (queue_.first().generated <= birth_effect_) {
      next_stamp();
    } else if (!is_born()) {
      act_at_birth(listener, clock.begin());
    } else {
      if (!is_described_ && body_) describe(period, percepts);
      // A sensation for which the world waits is delivered at any time, but belongs to the step in which it was
      // perceived.
      if (times_->sends_at_once()) period.step = queue_.first().generated;
      period.is_control = period.is_control || offer_.is_bench;
      Sensed& sensed = period.add_sensed();
      sensed.robot = number_;
      sensed.step = queue_.first().generated;
      sensed.begin = queue_.first().begin;
      std::swap(sensed.percepts, percepts);
    }
    queue_.pop();
  }
}

void Robot::act_at_birth(spark::AgentGatewayListener& listener, spark::Step begin) {
  const auto stamp = next_stamp();
  if (!stamp) return;
  listener.agent_acted(id_, *stamp, offer_.acts[next_act_++]);
  // An act that answers the previous episode counts as sent at the beginning of this one.
  if (offer_.is_controlled()) birth_effect_ = std::max(*stamp, begin) + offer_.timing.action_latency;
}

void Robot::describe(Period& period, const spark::PerceptArray& percepts) {
  if (!offer_.is_controlled() && percepts.items().empty() && ++seen_since_birth_ < kSeenAtMost) return;
  is_described_ = true;
  period.newcomers.push_back(newcomer(percepts));
}

Newcomer Robot::newcomer(const spark::PerceptArray& percepts) {
  Newcomer one{.robot = number_, .label = label_, .place = offer_.place, .components = {}};
  // This only reads the body.
  visit_children_first(const_cast<spark::AgentAspect&>(*body_), [&](spark::Leaf& leaf) {
    if (const auto* component = dynamic_cast<const RtComponent*>(&leaf)) one.components.push_back(component->plan());
  });
  if (offer_.is_controlled()) {
    one.map = std::make_shared<const RobotMap>(make_robot_map(*body_, effectors_));
    if (is_without_body(*body_, *one.map))
      throw std::runtime_error(fmt::format("{}: robot '{}' has no body: its scene {} has not been built", offer_.place,
                                           offer_.name, offer_.scene));
    one.effectors = effectors_;
    return one;
  }
  one.needs_components = offer_.is_bench;
  if (one.components.empty() && offer_.is_shown) {
    one.agent = make_agent_plan(id_.number(), *body_, percepts, effectors_);
    one.effectors = effectors_;
    return one;
  }
  effectors_.clear();
  const auto add_form = [this](const std::string& predicate) {
    const spark::Effector* effector = body_->effector(predicate);
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

std::optional<spark::Step> Robot::next_stamp() {
  const spark::AnswerTimes::Act act = times_->act(0, real_clock_.now());
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

void Robot::act(const Answer& answer, spark::AgentGatewayListener& listener, spark::Step begin) {
  const auto stamp = next_stamp();
  if (!stamp || !body_ || answer.step < begin) return;
  delays_.add(*stamp + offer_.timing.action_latency - answer.step);
  carry_out(answer, effectors_, *body_, *stamp, listener, actions_);
}

void Robot::check_timeout(std::chrono::nanoseconds grace) {
  if (!times_->has_timed_out(real_clock_.now() - grace)) return;
  is_unanswered_ = true;
  log_.complain(label_, "its components have not answered in time; until they do the world does not wait for them");
}

}  // namespace rtm
