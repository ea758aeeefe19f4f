// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "spark/physics/body.h"
#include "spark/physics/body_controller.h"
#include "spark/physics/collider.h"
#include "spark/physics/world.h"
#include "tests/support/folders.h"
#include "tests/support/script_stage.h"

// The set-up script and the scenes that come with the server, with stand-ins for the classes of rooms above.

using namespace script_test;
using spark::Value;
using spark::Values;
using spark::Vec3;

namespace {

struct Name {
  char text[40]{};
  template <std::size_t N>
  constexpr Name(const char (&name)[N]) {
    std::copy_n(name, N, text);
  }
};

/// A method that only records its name and arguments.
template <Name N>
bool note(Probe& probe, const Values& arguments) {
  Values call{std::string(N.text)};
  call.insert(call.end(), arguments.begin(), arguments.end());
  probe.taken.push_back(call);
  return true;
}

template <Name... Methods>
void add_stand_in(spark::ClassRegistry& classes, const std::string& name) {
  auto& info = classes.add<Probe>(name, "oxygen/Transform", "Stand-in.");
  (info.method(Methods.text, &note<Methods>, "", ""), ...);
}

void register_soccer_stand_ins(spark::ClassRegistry& classes) {
  add_stand_in<"setPerceptName", "setID">(classes, "ObjectState");
  for (const char* name : {"Ball", "FieldFlag", "AgentState", "InitEffector", "BeamEffector", "SayEffector",
                           "GameStatePerceptor", "AgentStatePerceptor", "HearPerceptor"})
    add_stand_in<>(classes, name);
  add_stand_in<"setForceFactor", "setSigma", "setMaxPower", "setConsumption">(classes, "DriveEffector");
  add_stand_in<"setKickMargin", "setForceFactor", "setTorqueFactor", "setSteps", "setNoiseParams", "setMaxPower",
               "setAngleRange">(classes, "KickEffector");
  add_stand_in<"setHeight", "setFOV">(classes, "PlayerEye");
  add_stand_in<"setCatchMargin">(classes, "CatchEffector");
  add_stand_in<"setSigma", "setMaxPanAngleDelta", "setMaxTiltAngleDelta">(classes, "PanTiltEffector");
  add_stand_in<"setSenseMyPos", "addNoise", "setNoiseParams", "setStaticSenseAxis">(classes, "VisionPerceptor");
  add_stand_in<"setSenseMyPos", "addNoise", "setNoiseParams", "setViewCones", "setPanRange", "setTiltRange">(
      classes, "RestrictedVisionPerceptor");
}

struct Match : Stage {
  explicit Match(std::uint64_t seed = 1) : Stage(seed) {
    core.script_path.emplace_back(source_folder() + "/scripts");
    core.scene_path.emplace_back(source_folder() + "/scenes");
    add_stand_in<"registerMonitorSystem", "registerMonitorItem">(core.classes, "oxygen/MonitorServer");
    add_stand_in<"initParser", "initEffector", "initControlAspect">(core.classes, "oxygen/GameControlServer");
    add_stand_in<"queueAgents">(core.classes, "oxygen/SpadesServer");
    engine.bundles().provide("soccer", &register_soccer_stand_ins);
  }
  void set_up() { engine.run_file("rcssserver3D.rb"); }
  double number(const std::string& name) { return core.variables.real(name).value(); }
  Vec3 size(const std::string& path) {
    auto& box = at<spark::BoxCollider>("/usr/scene/" + path);
    return {box.box_length(0), box.box_length(1), box.box_length(2)};
  }
  Vec3 centre(const std::string& path) {
    dReal bounds[6];
    dGeomGetAABB(at<spark::Collider>("/usr/scene/" + path).id(), bounds);
    return {(bounds[0] + bounds[1]) / 2, (bounds[2] + bounds[3]) / 2, (bounds[4] + bounds[5]) / 2};
  }
  Vec3 place(const std::string& path) { return at<spark::Transform>("/usr/scene/" + path).world_pose().position; }
  /// Arguments of the calls noted by the object: "setSteps 10; setMaxPower 100.0; …".
  std::string calls(const std::string& path) {
    std::string text;
    for (const auto& call : at<Probe>(path).taken) {
      text += text.empty() ? "" : "; ";
      for (std::size_t i = 0; i < call.size(); ++i) text += (i ? " " : "") + spark::as_text(call[i]).value_or("?");
    }
    return text;
  }
  void add_agent(int id) {
    const std::string path = "/usr/scene/AgentAspect" + std::to_string(id);
    core.create("oxygen/Transform", path);
    engine.call("addAgent", {path + '/'});
  }
};

bool near(const Vec3& a, const Vec3& b) {
  return length(a - b) < 1e-9;
}

}  // namespace

