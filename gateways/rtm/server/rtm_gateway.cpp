// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/rtm_gateway.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "gateways/rtm/component/module_folders.h"
#include "spark/core/core.h"
#include "spark/net/loop.h"

namespace rtm {

using namespace spark;

RtmGateway::RtmGateway(Options options, Script script, GatewayContext& context)
    : options_(std::move(options)),
      script_(std::move(script)),
      has_components_(!script_.robots.empty() || !script_.loaded.empty() || options_.show_agents),
      log_(context.core.log),
      mistakes_(context.mistakes),
      clock_(context.core.clock),
      log_folder_(context.log_folder),
      answered_(context.loop, [] {}),
      exchange_(options_.lock_step, [this] { answered_.raise(); }),
      orb_(options_.orb, log_),
      publisher_(orb_, NamingSettings{options_.name_server, log_folder_ / "ior"}, context.loop.clock()),
      manager_(environment(context), module_folders(), &publisher_) {
  for (std::size_t i = 0; i < script_.robots.size(); ++i)
    robots_.push_back(std::make_unique<Robot>(i, script_.robots[i], times(), context.loop.clock(), log_));
  has_benches_ = std::ranges::any_of(script_.robots, &RobotOffer::is_bench);
  for (const std::string& module : script_.modules) manager_.load(module);
}

RtmGateway::~RtmGateway() {
  shut_down(std::chrono::milliseconds(0));
}

Environment RtmGateway::environment(GatewayContext& context) {
  const auto time = [this, seconds = clock_.step_seconds()] {
    return std::chrono::nanoseconds(std::llround(1e9 * seconds * static_cast<double>(now())));
  };
  const auto told = [this](const OutPort& port, const Value& value) {
    if (port_log_) port_log_->write(now(), port.component_name(), port.name(), value);
  };
  return {.log = log_,
          .real_clock = context.loop.clock(),
          .time = time,
          .driven = options_.lock_step,
          .call_timeout = options_.orb.call_timeout,
          .told = options_.port_log ? std::function<void(const OutPort&, const Value&)>(told) : nullptr,
          .patience = options_.patience};
}

/// In lock-step the world may be ahead of a period that nobody waits for yet.
Step RtmGateway::now() const {
  return options_.lock_step && periods_ ? periods_->step() : clock_.now();
}

std::unique_ptr<AnswerTimes> RtmGateway::times() const {
  if (!options_.lock_step) return std::make_unique<PresentTimes>(clock_);
  const bool for_ever = options_.sync_timeout <= std::chrono::nanoseconds::zero();
  return std::make_unique<WaitedTimes>(clock_, for_ever ? std::chrono::nanoseconds::max() : options_.sync_timeout);
}

std::vector<std::string> RtmGateway::own_types() const {
  std::vector<std::string> all;
  for (const auto& robot : robots_) all.push_back(robot->offer().name);
  return all;
}

std::vector<std::string> RtmGateway::own_agents() const {
  return own_types();
}

void RtmGateway::begin() {
  if (options_.port_log) port_log_ = std::make_unique<PortLog>(log_folder_, log_);
  periods_ = std::make_unique<Periods>(Periods::Parts{exchange_, manager_, mistakes_, options_.watchdog,
                                                      port_log_.get(), robots_.size(), options_.show_agents},
                                       std::move(script_.loaded), std::move(script_.wishes));
  periods_->begin();
}

void RtmGateway::start(AgentId agent, const std::string& type) {
  const auto found = std::ranges::find(robots_, type, [](const auto& robot) { return robot->offer().name; });
  if (found == robots_.end()) throw std::runtime_error(fmt::format("the script has no robot '{}'", type));
  if ((*found)->id() >= 0) throw std::runtime_error(fmt::format("robot '{}' is there already", type));
  (*found)->came(agent);
  to_greet_.push_back(agent);
}

Robot* RtmGateway::find(AgentId agent) const {
  const auto found = std::ranges::find(robots_, agent, [](const auto& robot) { return robot->id(); });
  return found == robots_.end() ? nullptr : found->get();
}

std::optional<AgentTiming> RtmGateway::timing(AgentId agent) const {
  const Robot* robot = find(agent);
  if (!robot || !robot->offer().is_bench) return std::nullopt;
  return AgentTiming{options_.period, 0, 0};
}

ShownAgent* RtmGateway::find_shown(AgentId agent) const {
  const auto found = shown_.find(agent);
  return found == shown_.end() ? nullptr : found->second.get();
}

void RtmGateway::agent_entered(AgentId agent, const AgentAspect& body) {
  if (Robot* robot = find(agent))
    robot->entered(body);
  else
    shown_[agent] = std::make_unique<ShownAgent>(robots_.size() + static_cast<std::size_t>(agent), agent, body);
}

void RtmGateway::agent_left(AgentId agent) {
  if (Robot* robot = find(agent)) robot->left();
  if (ShownAgent* shown = find_shown(agent)) shown->left();
}

PerceptWriter* RtmGateway::begin_copy(AgentId agent, Step arrival) {
  ShownAgent* shown = find_shown(agent);
  return shown && !shown->is_gone() ? &shown->begin_copy(arrival) : nullptr;
}

PerceptWriter& RtmGateway::begin_sensation(AgentId agent, Step generated, Step arrival) {
  return find(agent)->begin_sensation(generated, arrival);
}

void RtmGateway::end_sensation(AgentId agent, Step next_arrival) {
  find(agent)->end_sensation(next_arrival);
  has_sensations_ = true;
}

void RtmGateway::expect_sensation(AgentId agent, Step arrival) {
  find(agent)->expect_sensation(arrival);
}

Step RtmGateway::earliest_act(AgentId agent) const {
  const Robot* robot = find(agent);
  return robot ? robot->earliest_act() : std::numeric_limits<Step>::max();
}

bool RtmGateway::wait_no_longer(AgentId agent) {
  if (Robot* robot = find(agent)) robot->wait_no_longer();
  return true;
}

std::optional<AgentReport> RtmGateway::report(AgentId agent) const {
  const Robot* robot = find(agent);
  if (!robot) return std::nullopt;
  return robot->report();
}

std::vector<std::string> RtmGateway::tallies() const {
  const CorbaPublisher::Counts counts = publisher_.counts();
  return {fmt::format("rtm: {} values in, {} out, {} refused, {} overwritten, {} watchdogs", counts.values_in,
                      counts.values_out, counts.refused, counts.overwritten, counts.watchdogs)};
}

void RtmGateway::drop(AgentId agent) {
  if (Robot* robot = find(agent)) robot->left();
}

void RtmGateway::shut_down(std::chrono::milliseconds) {
  if (std::exchange(is_down_, true)) return;
  if (periods_) periods_->end();
  manager_.shut_down();
  orb_.shut_down();
}

}  // namespace rtm
