// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/server/rtm_gateway.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <future>
#include <limits>
#include <stdexcept>

#include "gateways/rtm/component/module_folders.h"
#include "gateways/rtm/server/world_component.h"
#include "spark/core/core.h"
#include "spark/core/flush_on_abort.h"
#include "spark/core/log_files.h"
#include "spark/net/loop.h"
#include "spark/physics/world.h"

namespace rtm {
namespace {

/// The limit for one attempt to switch a component of another program; the next attempt follows, and the end of the
/// server waits for it.
constexpr std::chrono::milliseconds kSwitchAttempt{1000};

/// The time limit for ending the components, in addition to the time that remote calls take meanwhile.
constexpr std::chrono::seconds kEndTimeout{10};
constexpr int kCallsAtEnd = 10;

}  // namespace

RtmGateway::RtmGateway(Options options, Script script, spark::GatewayContext& context)
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
      publisher_(
          orb_,
          NamingSettings{options_.name_server, log_folder_ / spark::kReferenceFolder.name, options_.naming_format},
          context.loop.clock()),
      manager_(environment(context), module_folders(), &publisher_),
      snapshots_(clock_.step_seconds()),
      control_tools_{.manager = manager_,
                     .orb = orb_,
                     .name_server = options_.name_server,
                     .publisher = &publisher_,
                     .robots = &snapshots_},
      controls_(control_settings(), context.loop.clock(), log_) {
  for (std::size_t i = 0; i < script_.robots.size(); ++i)
    robots_.push_back(std::make_unique<Robot>(i, script_.robots[i], times(), context.loop.clock(), log_));
  has_benches_ = std::ranges::any_of(script_.robots, &RobotOffer::is_bench);
  for (const std::string& module : script_.modules) manager_.load(module);
  if (has_components_)
    world_ = std::make_shared<WorldRun>(
        WorldRun::Parts{context.commands, context.run_control, clock_, context.loop.clock(), log_},
        options_.orb.call_timeout);
  if (options_.name_server != "none") names_ = naming_service(orb_, options_.name_server, context.loop.clock());
  if (const auto* world = context.core.find_first<spark::World>()) {
    const spark::Vec3 gravity = world->gravity();
    control_tools_.gravity = {gravity.x, gravity.y, gravity.z};
  }
  make_pictures(context);
  make_parts();
}

RtmGateway::~RtmGateway() {
  shut_down(std::chrono::milliseconds(0));
}

RobotControls::Settings RtmGateway::control_settings() {
  const auto asks = [](const RobotOffer& robot) {
    return std::ranges::any_of(robot.parts, &PartOffer::asks_for_robots);
  };
  const bool asks_for_robots = std::ranges::any_of(script_.robots, asks);
  // One robot may delay the answers of the others by less than the time for which the world waits.
  return {.lock_step = options_.lock_step,
          .is_alone = script_.robots.size() == 1 && !options_.show_agents,
          .ready_limit = options_.ready_limit,
          .answer_limit = options_.sync_timeout * 3 / 4,
          .snapshots = asks_for_robots ? &snapshots_ : nullptr,
          .deliver = [this](Answer& answer) { deliver(answer); },
          .changed = [this] { answered_.raise(); }};
}

void RtmGateway::make_pictures(spark::GatewayContext& context) {
  const auto wants_some = [](const RobotOffer& robot) {
    return std::ranges::any_of(robot.parts, &PartOffer::wants_pictures);
  };
  if (std::ranges::none_of(script_.robots, wants_some)) return;
  std::vector<std::string> labels;
  for (const RobotOffer& robot : script_.robots) labels.push_back(fmt::format("robot {}", robot.name));
  pictures_ = std::make_unique<RobotPictures>(RobotPictures::Parts{
      context.core, context.programs, context.loop.clock(),
      PictureLink::Settings{.lock_step = options_.lock_step, .timeout = options_.orb.call_timeout}, std::move(labels)});
}

void RtmGateway::make_parts() {
  control_tools_.names = names_.get();
  control_tools_.watchdog = options_.watchdog;
  control_tools_.tick_timeout = options_.tick_timeout;
  control_tools_.find_component = [this](const std::string& name) { return periods_->find(name); };
  control_tools_.adopt = [this](const std::shared_ptr<Component>& component) { periods_->adopt(component); };
  control_tools_.load = [this](const std::string& module) { return periods_->load(module); };
  for (std::size_t i = 0; i < robots_.size(); ++i)
    for (const PartOffer& part : robots_[i]->offer().parts)
      parts_[i].push_back(part.make(control_start(i), control_tools_));
  for (const auto& [robot, parts] : parts_)
    for (const auto& part : parts) control_rows_ += part->tallies().size();
  if (control_rows_ > 0) ++control_rows_;
}

/// Contexts that subscribe are ticked after the control of robots, so a clock is needed only if robots have
/// controllers.
void RtmGateway::begin_clock() {
  if (controls_.is_empty()) return;
  clock_generator_ = std::make_unique<ClockGenerator>(orb_, clock_.step_seconds(), [this] { answered_.raise(); });
  try {
    publisher_.bind(ClockGenerator::kName, ClockGenerator::kName);
  } catch (const NamesUnavailable& problem) {
    log_.warning("rtm: {} has no name: {}", ClockGenerator::kName, problem.what());
  }
}

/// Whether the world waits until this robot has acted.
bool RtmGateway::is_awaited(const Robot& robot) const {
  return robot.id() >= 0 && !robot.is_gone() && robot.earliest_act() <= clock_.now();
}

void RtmGateway::follow_clock() {
  if (!clock_generator_ || !to_greet_.empty()) return;
  const auto is_to_be_controlled = [this](const auto& robot) {
    return robot->offer().is_controlled() && is_awaited(*robot);
  };
  clock_generator_->follow(clock_.now(), !options_.lock_step || std::ranges::none_of(robots_, is_to_be_controlled));
}

ControlStart RtmGateway::control_start(std::size_t robot) const {
  const RobotOffer& offer = robots_[robot]->offer();
  return {offer.name, clock_.step_seconds(), offer.timing.sense_interval,
          pictures_ ? &pictures_->source(robot) : nullptr};
}

/// Passes the parts to the threads that will call them.
void RtmGateway::hand_over_parts() {
  control_tools_.peers = client_.get();
  control_tools_.port_log = port_log_.get();
  for (auto& [robot, parts] : parts_) controls_.add(robot, control_start(robot), std::move(parts), port_log_.get());
  parts_.clear();
}

/// Called on the thread of a robot.
void RtmGateway::deliver(Answer& answer) {
  thread_local AnswerList list;
  std::swap(list.add(answer.robot), answer);
  exchange_.answer(list);
}

Environment RtmGateway::environment(spark::GatewayContext& context) {
  const auto time = [this, seconds = clock_.step_seconds()] {
    return std::chrono::nanoseconds(std::llround(1e9 * seconds * static_cast<double>(now())));
  };
  const auto log_value = [this](const OutPort& port, const Value& value) {
    if (port_log_) port_log_->write(now(), port.component_name(), port.name(), value);
  };
  return {.log = log_,
          .real_clock = context.loop.clock(),
          .time = time,
          .driven = options_.lock_step,
          .call_timeout = options_.orb.call_timeout,
          .on_put = options_.port_log ? std::function<void(const OutPort&, const Value&)>(log_value) : nullptr,
          .switch_on_timeout = options_.switch_on_timeout};
}

/// In lock-step the world may be ahead of the period in progress, if it does not wait for that period yet.
spark::Step RtmGateway::now() const {
  return options_.lock_step && periods_ ? periods_->step() : clock_.now();
}

std::unique_ptr<spark::AnswerTimes> RtmGateway::times() const {
  if (!options_.lock_step) return std::make_unique<spark::PresentTimes>(clock_);
  const bool for_ever = options_.sync_timeout <= std::chrono::nanoseconds::zero();
  return std::make_unique<spark::WaitedTimes>(clock_,
                                              for_ever ? std::chrono::nanoseconds::max() : options_.sync_timeout);
}

spark::GatewayTraits RtmGateway::traits() {
  spark::GatewayTraits traits;
  for (const auto& robot : robots_) traits.own_types.push_back(robot->offer().name);
  traits.own_agents = traits.own_types;
  traits.wants_real_time = !options_.lock_step && has_components_;
  traits.tallies = {[this] { return tally(); }};
  if (pictures_) traits.tallies.emplace_back([this] { return "rtm: " + pictures_->tally(); });
  for (std::size_t i = 0; i < control_rows_; ++i)
    traits.tallies.emplace_back([this, i] { return control_table().at(i); });
  traits.observer = this;
  traits.observes_others = options_.show_agents;
  return traits;
}

/// If the file cannot be opened, the match continues without a log of ports.
void RtmGateway::open_port_log() {
  if (!options_.port_log) return;
  try {
    port_log_ = std::make_unique<PortLog>(log_folder_ / spark::kPortLog.name, log_);
  } catch (const std::runtime_error& error) {
    log_.error("cannot write {}; there is no log of ports", error.what());
  }
}

void RtmGateway::begin() {
  if (pictures_) pictures_->begin();
  open_port_log();
  std::set<std::string> controllers;
  for (const auto& robot : robots_)
    for (const PartOffer& part : robot->offer().parts)
      controllers.insert(part.controllers.begin(), part.controllers.end());
  periods_ = std::make_unique<Periods>(
      Periods::Parts{exchange_, manager_, mistakes_, options_.watchdog, port_log_.get(), robots_.size(),
                     options_.show_agents, world_ ? make_world_component(world_) : nullptr, controls_,
                     std::move(controllers)},
      std::move(script_.loaded), std::move(script_.set_points));
  if (options_.name_server != "none") {
    NamingSettings naming;
    naming.name_server = options_.name_server;
    client_ = std::make_unique<Client>(orb_, naming, manager_.environment().real_clock);
    peers_ = peer_tools();
    periods_->look_among(peers_);
  }
  hand_over_parts();
  begin_clock();
  periods_->begin();
}

PeerTools RtmGateway::peer_tools() {
  return {.connect = [this](const std::string& out, const std::string& in) { client_->connect(out, in); },
          .change =
              [this](const std::string& component, bool on) {
                if (on)
                  client_->switch_on(component, kSwitchAttempt);
                else
                  client_->switch_off(component);
              },
          .timeout = options_.peer_timeout};
}

spark::AgentGateway::Coming RtmGateway::start(spark::AgentId agent, const std::string& type) {
  const auto found = std::ranges::find(robots_, type, [](const auto& robot) { return robot->offer().name; });
  if (found == robots_.end()) throw std::runtime_error(fmt::format("the script has no robot '{}'", type));
  if ((*found)->id() >= 0) throw std::runtime_error(fmt::format("robot '{}' already exists", type));
  (*found)->came(agent);
  to_greet_.push_back(agent);
  return (*found)->offer().is_controlled() ? Coming::held : Coming::started;
}

Robot* RtmGateway::find(spark::AgentId agent) const {
  const auto found = std::ranges::find(robots_, agent, [](const auto& robot) { return robot->id(); });
  return found == robots_.end() ? nullptr : found->get();
}

std::optional<spark::AgentTiming> RtmGateway::timing(spark::AgentId agent) const {
  const Robot* robot = find(agent);
  if (!robot || !robot->offer().is_bench) return std::nullopt;
  return robot->offer().timing;
}

ShownAgent* RtmGateway::find_shown(spark::AgentId agent) const {
  const auto found = shown_.find(agent);
  return found == shown_.end() ? nullptr : found->second.get();
}

void RtmGateway::agent_entered(spark::AgentId agent, const spark::AgentAspect& body) {
  if (Robot* robot = find(agent)) {
    robot->entered(body);
    if (pictures_) pictures_->entered(robot->number(), body);
  } else {
    shown_[agent] = std::make_unique<ShownAgent>(robots_.size() + agent.index(), agent, body);
  }
}

void RtmGateway::agent_left(spark::AgentId agent) {
  if (Robot* robot = find(agent)) {
    robot->left();
    if (pictures_) pictures_->left(robot->number());
  }
  if (ShownAgent* shown = find_shown(agent)) shown->left();
}

spark::PerceptWriter* RtmGateway::begin_copy(spark::AgentId agent, spark::Step arrival) {
  ShownAgent* shown = find_shown(agent);
  return shown && !shown->is_gone() ? &shown->begin_copy(arrival) : nullptr;
}

spark::PerceptWriter& RtmGateway::begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) {
  return find(agent)->begin_sensation(generated, arrival, clock_.begin());
}