TEST_CASE("the match script creates the servers and the scene in the order clients know (behaviour 1.3, 11.1)") {
  Match match;
  match.set_up();
  CHECK(match.log.empty());
  CHECK(match.children("/sys/server") == "log file script random physics scene monitor gamecontrol spades");
  CHECK(match.children("/usr/scene") ==
        "world space Floor W1 W2 W3 W4 Flag_1_l Flag_2_l Flag_1_r Flag_2_r Goal_1_l Goal_2_l Goal_1_r Goal_2_r "
        "FieldBox lawn GoalBoxL GoalBoxR Ball");
  for (const char* wall : {"Floor", "W1", "W2", "W3", "W4"})
    CHECK(match.children(std::string("/usr/scene/") + wall) == "contact");
  CHECK(match.children("/usr/scene/FieldBox") == "recorder");
  for (const char* goal : {"/usr/scene/GoalBoxL", "/usr/scene/GoalBoxR"}) {
    CHECK(match.children(goal) == "recorder bar leftPost rightPost");
    CHECK(match.children(std::string(goal) + "/rightPost") == "geometry");
  }
  CHECK(match.children("/usr/scene/Ball") == "physics geometry ObjectState look");
  CHECK(match.children("/usr/scene/Ball/physics") == "drag");
  CHECK(match.children("/usr/scene/Ball/geometry") == "recorder contact");
  CHECK(match.at<spark::SceneServer>("/sys/server/scene").active_scene() == match.core.root().find("/usr/scene"));

  CHECK(match.calls("/sys/server/monitor") == "registerMonitorSystem SexpMonitor; registerMonitorItem GameStateItem");
  CHECK_THAT(match.calls("/sys/server/gamecontrol"),
             Catch::Contains("initEffector CreateEffector") &&
                 Catch::EndsWith("initControlAspect GameStateAspect; initControlAspect BallStateAspect; "
                                 "initControlAspect SoccerRuleAspect"));
  CHECK(match.calls("/sys/server/spades") == "queueAgents foo 11; queueAgents bar 11");
}

TEST_CASE("field, walls, markers and goals have their places and sizes (behaviour 1.3 to 1.5)") {
  Match match;
  match.core.variables.override_value("Soccer.FieldLength", "100");
  match.core.variables.override_value("Soccer.FieldWidth", "64");
  match.set_up();
  auto& world = match.at<spark::World>("/usr/scene/world");
  CHECK(world.gravity() == Vec3{0, 0, -9.81});
  world.step(0.01);

  const auto plane = [&](const std::string& name) {
    dVector4 p;
    dGeomPlaneGetParams(match.at<spark::Collider>("/usr/scene/" + name).id(), p);
    return std::vector<double>{p[0], p[1], p[2], p[3]};
  };
  CHECK(plane("Floor") == std::vector<double>{0, 0, 1, 0});
  CHECK(plane("W1") == std::vector<double>{1, 0, 0, -55});
  CHECK(plane("W2") == std::vector<double>{-1, 0, 0, -55});
  CHECK(plane("W3") == std::vector<double>{0, 1, 0, -37});
  CHECK(plane("W4") == std::vector<double>{0, -1, 0, -37});

  CHECK(match.place("Flag_1_l") == Vec3{-50, -32, 0});
  CHECK(match.place("Flag_2_r") == Vec3{50, 32, 0});
  CHECK(match.place("Goal_1_r") == Vec3{50, -3.66, 0});
  CHECK(match.place("Goal_2_l") == Vec3{-50, 3.66, 0});
  CHECK(match.calls("/usr/scene/Goal_2_l/ObjectState") == "setPerceptName Goal; setID 2_l");

  CHECK(match.size("FieldBox") == Vec3{100, 64, 40});
  CHECK(near(match.centre("FieldBox"), {0, 0, 20}));
  for (const double side : {-1.0, 1.0}) {
    const std::string goal = side < 0 ? "GoalBoxL" : "GoalBoxR";
    CHECK(match.size(goal) == Vec3{2, 7.32, 1.6});
    CHECK(near(match.centre(goal), {side * 51, 0, 0.8}));
    CHECK(near(match.size(goal + "/bar/geometry"), {2, 7.22, 0.08}));
    CHECK(near(match.centre(goal + "/bar/geometry"), {side * 50.92, 0, 1.64}));
    CHECK(match.size(goal + "/leftPost/geometry") == Vec3{2, 0.08, 1.6});
    CHECK(near(match.centre(goal + "/leftPost/geometry"), {side * 50.92, -3.7, 0.84}));
    CHECK(near(match.centre(goal + "/rightPost/geometry"), {side * 50.92, 3.7, 0.84}));
    CHECK(match.at<spark::Collider>("/usr/scene/" + goal).contact_handlers().empty());
    CHECK(match.at<spark::Collider>("/usr/scene/" + goal + "/bar/geometry").contact_handlers().size() == 1);
  }
}

