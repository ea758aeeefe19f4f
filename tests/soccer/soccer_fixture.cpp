// SPDX-License-Identifier: Apache-2.0
#include "tests/soccer/soccer_fixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "soccer-plugin/soccer_classes.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/monitor/monitor_system.h"
#include "spark/physics/physics_classes.h"
#include "spark/scene/scene.h"
#include "spark/sim/control_aspect.h"
#include "spark/sim/sim_classes.h"
#include "tests/call_method.h"

namespace soccer::test {

using spark::Value;
using spark::Vec3;

namespace {

constexpr std::string_view kScene = "/usr/scene/";

spark::Values numbers(std::initializer_list<double> list) {
  return {list.begin(), list.end()};
}

}  // namespace

SoccerFixture::SoccerFixture(std::uint64_t seed, const Variables& variables) : core(seed) {
  core.log.add_sink(spark::LogLevel::warning,
                    [this](spark::LogLevel, std::string_view line) { log_lines_.emplace_back(line); });
  spark::register_scene_classes(core.classes);
  spark::register_physics_classes(core.classes);
  spark::register_agent_classes(core.classes);
  spark::register_sim_classes(core.classes);
  spark::register_monitor_classes(core.classes);
  register_soccer_classes(core.classes);

  create_variables(variables);
  add_servers();
  add_field();
  add_ball();
  world_ = &find<spark::World>("world");
  game_control_ = &find<spark::GameControlServer>("/sys/server/gamecontrol");
  game_ = core.find_first<GameStateAspect>();
  ball_state_ = core.find_first<BallStateAspect>();
  for (auto* aspect : game_control_->aspects()) aspect->prepare();
}

void SoccerFixture::create_variables(const Variables& variables) {
  const auto create = [&](std::string_view name, Value value) {
    core.variables.create(fmt::format("Soccer.{}", name), value);
  };
  create("FieldLength", 104.0);
  create("FieldWidth", 68.0);
  create("FieldHeight", 40.0);
  create("GoalWidth", 7.32);
  create("GoalDepth", 2.0);
  create("GoalHeight", 1.6);
  create("BorderSize", 10.0);
  create("LineWidth", 0.08);
  create("FreeKickDistance", 9.15);
  create("AutomaticKickOff", false);
  create("WaitBeforeKickOff", 2.0);
  create("AgentMass", 75.0);
  create("AgentRadius", 0.22);
  create("AgentMaxSpeed", 10.0);
  create("BallRadius", 0.111);
  create("BallMass", 0.43);
  create("RuleGoalPauseTime", 3.0);
  create("RuleKickInPauseTime", 1.0);
  create("RuleHalfTime", 300.0);
  create("RuleDropBallTime", std::int64_t{30});
  create("SingleHalfTime", false);
  create("UseOffside", true);
  for (const auto& [name, value] : variables) core.variables.set(fmt::format("Soccer.{}", name), value);
}

void SoccerFixture::add_servers() {
  make("oxygen/PhysicsServer", "/sys/server/physics");
  make("oxygen/SceneServer", "/sys/server/scene");
  make("oxygen/MonitorServer", "/sys/server/monitor");
  make("oxygen/GameControlServer", "/sys/server/gamecontrol");
  make("oxygen/SpadesServer", "/sys/server/spades");
  call("/sys/server/scene", "createScene", {std::string(kScene)});
  call("/sys/server/monitor", "registerMonitorSystem", {std::string("SexpMonitor")});
  call("/sys/server/monitor", "registerMonitorItem", {std::string("GameStateItem")});
  call("/sys/server/gamecontrol", "initEffector", {std::string("CreateEffector")});
  for (const char* aspect : {"GameStateAspect", "BallStateAspect", "SoccerRuleAspect"})
    call("/sys/server/gamecontrol", "initControlAspect", {std::string(aspect)});
}

void SoccerFixture::add_field() {
  const SoccerConfig c = SoccerConfig::read(core.variables);
  const double l = c.field_length / 2, w = c.field_width / 2, border = c.border_size / 2;
  make("oxygen/World", "world");
  call("world", "setGravity", numbers({0, 0, -9.81}));
  make("oxygen/Space", "space");

  const auto add_plane = [&](const std::string& name, std::initializer_list<double> plane) {
    make("oxygen/PlaneCollider", name);
    call(name, "setParams", numbers(plane));
    make("oxygen/ContactJointHandler", name + "/contact");
  };
  add_plane("Floor", {0, 0, 1, 0});
  add_plane("W1", {1, 0, 0, -l - border});
  add_plane("W2", {-1, 0, 0, -l - border});
  add_plane("W3", {0, 1, 0, -w - border});
  add_plane("W4", {0, -1, 0, -w - border});

  add_flag("Flag", "1_l", -l, -w);
  add_flag("Flag", "2_l", -l, w);
  add_flag("Flag", "1_r", l, -w);
  add_flag("Flag", "2_r", l, w);
  add_flag("Goal", "1_l", -l, -c.goal_width / 2);
  add_flag("Goal", "2_l", -l, c.goal_width / 2);
  add_flag("Goal", "1_r", l, -c.goal_width / 2);
  add_flag("Goal", "2_r", l, c.goal_width / 2);

  make("oxygen/BoxCollider", "FieldBox");
  call("FieldBox", "setBoxLengths", numbers({c.field_length, c.field_width, c.field_height}));
  call("FieldBox", "setPosition", numbers({0, 0, c.field_height / 2}));
  make("oxygen/RecorderHandler", "FieldBox/recorder");
  add_goal("GoalBoxL", -1);
  add_goal("GoalBoxR", 1);
}

void SoccerFixture::add_flag(std::string_view name, std::string_view id, double x, double y) {
  const std::string path = fmt::format("{}_{}", name, id);
  make("FieldFlag", path);
  call(path, "setLocalPos", numbers({x, y, 0}));
  make("ObjectState", path + "/ObjectState");
  call(path + "/ObjectState", "setPerceptName", {std::string(name)});
  call(path + "/ObjectState", "setID", {std::string(id)});
}

void SoccerFixture::add_goal(std::string_view name, double side) {
  const SoccerConfig c = SoccerConfig::read(core.variables);
  const std::string path(name);
  make("oxygen/BoxCollider", path);
  call(path, "setBoxLengths", numbers({c.goal_depth, c.goal_width, c.goal_height}));
  call(path, "setPosition", numbers({side * (c.field_length + c.goal_depth) / 2, 0, c.goal_height / 2}));
  make("oxygen/RecorderHandler", path + "/recorder");

  const double x = side * (c.field_length / 2 + c.goal_depth / 2 - c.line_width);
  const auto add_box = [&](const std::string& part, Vec3 centre, Vec3 size) {
    make("oxygen/Transform", path + '/' + part);
    call(path + '/' + part, "setLocalPos", numbers({centre.x, centre.y, centre.z}));
    make("oxygen/BoxCollider", path + '/' + part + "/geometry");
    call(path + '/' + part + "/geometry", "setBoxLengths", numbers({size.x, size.y, size.z}));
  };
  const double post_y = c.goal_width / 2 + c.line_width / 2;
  const double post_z = c.goal_height / 2 + c.line_width / 2;
  const Vec3 post{c.goal_depth, c.line_width, c.goal_height};
  add_box("bar", {x, 0, c.goal_height + c.line_width / 2}, {c.goal_depth, c.goal_width - 0.1, c.line_width});
  add_box("leftPost", {x, -post_y, post_z}, post);
  add_box("rightPost", {x, post_y, post_z}, post);
}

void SoccerFixture::add_ball() {
  const SoccerConfig c = SoccerConfig::read(core.variables);
  ball_ = &dynamic_cast<Ball&>(make("Ball", "Ball"));
  call("Ball", "setLocalPos", numbers({0, 0, 10}));
  make("oxygen/Body", "Ball/physics");
  call("Ball/physics", "setSphereTotal", numbers({c.ball_mass, c.ball_radius}));
  make("oxygen/DragController", "Ball/physics/drag");
  call("Ball/physics/drag", "setAngularDrag", numbers({0}));
  call("Ball/physics/drag", "setLinearDrag", numbers({0.3}));
  make("oxygen/SphereCollider", "Ball/geometry");
  call("Ball/geometry", "setRadius", numbers({c.ball_radius}));
  make("oxygen/RecorderHandler", "Ball/geometry/recorder");
  make("oxygen/ContactJointHandler", "Ball/geometry/contact");
  make("ObjectState", "Ball/ObjectState");
  call("Ball/ObjectState", "setPerceptName", {std::string("Ball")});
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
  const SoccerConfig c = SoccerConfig::read(core.variables);
  const std::string path = agent.name() + '/';
  make("oxygen/Body", path + "physics");
  call(path + "physics", "setSphereTotal", numbers({c.agent_mass, c.agent_radius}));
  make("oxygen/VelocityController", path + "physics/maxVelCtr");
  call(path + "physics/maxVelCtr", "setMaxVelocity", numbers({c.agent_max_speed}));
  make("oxygen/DragController", path + "physics/drag");
  call(path + "physics/drag", "setAngularDrag", numbers({12}));
  call(path + "physics/drag", "setLinearDrag", numbers({12}));
  make("oxygen/SphereCollider", path + "geometry");
  call(path + "geometry", "setRadius", numbers({c.agent_radius}));
  make("oxygen/ContactJointHandler", path + "geometry/contact");
  auto& state = dynamic_cast<AgentState&>(make("AgentState", path + "AgentState"));
  make("InitEffector", path + "InitEffector");
  make("DriveEffector", path + "DriveEffector");
  call(path + "DriveEffector", "setForceFactor", numbers({35.0 * 12.0 / 100.0}));
  call(path + "DriveEffector", "setSigma", numbers({0.005}));
  call(path + "DriveEffector", "setConsumption", numbers({120.0 * 75.0 * 12.0 * 4.0}));
  make("KickEffector", path + "KickEffector");
  call(path + "KickEffector", "setKickMargin", numbers({0.07}));
  call(path + "KickEffector", "setForceFactor", numbers({0.7}));
  call(path + "KickEffector", "setTorqueFactor", numbers({0.1}));
  call(path + "KickEffector", "setNoiseParams", numbers({0.4, 0.02, 0.9, 4.5}));
  call(path + "KickEffector", "setSteps", {std::int64_t{10}});
  call(path + "KickEffector", "setMaxPower", numbers({100}));
  call(path + "KickEffector", "setAngleRange", numbers({0, 50}));
  make("BeamEffector", path + "BeamEffector");
  make("SayEffector", path + "SayEffector");
  make("CatchEffector", path + "CatchEffector");
  call(path + "CatchEffector", "setCatchMargin", numbers({0.8}));
  make("PanTiltEffector", path + "PanTiltEffector");
  call(path + "PanTiltEffector", "setMaxPanAngleDelta", {std::int64_t{90}});
  call(path + "PanTiltEffector", "setMaxTiltAngleDelta", {std::int64_t{10}});
  make("RestrictedVisionPerceptor", path + "VisionPerceptor");
  call(path + "VisionPerceptor", "setSenseMyPos", {false});
  call(path + "VisionPerceptor", "addNoise", {true});
  call(path + "VisionPerceptor", "setStaticSenseAxis", {true});
  call(path + "VisionPerceptor", "setViewCones", {std::int64_t{90}, std::int64_t{90}});
  call(path + "VisionPerceptor", "setPanRange", {std::int64_t{-180}, std::int64_t{180}});
  call(path + "VisionPerceptor", "setTiltRange", {std::int64_t{-10}, std::int64_t{10}});
  make("GameStatePerceptor", path + "GameStatePerceptor");
  make("AgentStatePerceptor", path + "AgentStatePerceptor");
  make("HearPerceptor", path + "HearPerceptor");
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