void RtmGateway::end_sensation(spark::AgentId agent, spark::Step next_arrival) {
  find(agent)->end_sensation(next_arrival);
  has_sensations_ = true;
}

void RtmGateway::expect_sensation(spark::AgentId agent, spark::Step arrival) {
  find(agent)->expect_sensation(arrival);
}

spark::Step RtmGateway::earliest_act(spark::AgentId agent) const {
  const Robot* robot = find(agent);
  if (!robot) return std::numeric_limits<spark::Step>::max();
  if (!clock_generator_ || !options_.lock_step || !robot->offer().is_controlled()) return robot->earliest_act();
  // The world waits until the contexts of this step have been ticked; which contexts are due in the next step is known
  // only when that begins.
  const spark::Step begun = clock_.now() + (clock_generator_->is_behind() ? 0 : 1);
  return std::min(robot->earliest_act(), begun - robot->offer().timing.action_latency);
}

bool RtmGateway::wait_no_longer(spark::AgentId agent) {
  if (Robot* robot = find(agent)) robot->wait_no_longer();
  return true;
}

std::optional<spark::AgentReport> RtmGateway::report(spark::AgentId agent) const {
  const Robot* robot = find(agent);
  if (!robot) return std::nullopt;
  return robot->report();
}

std::string RtmGateway::tally() const {
  const CorbaPublisher::Counts counts = publisher_.counts();
  return fmt::format("rtm: {} values in, {} out, {} refused, {} overwritten, {} watchdogs", counts.values_in,
                     counts.values_out, counts.refused, counts.overwritten, counts.watchdogs);
}

