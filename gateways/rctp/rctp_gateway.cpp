// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/rctp_gateway.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/core/late_mistakes.h"
#include "spark/net/loop.h"
#include "spark/scene/scene.h"

namespace rctp {
namespace {

/// A copy of the model costs as much as some steps, so readers of descriptions get at most one in this time.
constexpr std::chrono::milliseconds kDescriptionInterval{20};
constexpr spark::Step kWorldInterval = 3;  ///< steps between two states of the world for operators

const spark::Scene* scene_of(spark::Core& core) {
  const auto* scenes = core.find_first<spark::SceneServer>();
  return scenes ? scenes->active_scene() : nullptr;
}

}  // namespace

RctpGateway::RctpGateway(Options options, const std::vector<RobotOffer>& offers, spark::GatewayContext& context)
    : options_(std::move(options)),
      core_(context.core),
      mistakes_(context.mistakes),
      clock_(context.core.clock),
      loop_(context.loop),
      log_folder_(context.log_folder),
      model_requested_(context.loop, [] {}),
      world_([this] { wake_network(); }),
      model_([this] { model_requested_.raise(); }, [this] { wake_network(); }) {
  for (const RobotOffer& offer : offers) {
    RobotLink& link = *links_.emplace_back(std::make_unique<RobotLink>(offer.name, [this] { wake_network(); }));
    robots_.push_back(
        std::make_unique<Robot>(offer, Robot::Parts{link, core_.log, mistakes_, clock_.step_seconds(), context.timing,
                                                    options_.world != Network::World::none}));
  }
  if (!options_.replay.empty()) replay();
  if (!options_.port) return;
  std::vector<RobotLink*> links;
  for (const auto& link : links_) links.push_back(link.get());
  network_ = std::make_unique<Network>(Network::Options{.port = *options_.port,
                                                        .address = options_.address,
                                                        .world = options_.world,
                                                        .silence = options_.silence,
                                                        .patience = options_.patience,
                                                        .step_seconds = clock_.step_seconds(),
                                                        .secret = options_.secret,
                                                        .modules = options_.modules,
                                                        .trusted_origins = options_.trusted_origins},
                                       std::move(links), world_, model_, core_.log);
}

RctpGateway::~RctpGateway() {
  shut_down(std::chrono::milliseconds(0));
}

/// A robot with a log in the folder follows that log.
void RctpGateway::replay() {
  if (!std::filesystem::is_directory(options_.replay))
    throw std::runtime_error(fmt::format("--replay_operators {}: there is no such folder", options_.replay.string()));
  bool found = false;
  for (const auto& robot : robots_) {
    const auto file = operator_log_file(options_.replay, robot->name());
    if (!std::filesystem::exists(file)) continue;
    robot->replay(read_operator_log(file));
    found = true;
  }
  if (!found)
    throw std::runtime_error(fmt::format("--replay_operators {}: it has no operators' log of a robot of this match",
                                         options_.replay.string()));
}

spark::GatewayTraits RctpGateway::traits() {
  spark::GatewayTraits traits;
  if (network_ && *options_.port == 0) traits.notices = {fmt::format("rctp port {}", network_->port())};
  traits.arrives_at_once = static_cast<int>(robots_.size());
  traits.wants_real_time = options_.port.has_value();
  traits.observer = this;
  return traits;
}

void RctpGateway::begin() {
  for (const auto& robot : robots_)
    robot->write_to(std::make_unique<OperatorLogWriter>(operator_log_file(log_folder_, robot->name()), core_.log));
  if (!network_) return;
  network_->begin();
  if (!network_->is_loopback() && !options_.secret)
    core_.log.warning(
        "rctp port {}: anyone who can reach {} may operate the robots; with --rctp_secret_file only those who know a "
        "secret may",
        network_->port(), options_.address);
}

spark::AgentGateway::Coming RctpGateway::start(spark::AgentId, const std::string& type) {
  throw std::runtime_error(fmt::format("agents of type '{}' are not started: robots exist from the beginning", type));
}

Robot* RctpGateway::find(spark::AgentId agent) const {
  const auto found = std::ranges::find(robots_, agent, [](const auto& robot) { return robot->id(); });
  return found == robots_.end() ? nullptr : found->get();
}

void RctpGateway::agent_entered(spark::AgentId agent, const spark::AgentAspect& body) {
  if (Robot* robot = find(agent)) robot->entered(body);
}

void RctpGateway::agent_left(spark::AgentId agent) {
  if (Robot* robot = find(agent)) robot->left();
}

spark::PerceptWriter& RctpGateway::begin_sensation(spark::AgentId agent, spark::Step, spark::Step arrival) {
  return find(agent)->begin_sensation(arrival);
}

std::optional<spark::AgentReport> RctpGateway::report(spark::AgentId agent) const {
  const Robot* robot = find(agent);
  if (!robot) return std::nullopt;
  return robot->report();
}

void RctpGateway::drop(spark::AgentId agent) {
  if (Robot* robot = find(agent)) robot->left();
}

void RctpGateway::report_robots(spark::AgentGatewayListener& listener) {
  arrived_ = true;
  for (const auto& robot : robots_)
    if (const auto id = listener.agent_arrived(robot->name())) {
      robot->arrived(*id);
      listener.agent_ready(*id);
    } else {
      core_.log.error("robot {} cannot join the match: there have been too many agents", robot->name());
    }
}

void RctpGateway::receive(spark::AgentGatewayListener& listener) {
  if (!arrived_) report_robots(listener);
  const spark::Step now = clock_.now();
  if (std::exchange(episode_, clock_.begin()) != clock_.begin())
    for (const auto& robot : robots_) robot->drop_targets();
  for (const auto& robot : robots_) robot->receive(listener, now);
  mistakes_.end_if_strict();
  if (loop_.now() - described_ >= kDescriptionInterval && model_.is_asked()) describe(now);
  if (shown_ == now) return;
  shown_ = now;
  if (now % kWorldInterval == 0) publish_world(now);
  for (const auto& robot : robots_) robot->flush_if_due(loop_.now());
}

void RctpGateway::publish_world(spark::Step now) {
  const bool has_readers = world_.has_readers();
  const bool is_first = has_readers && !std::exchange(had_readers_, has_readers);
  had_readers_ = has_readers;
  if (!has_readers) return;
  movers_.refresh(scene_of(core_));
  const auto moved = movers_.take_updates();
  world_.update([&](WorldState& state) {
    state.step = now;
    const bool is_new_model = std::exchange(state.model, movers_.changes()) != movers_.changes();
    const auto& movers = movers_.movers();
    state.nodes.resize(movers.size());
    const auto update_node = [&](std::size_t number) {
      const spark::MoverList::Mover& mover = movers[number];
      WorldNode& node = state.nodes[number];
      node.is_there = mover.serial != 0;
      node.top = mover.top;
      node.pose = mover.pose;
      node.field_of_view.reset();
      if (mover.field_of_view > 0) node.field_of_view = mover.field_of_view;
      node.changed = state.changes;
    };
    if (is_first)
      for (std::size_t number = 0; number < movers.size(); ++number) update_node(number);
    else
      for (const spark::MoverList::Update& one : moved) update_node(one.number);
    return is_first || is_new_model || !moved.empty();
  });
}

void RctpGateway::describe(spark::Step now) {
  described_ = loop_.now();
  auto model = std::make_shared<Model>();
  model->step = now;
  model->step_seconds = clock_.step_seconds();
  movers_.refresh(scene_of(core_));
  model->appearance = movers_.appearance();
  model->changes = movers_.changes();
  model->numbers = movers_.movers().size();
  for (const auto& robot : robots_)
    model->robots.push_back({robot->name(), robot->table().objects(), robot->body() ? robot->body()->serial() : 0});
  model_.answer(std::move(model));
}

void RctpGateway::wake_network() {
  if (network_) network_->wake();
}

void RctpGateway::shut_down(std::chrono::milliseconds timeout) {
  if (network_) network_->end(timeout);
  for (const auto& robot : robots_) robot->end_log();
}

}  // namespace rctp
