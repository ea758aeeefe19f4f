// SPDX-License-Identifier: Apache-2.0
#include "tests/soccer-plugin/soccer_fixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "soccer-plugin/soccer_classes.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/sim/control_aspect.h"
#include "tests/support/call_method.h"
#include "tests/support/folders.h"
#include "tests/support/log_lines.h"
#include "tests/support/pure_ode.h"

namespace soccer::test {

using spark::Value;
using spark::Vec3;

namespace {

constexpr std::string_view kScene = "/usr/scene/";

spark::Values numbers(std::initializer_list<double> list) {
  return {list.begin(), list.end()};
}

}  // namespace

void provide_game(server::Assembly& assembly) {
  assembly.scripts().bundles().provide("soccer", register_soccer_classes);
  assembly.core.script_path = {source_folder() + "/scripts"};
  assembly.core.scene_path = {source_folder() + "/scenes"};
}

SoccerFixture::SoccerFixture(std::uint64_t seed, const Variables& variables, const std::string& profile)
    : assembly(seed) {
  keep_lines(core.log, log_lines_);
  provide_game(assembly);
  server::Assembly::SetUp set_up{
      "rcssserver3D.rb",
      profile,
      {{"Soccer.FieldLength", "104"}, {"Soccer.FieldWidth", "68"}, {"Soccer.BallMass", "0.43"}}};
  for (const auto& [name, value] : variables)
    set_up.variables.emplace_back(fmt::format("Soccer.{}", name),
                                  spark::as_text(value).value_or(spark::describe(value)));
  if (is_pure_ode()) set_up.variables.emplace_back("Physics.LoneBodies", "false");
  set_up.strict = true;
  assembly.run_script(set_up);

  world_ = &find<spark::World>("world");
  game_control_ = &find<spark::GameControlServer>("/sys/server/gamecontrol");
  game_ = core.find_first<GameStateAspect>();
  ball_state_ = core.find_first<BallStateAspect>();
  ball_ = &find<Ball>("Ball");
  game_control_->prepare();
}

spark::AgentAspect& SoccerFixture::connect(Vec3 position) {
  const int id = agents_++;
  const std::string path = fmt::format("AgentAspect{}", id);
  auto& agent = dynamic_cast<spark::AgentAspect&>(make("oxygen/AgentAspect", path));
  agent.set_id(id);
  agent.set_local_pos(position);
  make("CreateEffector", path + "/_CreateEffector");
  for (auto* aspect : game_control_->aspects()) aspect->agent_connected(agent);
  return agent;
}

AgentState& SoccerFixture::create_parts(spark::AgentAspect& agent) {
  const Vec3 position = agent.world_pose().position;
  act(agent, "(create)");
  auto& state = find<AgentState>(fmt::format("{}/AgentState", agent.name()));
  place(state, position);
  return state;
}

AgentState& SoccerFixture::add_agent(Vec3 position) {
  return create_parts(connect(position));
}

AgentState& SoccerFixture::add_player(Side side, int unum, Vec3 position) {
  game_->roster().join("foo");
  game_->roster().join("bar");
  AgentState& player = add_agent(position);
  act(player, fmt::format("(init (unum {})(teamname {}))", unum, side == Side::left ? "foo" : "bar"));
  if (player.side != side) throw std::runtime_error("the player could not join its team");
  place(player, position);
  return player;
}

void SoccerFixture::disconnect(spark::AgentAspect& agent) {
  for (auto* aspect : game_control_->aspects()) aspect->agent_disappearing(agent);
  agent.parent()->remove(agent);
}

void SoccerFixture::step(int steps) {
  const double seconds = core.clock.step_seconds();
  for (int i = 0; i < steps; ++i) {
    world_->step(seconds);
    core.clock.advance();
    for (auto* aspect : game_control_->aspects()) aspect->update(seconds);
  }
}

std::string SoccerFixture::sense(spark::AgentAspect& agent) {
  std::string text;
  spark::SexpPerceptWriter writer(text);
  agent.sense(writer);
  return text;
}

void SoccerFixture::place(AgentState& player, Vec3 position) {
  if (!player.body().place_at_rest(position)) throw std::runtime_error("a player cannot be placed there");
  player.agent().set_world_pose({position, spark::kIdentity3});
}

void SoccerFixture::place_ball(Vec3 position) {
  ball_->place(position);
  ball_->set_world_pose({position, spark::kIdentity3});
}

void SoccerFixture::silence(AgentState& player) {
  call(player, "DriveEffector", "setSigma", numbers({0}));
  call(player, "KickEffector", "setNoiseParams", numbers({0, 0, 0, 0}));
  call(player, "PanTiltEffector", "setSigma", numbers({0}));
  call(player, "VisionPerceptor", "addNoise", {false});
}

void SoccerFixture::call(std::string_view path, std::string_view method, const spark::Values& arguments) {
  if (call_method(find_leaf(path), method, arguments) != Value(true))
    throw std::runtime_error(fmt::format("{}: {} was refused", path, method));
}

void SoccerFixture::call(const AgentState& player, std::string_view part, std::string_view method,
                         const spark::Values& arguments) {
  call(fmt::format("{}/{}", player.agent().name(), part), method, arguments);
}

bool SoccerFixture::logged(std::string_view text) const {
  return std::any_of(log_lines_.begin(), log_lines_.end(),
                     [&](const std::string& line) { return line.find(text) != line.npos; });
}

spark::Leaf& SoccerFixture::find_leaf(std::string_view path) {
  const std::string full = path.starts_with('/') ? std::string(path) : fmt::format("{}{}", kScene, path);
  spark::Leaf* leaf = core.root().find(full);
  if (!leaf) throw std::runtime_error(full + " does not exist");
  return *leaf;
}

spark::Leaf& SoccerFixture::make(std::string_view class_name, std::string_view path) {
  return core.create(class_name, path.starts_with('/') ? std::string(path) : fmt::format("{}{}", kScene, path));
}

}  // namespace soccer::test