/// A heading, and a row for each controller. The delays of a robot are in each of its rows.
std::vector<std::string> RtmGateway::control_table() const {
  std::vector<std::string> lines{fmt::format("{:<12} {:<16} {:>9} {:>9} {:>7} {:>8} {:>8} {:>8} {:>9} {:>9} {:>9}",
                                             "robot", "controller", "periods", "ticks", "misses", "failures", "refused",
                                             "limited", "p50 steps", "p99 steps", "max steps")};
  for (const RobotControls::Row& row : controls_.table()) {
    const Robot& robot = *robots_[row.robot];
    const StepDelays& delays = robot.delays();
    const ControlTally& tally = row.tally;
    lines.push_back(fmt::format("{:<12.12} {:<16.16} {:>9} {:>9} {:>7} {:>8} {:>8} {:>8} {:>9} {:>9} {:>9}",
                                robot.offer().name, tally.controller, tally.periods, tally.ticks, tally.misses,
                                tally.failures, tally.refusals, tally.clamped, delays.quantile(0.5),
                                delays.quantile(0.99), delays.most()));
  }
  lines.resize(control_rows_);
  return lines;
}

void RtmGateway::drop(spark::AgentId agent) {
  if (Robot* robot = find(agent)) robot->left();
}

void RtmGateway::shut_down(std::chrono::milliseconds) {
  if (std::exchange(is_down_, true)) return;
  if (world_) world_->end();
  if (pictures_) pictures_->end();
  end_components();
  orb_.shut_down();
}