TEST_CASE("the ball has its place, mass, drag and radius") {
  Match match;
  match.set_up();
  auto& body = match.at<spark::Body>("/usr/scene/Ball/physics");
  CHECK(body.position() == Vec3{0, 0, 10});
  CHECK(body.mass() == Approx(match.number("Soccer.BallMass")).epsilon(1e-12));
  CHECK(match.at<spark::DragController>("/usr/scene/Ball/physics/drag").linear_drag() == 0.3);
  CHECK(match.at<spark::DragController>("/usr/scene/Ball/physics/drag").angular_drag() == 0.0);
  CHECK(match.at<spark::SphereCollider>("/usr/scene/Ball/geometry").radius() == 0.111);
  CHECK(match.at<spark::Collider>("/usr/scene/Ball/geometry").recorders().size() == 1);
  CHECK(match.calls("/usr/scene/Ball/ObjectState") == "setPerceptName Ball");
}

TEST_CASE("the script variables have their defaults (behaviour 1.6)") {
  Match match;
  match.set_up();
  std::string drawn, fixed;
  for (const auto& [name, value] : match.core.variables.all()) {
    const bool is_drawn = name == "Soccer.FieldLength" || name == "Soccer.FieldWidth" || name == "Soccer.BallMass";
    (is_drawn ? drawn : fixed) += name + (is_drawn ? " " : "=" + spark::describe(value) + " ");
  }
  CHECK(drawn == "Soccer.BallMass Soccer.FieldLength Soccer.FieldWidth ");
  CHECK(fixed ==
        "Physics.Arena=1e+06 Physics.LoneBodies=true Physics.MaxSpeed=10000 Physics.QuickStepAbove=0 "
        "Physics.QuickStepIterations=20 "
        "Rctp.Address=\"127.0.0.1\" Rctp.Patience=30 Rctp.Port=\"off\" Rctp.Replay=\"\" Rctp.SecretFile=\"\" "
        "Rctp.Silence=1 Rctp.TrustedOrigins=\"\" Rctp.World=\"all\" "
        "Soccer.AgentMass=75 Soccer.AgentMaxSpeed=10 Soccer.AgentRadius=0.22 Soccer.AudioCutDist=50 "
        "Soccer.AutomaticKickOff=false "
        "Soccer.BackPass=false "
        "Soccer.BallRadius=0.111 Soccer.BorderSize=10 Soccer.CatchClearDistance=5 "
        "Soccer.CatchClearRadius=2 Soccer.CatchGap=0.07 Soccer.CatchMargin=0.8 "
        "Soccer.ChangeSides=false Soccer.ChargeSpeed=0 "
        "Soccer.ClearDistance=15.15 "
        "Soccer.ClearHeight=1 Soccer.ClearSpread=2 Soccer.CornerKickInset=0.05 "
        "Soccer.CrowdMates=2 Soccer.CrowdRadius=0.8 Soccer.CrowdTime=0 Soccer.DoubleTouch=false "
        "Soccer.DoubleTouchGap=0.1 "
        "Soccer.DriveSigma=0.005 "
        "Soccer.ExtraHalfTime=0 "
        "Soccer.FieldHeight=40 Soccer.FreeKickDistance=9.15 Soccer.FreeSpot=false Soccer.GameOverDieTime=9 "
        "Soccer.GameOverEndTime=10 "
        "Soccer.GoalDepth=2 Soccer.GoalHeight=1.6 Soccer.GoalKickClearDistance=1 Soccer.GoalKickDistance=5 "
        "Soccer.GoalWidth=7.32 Soccer.HearDecay=2 Soccer.HearInc=1 Soccer.HearMax=2 "
        "Soccer.IndirectKicks=\"none\" "
        "Soccer.KickMargin=0.07 "
        "Soccer.KickOffClearDistance=1 Soccer.KickPhiSigmaEnd=0.9 Soccer.KickPhiSigmaMid=4.5 "
        "Soccer.KickPowerSigma=0.4 Soccer.KickThetaSigma=0.02 Soccer.LineWidth=0.08 Soccer.MonitorKicks=false "
        "Soccer.MonitorSay=false "
        "Soccer.OmniVision=false Soccer.Operated=\"\" Soccer.PanTiltSigma=0.25 Soccer.PenaltyAreaDepth=16.5 "
        "Soccer.PenaltyAreaMargin=16.5 Soccer.RuleDropBallTime=30 Soccer.RuleGoalPauseTime=3 "
        "Soccer.RuleHalfTime=300 Soccer.RuleKickInPauseTime=1 Soccer.SayMsgSize=512 "
        "Soccer.SecondHalfKickOff=\"coin\" Soccer.ShootOut=0 Soccer.ShootOutStart=7.3 Soccer.ShootOutTime=60 "
        "Soccer.SingleHalfTime=false "
        "Soccer.StuckBallRadius=0.5 Soccer.StuckBallTime=0 "
        "Soccer.TeamSize=11 Soccer.UseCatch=true Soccer.UseOffside=true Soccer.UsePanTilt=true "
        "Soccer.VisionCalibrationError=0.005 Soccer.VisionDistanceSigma=0.0965 Soccer.VisionHorizontalSigma=0.148 "
        "Soccer.VisionVerticalSigma=0.1225 Soccer.WaitBeforeKickOff=2 ");
}

