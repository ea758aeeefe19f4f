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

using namespace spark;
namespace {

/// A copy of the model costs the match as much as some steps; whoever reads descriptions all the time gets one in this
/// time.
constexpr std::chrono::milliseconds kDescriptionInterval{20};
constexpr Step kWorldInterval = 3;  ///< steps from one state of the world to the next that operators get

const Scene* scene_of(Core& core) {
  const auto* scenes = core.find_first<SceneServer>();
  return scenes ? scenes->active_scene() : nullptr;
}

}  // namespace

RctpGateway::RctpGateway(Options options, const std::vector<RobotOffer>& offers, GatewayContext& context)
    : options_(std::move(options)),
      core_(context.core),
      mistakes_(context.mistakes),
      clock_(context.core.clock),
      loop_(context.loop),
      log_folder_(context.log_folder),
      asked_(context.loop, [] {}),
      world_([this] { wake_network(); }),
      model_([this] { asked_.raise(); }, [this] { wake_network(); }) {
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
  network_ = std::make_unique<Network>(
      Network::Options{*options_.port, options_.address, options_.world, options_.silence, clock_.step_seconds()},
      std::move(links), world_, model_, core_.log);
}

RctpGateway::~RctpGateway() {
  shut_down(std::chrono::milliseconds(0));
}

/// The robots of whom there is a log obey it.
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

std::string RctpGateway::notice() const {
  return network_ && *options_.port == 0 ? fmt::format("rctp port {}", network_->port()) : std::string();
}

void RctpGateway::begin() {
  for (const auto& robot : robots_)
    robot->write_to(std::make_unique<OperatorLogWriter>(operator_log_file(log_folder_, robot->name()), core_.log));
  if (network_) network_->begin();
}

void RctpGateway::start(AgentId, const std::string& type) {
  throw std::runtime_error(
      fmt::format("agents of type '{}' are not started: robots are there from the beginning", type));
}

Robot* RctpGateway::find(AgentId agent) const {
  const auto found = std::ranges::find(robots_, agent, [](const auto& robot) { return robot->id(); });
  return found == robots_.end() ? nullptr : found->get();
}

void RctpGateway::agent_entered(AgentId agent, const AgentAspect& body) {
  if (Robot* robot = find(agent)) robot->entered(body);
}

void RctpGateway::agent_left(AgentId agent) {
  if (Robot* robot = find(agent)) robot->left();
}

PerceptWriter& RctpGateway::begin_sensation(AgentId agent, Step, Step arrival) {
  return find(agent)->begin_sensation(arrival);
}

std::optional<AgentReport> RctpGateway::report(AgentId agent) const {
  const Robot* robot = find(agent);
  if (!robot) return std::nullopt;
  return robot->report();
}

void RctpGateway::drop(AgentId agent) {
  if (Robot* robot = find(agent)) robot->left();
}

void RctpGateway::let_arrive(AgentGatewayListener& listener) {
  arrived_ = true;
  for (const auto& robot : robots_)
    if (const auto id = listener.agent_arrived(robot->name())) {
      robot->came(*id);
      listener.agent_ready(*id);
    } else {
      core_.log.error("robot {} has no place in the match, there have been too many agents", robot->name());
    }
}

void RctpGateway::receive(AgentGatewayListener& listener) {
  if (!arrived_) let_arrive(listener);
  const Step now = clock_.now();
  for (const auto& robot : robots_) robot->receive(listener, now);
  mistakes_.end_if_strict();
  if (loop_.now() - described_ >= kDescriptionInterval && model_.is_asked()) describe(now);
  if (shown_ == now) return;
  shown_ = now;
  if (now % kWorldInterval == 0) show_world(now);
  for (const auto& robot : robots_) robot->flush_if_due(loop_.now());
}

void RctpGateway::show_world(Step now) {
  const bool has_readers = world_.has_readers();
  const bool is_first = has_readers && !std::exchange(had_readers_, has_readers);
  had_readers_ = has_readers;
  if (!has_readers) return;
  movers_.refresh(scene_of(core_));
  const auto news = movers_.take_news();
  world_.update([&](WorldState& state) {
    state.step = now;
    const bool is_new_model = std::exchange(state.model, movers_.changes()) != movers_.changes();
    const auto& movers = movers_.movers();
    state.nodes.resize(movers.size());
    const auto tell = [&](std::size_t number) {
      const MoverList::Mover& mover = movers[number];
      WorldNode& node = state.nodes[number];
      node.is_there = mover.serial != 0;
      node.top = mover.top;
      node.pose = mover.pose;
      node.field_of_view.reset();
      if (mover.field_of_view > 0) node.field_of_view = mover.field_of_view;
      node.changed = state.changes;
    };
    if (is_first)
      for (std::size_t number = 0; number < movers.size(); ++number) tell(number);
    else
      for (const MoverList::News& one : news) tell(one.number);
    return is_first || is_new_model || !news.empty();
  });
}

void RctpGateway::describe(Step now) {
  described_ = loop_.now();
  auto model = std::make_shared<Model>();
  model->step = now;
  model->step_seconds = clock_.step_seconds();
  movers_.refresh(scene_of(core_));
  model->looks = movers_.looks();
  model->numbers = movers_.movers().size();
  for (const auto& robot : robots_)
    model->robots.push_back({robot->name(), robot->table().objects(), robot->body() ? robot->body()->serial() : 0});
  model_.answer(std::move(model));
}

void RctpGateway::wake_network() {
  if (network_) network_->wake();
}

void RctpGateway::shut_down(std::chrono::milliseconds patience) {
  if (network_) network_->end(patience);
  for (const auto& robot : robots_) robot->end_log();
}

}  // namespace rctp