/// A callback in this process that never returns cannot be ended, so the process is ended instead.
void RtmGateway::end_components() {
  auto ending = std::async(std::launch::async, [this] {
    if (periods_) periods_->end();
    controls_.end();
    if (clock_generator_) {
      publisher_.unbind(ClockGenerator::kName);
      clock_generator_->end();
    }
    manager_.shut_down();
  });
  const auto limit = kEndTimeout + options_.switch_on_timeout + kCallsAtEnd * options_.orb.call_timeout;
  if (ending.wait_for(limit) == std::future_status::ready) return ending.get();
  log_.error("rtm: a component in the server, or a call to another one, does not return; the process ends without it");
  spark::flush_before_abort("rtm: the components do not end");
  std::_Exit(EXIT_FAILURE);
}

/// Robots with controllers are ready when the controllers of all robots are.
void RtmGateway::greet(spark::AgentGatewayListener& listener) {
  if (to_greet_.empty()) return;
  const bool are_ready = controls_.are_ready();
  std::erase_if(to_greet_, [&](spark::AgentId agent) {
    if (!are_ready && find(agent)->offer().is_controlled()) return false;
    listener.agent_ready(agent);
    return true;
  });
}

void RtmGateway::receive(spark::AgentGatewayListener& listener) {
  if (world_) world_->follow();
  controls_.check();
  greet(listener);
  const bool is_period_begun = hand_over(listener);
  // Most answers arrive sooner than this thread could be woken for them.
  if (is_period_begun && options_.lock_step &&
      std::ranges::any_of(robots_, [this](const auto& robot) { return is_awaited(*robot); }))
    exchange_.wait_briefly();
  if (exchange_.take(answers_))
    for (std::size_t i = 0; i < answers_.count; ++i) carry_out(answers_.all[i], listener);
  const bool may_take_long = controls_.may_take_long();
  if (!may_take_long || options_.ready_limit > options_.ready_limit.zero())
    for (const auto& robot : robots_)
      robot->check_timeout(may_take_long ? options_.ready_limit : options_.ready_limit.zero());
  follow_clock();
  // By then every mistake has been logged, not only the first.
  if (periods_->is_complete()) mistakes_.end_if_strict();
}

/// Returns whether there was something to deliver.
bool RtmGateway::hand_over(spark::AgentGatewayListener& listener) {
  has_sensations_ = false;
  for (const auto& robot : robots_) robot->deliver(period_, listener, clock_);
  if (pictures_ && period_.sensed_count > 0) pictures_->show(clock_.now());
  const bool is_period_begun = submit();
  // Agents of other gateways have a period of their own, because how far the world is ahead of robots does not depend
  // on simulated time.
  for (const auto& [agent, shown] : shown_) shown->deliver(period_, clock_.now());
  return submit() || is_period_begun;
}

bool RtmGateway::submit() {
  if (!has_benches_) period_.is_control = period_.sensed_count > 0;
  if (period_.is_empty()) return false;
  if (period_.step < 0) period_.step = clock_.now();
  exchange_.submit(period_);
  return true;
}

void RtmGateway::carry_out(const Answer& answer, spark::AgentGatewayListener& listener) {
  if (answer.robot < robots_.size())
    robots_[answer.robot]->act(answer, listener, clock_.begin());
  else if (ShownAgent* shown = find_shown(spark::AgentId::at(answer.robot - robots_.size())))
    shown->act(answer, listener, clock_.now());
}

}  // namespace rtm