TEST_CASE("field length, field width and ball mass are drawn from the seed independently") {
  std::set<double> lengths, widths, masses;
  std::set<long> differences;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    double drawn[2][3];
    for (auto& d : drawn) {
      Match match(seed);
      // A variable that is given does not change the values drawn for the others.
      if (&d == &drawn[1]) match.core.variables.override_value("Soccer.FieldWidth", "50");
      match.set_up();
      d[0] = match.number("Soccer.FieldLength");
      d[1] = match.number("Soccer.FieldWidth");
      d[2] = match.number("Soccer.BallMass");
    }
    CHECK(drawn[0][0] == drawn[1][0]);
    CHECK(drawn[1][1] == 50);
    CHECK(drawn[0][2] == drawn[1][2]);
    const auto& [length, width, mass] = drawn[0];
    CHECK((length >= 100 && length <= 110 && length == std::floor(length)));
    CHECK((width >= 64 && width <= 75 && width == std::floor(width)));
    CHECK((mass >= 0.41 && mass < 0.45));
    lengths.insert(length);
    widths.insert(width);
    masses.insert(mass);
    differences.insert(std::lround(length - width));
  }
  CHECK(lengths.size() >= 4);
  CHECK(widths.size() >= 4);
  CHECK(masses.size() == 12);
  // With one number for both the difference would stay within 35 … 37.
  CHECK(*differences.rbegin() - *differences.begin() > 4);
}

TEST_CASE("addAgent builds a player (behaviour 1.7)") {
  Match match;
  match.set_up();
  match.add_agent(0);
  match.add_agent(1);
  CHECK(match.log.empty());
  const std::string agent = "/usr/scene/AgentAspect0";
  CHECK(match.children(agent) ==
        "physics geometry AgentState InitEffector DriveEffector KickEffector BeamEffector SayEffector shirt eye "
        "CatchEffector "
        "PanTiltEffector VisionPerceptor GameStatePerceptor AgentStatePerceptor HearPerceptor");
  CHECK(match.children(agent + "/physics") == "maxVelCtr drag");
  CHECK(match.children(agent + "/geometry") == "contact");

  const auto& body = match.at<spark::Body>(agent + "/physics");
  CHECK(body.position() == Vec3{-2.5, 10, 2.5});
  CHECK(near(match.at<spark::Body>("/usr/scene/AgentAspect1/physics").position(), {-6.5, 11, 3.6}));
  CHECK(body.mass() == Approx(75).epsilon(1e-12));
  CHECK(match.at<spark::VelocityController>(agent + "/physics/maxVelCtr").max_velocity() == 10);
  CHECK(match.at<spark::DragController>(agent + "/physics/drag").linear_drag() == 12);
  CHECK(match.at<spark::DragController>(agent + "/physics/drag").angular_drag() == 12);
  CHECK(match.at<spark::SphereCollider>(agent + "/geometry").radius() == 0.22);

  CHECK(match.calls(agent + "/DriveEffector") == "setForceFactor 4.2; setSigma 0.005; setConsumption 432000");
  CHECK(match.calls(agent + "/KickEffector") ==
        "setKickMargin 0.07; setForceFactor 0.7; setTorqueFactor 0.1; setNoiseParams 0.4 0.02 0.9 4.5; setSteps 10; "
        "setMaxPower 100.0; setAngleRange 0.0 50.0");
  CHECK(match.calls(agent + "/eye") == "setHeight 0.35; setFOV 60");
  CHECK(match.calls(agent + "/CatchEffector") == "setCatchMargin 0.8");
  CHECK(match.calls(agent + "/PanTiltEffector") == "setSigma 0.25; setMaxPanAngleDelta 90; setMaxTiltAngleDelta 10");
  CHECK(match.calls(agent + "/VisionPerceptor") ==
        "setSenseMyPos false; addNoise true; setNoiseParams 0.0965 0.1225 0.148 0.005; setViewCones 90 90; setPanRange "
        "-180 180; setTiltRange -10 10");
  CHECK(match.at<Probe>(agent + "/VisionPerceptor").class_info()->name() == "RestrictedVisionPerceptor");
}

TEST_CASE("the places at which players appear repeat after 22 players") {
  Match match;
  match.set_up();
  for (int id = 0; id < 46; ++id) match.add_agent(id);
  const auto place = [&](int id) {
    return match.at<spark::Body>("/usr/scene/AgentAspect" + std::to_string(id) + "/physics").position();
  };
  for (int id = 0; id < 22; ++id) {
    CHECK(near(place(id), {-2.5 - 4.0 * id, 10.0 + id, 2.5 + 1.1 * id}));
    CHECK(place(id + 22) == place(id));
  }
  CHECK(place(44) == place(0));
  CHECK(place(45) == place(1));
}

TEST_CASE("with omni vision a player has no PanTiltEffector, and an unrestricted VisionPerceptor") {
  Match match;
  match.core.variables.override_value("Soccer.OmniVision", "true");
  match.set_up();
  match.add_agent(0);
  CHECK_FALSE(match.has("/usr/scene/AgentAspect0/PanTiltEffector"));
  CHECK(match.at<Probe>("/usr/scene/AgentAspect0/VisionPerceptor").class_info()->name() == "VisionPerceptor");
  CHECK_THAT(match.children("/usr/scene/AgentAspect0"),
             Catch::Contains("CatchEffector VisionPerceptor GameStatePerceptor"));
}

TEST_CASE("a league's script can set variables before the match script, and replace functions after it") {
  Match match;
  CHECK(
      match.run("createVariable('Soccer.FieldLength', 40.0)\nrun 'rcssserver3D.rb'\naddSoccerVar('UseOffside', false)\n"
                "addSoccerVar('Own', getSoccerVar('FieldLength') + 1)\n"
                "def addAgent(path)\n  new('oxygen/Probe', path + 'own')\nend\n",
                "league.rb") == "");
  CHECK(match.number("Soccer.FieldLength") == 40.0);
  CHECK(match.place("Flag_1_r").x == 20.0);
  CHECK(match.core.variables.boolean("Soccer.UseOffside") == false);
  CHECK(match.number("Soccer.Own") == 41.0);
  match.add_agent(0);
  CHECK(match.children("/usr/scene/AgentAspect0") == "own");
}

TEST_CASE("a faulty scene file stops the match script with an error that names the file") {
  Match match;
  match.file("goal.rsg", "(RubySceneGraph 0 1)\n\n(node Gaol)\n");
  try {
    match.set_up();
    FAIL("no error");
  } catch (const spark::ScriptError& error) {
    CHECK_THAT(error.what(), Catch::Contains("the scene file goal.rsg cannot be imported below /usr/scene/"));
  }
  CHECK(match.log == std::vector<std::string>{"error: goal.rsg:3: there is no class 'Gaol'"});
}

TEST_CASE("a faulty scene file stops addAgent with an error that names the file") {
  Match agents;
  agents.set_up();
  agents.file("player.rsg", "none");
  CHECK_THROWS_WITH(agents.add_agent(0), Catch::Contains("the scene file player.rsg cannot be imported"));
}
