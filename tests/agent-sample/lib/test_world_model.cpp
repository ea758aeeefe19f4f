// SPDX-License-Identifier: Apache-2.0
// The knowledge of an agent from views of a world that the test invents.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "agent-sample/lib/player_motion.h"
#include "agent-sample/lib/world_model.h"

namespace {

using namespace rcss3d::agent;

struct Someone {
  std::string team;
  int number;
  Vector place;
};

/// A world in the frame of the player that looks at it; its views have no noise.
struct Scene {
  Vector me{-3, 2};
  Vector ball{1, 1};
  double ball_height = 0.111;
  std::vector<Someone> players;
  double length = 40, width = 20, goal = 4;
  bool left = true, sees_ball = true, camera = false;
  double pan = 0;  // rad
  std::string more;

  std::string pol(Vector place, double height) const {
    const Vector line = place - me;
    const double up = height - 0.22, range = std::hypot(line.x, line.y, up);
    const double azimuth = std::remainder(std::atan2(line.y, line.x) - pan, 360 * kDegree);
    return " (pol " + std::to_string(range) + " " + std::to_string(azimuth / kDegree) + " " +
           std::to_string(std::asin(up / range) / kDegree) + ")";
  }
  bool in_view(Vector place) const {
    const Vector line = (place - me).turned(-pan);
    return !camera || std::abs(std::atan2(line.y, line.x)) < 90 * kDegree;
  }
  std::string vision() const {
    std::string text = "(Vision ";
    for (const bool goal_post : {false, true})
      for (const char side : {'l', 'r'})
        for (const char number : {'1', '2'}) {
          const double x = side == 'l' ? -length / 2 : length / 2, y = goal_post ? goal / 2 : width / 2;
          const Vector world{x, number == '1' ? -y : y}, own = left ? world : world * -1;
          if (in_view(own))
            text +=
                std::string(goal_post ? "(Goal" : "(Flag") + " (id " + number + "_" + side + ")" + pol(own, 0) + ")";
        }
    if (sees_ball && in_view(ball)) text += "(Ball" + pol(ball, ball_height) + ")";
    for (const Someone& player : players)
      if (in_view(player.place))
        text += "(Player (team " + player.team + ") (id " + std::to_string(player.number) + ")" +
                pol(player.place, 0.22) + ")";
    return text + ")";
  }
  std::string constants() const {
    return "(unum 3) (team " + std::string(left ? "left" : "right") + ") (FieldLength " + std::to_string(length) +
           ") (FieldWidth " + std::to_string(width) + ") (GoalWidth " + std::to_string(goal) +
           ") (AgentRadius 0.22) (BallRadius 0.111) (BallMass 0.43) ";
  }
  std::string state(const std::string& mode, bool first) const {
    return "(GameState " + (first ? constants() : "") + "(time 1) (playmode " + mode + "))";
  }
};

/// A world model that gets a view of the scene at every 20th step.
struct Viewer {
  explicit Viewer(const std::string& team = "us") : model(team) {}

  const World& show(const Scene& scene, const std::string& mode = "PlayOn") {
    const std::string text = scene.vision() + scene.state(mode, first) +
                             (scene.camera ? "(AgentState (pan_tilt 0 0) (battery 99))" : "") + scene.more;
    first = false;
    step += 20;
    return model.read({step, step + 10, text});
  }
  const World& show(const std::string& text) {
    step += 20;
    return model.read({step, step + 10, text});
  }

  WorldModel model;
  long step = 1;
  bool first = true;
};

bool all_finite(const Track& track) {
  return std::isfinite(track.position.x) && std::isfinite(track.position.y) && std::isfinite(track.velocity.x) &&
         std::isfinite(track.velocity.y) && std::isfinite(track.height) && std::isfinite(track.climb) &&
         !std::isnan(track.error) && !std::isnan(track.velocity_error) && !std::isnan(track.age);
}

bool all_finite(const World& world) {
  bool good = all_finite(world.me) && all_finite(world.ball) && std::isfinite(world.pan) && std::isfinite(world.tilt) &&
              std::isfinite(world.ball_spin.x) && std::isfinite(world.ball_spin.y) && std::isfinite(world.battery) &&
              std::isfinite(world.now) && std::isfinite(world.game.time) && std::isfinite(world.game.mode_time);
  for (const Track& track : world.mates) good = good && all_finite(track);
  for (const Track& track : world.opponents) good = good && all_finite(track);
  return good;
}

}  // namespace

TEST_CASE("the player finds its own and the ball's place on either side, on any field, with and without a camera") {
  for (const bool left : {true, false})
    for (const double length : {20.0, 40.0, 104.0, 200.0})
      for (const bool camera : {true, false}) {
        CAPTURE(left, length, camera);
        Scene scene;
        scene.left = left;
        scene.camera = camera;
        scene.length = length;
        scene.width = length / 2;
        scene.pan = camera ? 0.3 : 0;
        Viewer viewer;
        for (int i = 0; i < 8; ++i) viewer.show(scene);
        const World& world = viewer.model.world();
        REQUIRE(world.ready);
        CHECK(world.left == left);
        CHECK(world.number == 3);
        CHECK(distance(world.me.position, scene.me) < 0.01);
        CHECK(world.me.velocity.length() < 0.02);
        CHECK(distance(world.ball.position, scene.ball) < 0.02);
        CHECK(world.ball.velocity.length() < 0.05);
        CHECK(world.ball.age == 0);
        CHECK(world.pan == Approx(scene.pan).margin(0.002));
        CHECK(world.can_turn_camera == camera);
        CHECK(world.interval == Approx(0.2));
        CHECK(world.can_delay);
      }
}

TEST_CASE("the world is predicted for the moment of the answer, with own drives and a running mate") {
  Scene scene;
  scene.players = {{"us", 2, {0, -3}}};
  Viewer viewer;
  Motion me{scene.me, {}};
  for (int i = 0; i < 10; ++i) {
    viewer.show(scene);
    Acts acts;
    acts.drive({1, 0}).after(10).drive({0, 1});
    viewer.model.acted(acts);
    // An act takes effect 20 steps after the view; until then the previous act does.
    if (i > 0) me = player_motion::drive(player_motion::drive(me, {1, 0}, 0.1), {0, 1}, 0.1);
    scene.me = me.position;
    scene.players[0].place = scene.players[0].place + Vector{0.3, 0};
  }
  const World& world = viewer.show(scene);
  const Motion then = player_motion::drive(player_motion::drive(me, {1, 0}, 0.1), {0, 1}, 0.1);
  CHECK(distance(world.me.position, then.position) < 0.01);
  CHECK(distance(world.me.velocity, then.velocity) < 0.02);
  CHECK(distance(world.mates[2].position, scene.players[0].place + Vector{0.3, 0}) < 0.03);
  CHECK(distance(world.mates[2].velocity, {1.5, 0}) < 0.15);
  CHECK(world.team_size == 3);
  CHECK(world.opponents_seen == 0);
}

TEST_CASE("an own kick is predicted before it can be seen") {
  Scene scene;
  scene.me = {0, 0};
  scene.ball = {0.35, 0};
  Viewer viewer;
  for (int i = 0; i < 5; ++i) viewer.show(scene);
  Acts acts;
  acts.after(3).kick(0, 100);
  viewer.model.acted(acts);
  const World& world = viewer.show(scene);  // of the step in which step 0 of the acts takes effect
  CHECK(world.ball.velocity.x > 11);
  CHECK(std::abs(world.ball.velocity.y) < 0.5);
  CHECK(world.ball.position.x > 1);

  // The kick has failed: the ball is where it was.
  viewer.model.acted(Acts());
  CHECK(viewer.show(scene).ball.velocity.length() < 1);
  viewer.show(scene);
  CHECK(distance(viewer.model.world().ball.position, scene.ball) < 0.1);
  CHECK(viewer.model.world().ball.velocity.length() < 0.5);
}

TEST_CASE("a ball into which the player runs is predicted to be pushed along") {
  Scene scene;
  scene.me = {0, 0};
  scene.ball = {0.36, 0};
  Viewer viewer;
  for (int i = 0; i < 5; ++i) viewer.show(scene);
  Acts acts;
  acts.drive({1, 0});
  viewer.model.acted(acts);
  const World& world = viewer.show(scene);
  CHECK(world.ball.velocity.x > 0.4);
  CHECK(world.ball.position.x > world.me.position.x + 0.3);
}

TEST_CASE("players and balls that are put elsewhere are found at once, and not taken to be fast") {
  Scene scene;
  scene.players = {{"them", 4, {5, 2}}, {"us", 3, {-3, 2.5}}};  // number 3 is the viewer itself
  Viewer viewer;
  for (int i = 0; i < 5; ++i) viewer.show(scene);
  CHECK_FALSE(viewer.model.world().mates[3].known());
  scene.players[0].place = {-8, -5};
  scene.ball = {16, 3};
  const World& world = viewer.show(scene);
  CHECK(distance(world.opponents[4].position, {-8, -5}) < 0.05);
  CHECK(world.opponents[4].velocity.length() < 0.1);
  CHECK(distance(world.ball.position, scene.ball) < 0.05);
  CHECK(world.ball.velocity.length() < 0.1);
}

TEST_CASE("a player that is put elsewhere finds its place at once") {
  Scene scene;
  Viewer viewer;
  for (int i = 0; i < 5; ++i) viewer.show(scene);
  scene.me = {-15, -8};
  const World& world = viewer.show(scene);
  CHECK(distance(world.me.position, scene.me) < 0.05);
  CHECK(world.me.velocity.length() < 0.1);
}

TEST_CASE("a ball in the air has a height and a vertical speed") {
  Scene scene;
  Viewer viewer;
  for (int i = 0; i < 5; ++i) viewer.show(scene);
  const BallMotion motion(viewer.model.world().field);
  BallState ball{scene.ball, {8, 0}, 0.111, 6, {3, 0}};
  for (int i = 0; i < 4; ++i) {
    ball = motion.after(ball, 0.2);
    scene.ball = ball.position;
    scene.ball_height = ball.height;
    viewer.show(scene);
  }
  ball = motion.after(ball, 0.2);
  const World& world = viewer.model.world();
  CHECK(distance(world.ball.position, ball.position) < 0.15);
  CHECK(distance(world.ball.velocity, ball.velocity) < 0.5);
  CHECK(world.ball.height == Approx(ball.height).margin(0.15));
  CHECK(world.ball.climb == Approx(ball.climb).margin(0.7));
}

TEST_CASE("unseen objects become uncertain, and are unknown once they are missing in view") {
  Scene scene;
  scene.camera = true;
  scene.players = {{"them", 4, {5, 2}}, {"us", 1, {6, 0}}};
  Viewer viewer;
  for (int i = 0; i < 5; ++i) viewer.show(scene);
  REQUIRE(viewer.model.world().opponents[4].known());
  const double error = viewer.model.world().opponents[4].error;

  scene.pan = 180 * kDegree;  // both are behind it
  Acts turn;
  turn.turn_camera(180, 0);
  viewer.model.acted(turn);
  for (int i = 0; i < 6; ++i) viewer.show(scene);
  CHECK(viewer.model.world().opponents[4].age == Approx(1.2));
  CHECK(viewer.model.world().opponents[4].error > 3 * error);
  CHECK(viewer.model.world().ball.age == Approx(1.2));

  scene.pan = 0;
  scene.players = {{"us", 1, {6, 0}}};
  for (int i = 0; i < 4; ++i) viewer.show(scene);
  CHECK_FALSE(viewer.model.world().opponents[4].known());
  CHECK(viewer.model.world().mates[1].known());
  CHECK(viewer.model.world().mates[1].age == 0);
  scene.sees_ball = false;
  for (int i = 0; i < 4; ++i) viewer.show(scene);
  CHECK_FALSE(viewer.model.world().ball.known());
}

TEST_CASE("play modes are ours or theirs, and an unknown mode counts as PlayOn") {
  Scene scene;
  scene.left = false;
  Viewer viewer;
  const auto game = [&](const std::string& mode) { return viewer.show(scene, mode).game; };
  CHECK(game("BeforeKickOff").before_kick_off());
  CHECK(game("KickOff_Right").our_restart());
  CHECK(game("corner_kick_left").their_restart());
  CHECK(game("corner_kick_left").mode == Mode::corner_kick);
  CHECK(viewer.model.world().game.mode_time == Approx(0.2));
  CHECK(game("Goal_Left").pause());
  CHECK(game("Goal_Left").whose == Whose::theirs);
  CHECK(game("GameOver").pause());
  CHECK(game("throw_in_of_2030").play_on());
  CHECK(game("PlayOn").mode == Mode::play_on);
  CHECK(game("PlayOn").whose == Whose::neither);
  CHECK(game("PenaltyShoot_Right").mode == Mode::penalty);
  CHECK(game("PenaltyShoot_Right").play_on());
  CHECK(game("PenaltyShoot_Right").whose == Whose::ours);
}

TEST_CASE("half, shooter and score of a shoot-out are known, and stay until others are sent") {
  Scene scene;
  scene.left = false;
  Viewer viewer;
  CHECK(viewer.show(scene).game.half == 1);
  CHECK_FALSE(viewer.model.world().game.double_touch);
  viewer.show(
      "(GameState (time 9) (playmode PenaltyShoot_Left) (half 4) (shoot_out_left 2) (shoot_out_right 3) (shooter 7))");
  const Game& game = viewer.show("(Vision )").game;
  CHECK(game.half == 4);
  CHECK(game.shooter == 7);
  CHECK(game.shots_ours == 3);
  CHECK(game.shots_theirs == 2);
  viewer.show("(GameState (half x) (shooter -3) (shoot_out_left 1e9))");
  CHECK((game.half == 4 && game.shooter == 7 && game.shots_theirs == 2));
}

TEST_CASE("after a change of sides the world is in the new own frame, and the number stays") {
  Scene scene;
  Viewer viewer;
  for (int i = 0; i < 5; ++i) viewer.show(scene, "PlayOn");
  CHECK(viewer.show(scene, "KickOff_Left").game.our_restart());
  const int episode = viewer.model.world().episode;
  scene.left = false;
  viewer.first = true;
  scene.more = "(GameState (DoubleTouch true))";
  const World& world = viewer.show(scene, "KickOff_Left");
  CHECK_FALSE(world.left);
  CHECK(world.number == 3);
  CHECK(world.episode == episode + 1);
  CHECK(world.game.their_restart());
  CHECK(distance(world.me.position, scene.me) < 0.05);
}

TEST_CASE("a match is ready once the field's length is known, and other missing sizes are estimated") {
  WorldModel model("us");
  CHECK_FALSE(model.read({21, 31, "(GameState (unum 3) (team left) (FieldWidth 20))"}).ready);
  const World& world = model.read({41, 51, "(GameState (unum 3) (team left) (FieldLength 40))"});
  CHECK(world.ready);
  CHECK(world.field.width == Approx(26));
  CHECK(world.field.goal_width == Approx(3.9));
  CHECK(model.read({61, 71, "(AgentState (pan_tilt 0 -5) (battery 77))"}).battery == 77);
  CHECK(world.tilt == Approx(-5 * kDegree));
}

TEST_CASE("impossible steps are no times, and times from TCP are in seconds") {
  WorldModel model("us");
  CHECK(model.read({21, 31, "(GameState (unum 3) (team left) (FieldLength 40))"}).can_delay);
  CHECK_FALSE(model.read({41, std::numeric_limits<long>::max(), ""}).can_delay);
  CHECK(model.read({-1, -1, "(time (now 3))"}).now == Approx(3.2));
}

TEST_CASE("goal posts are enough to find the own place, one flag is not if the camera turns") {
  Scene scene;
  std::string posts = scene.vision();
  for (std::size_t at = 0; (at = posts.find("(Flag", at)) != posts.npos;) posts.replace(at, 5, "(Tree");
  Viewer viewer;
  CHECK(distance(viewer.show(posts + scene.state("PlayOn", true)).me.position, scene.me) < 0.05);
  const std::string one = "(Vision (Flag (id 1_r) (pol 20 10 -0.6)))(AgentState (pan_tilt 0 0) (battery 9))";
  CHECK_FALSE(viewer.show(one + scene.state("PlayOn", true)).me.known());
}

TEST_CASE("messages are from mates or opponents, and own messages are left out") {
  Scene scene;
  scene.players = {{"us", 2, {0, 5}}, {"them", 2, {3, 2}}};
  Viewer viewer;
  viewer.show(scene);
  scene.more = "(hear 1 self me)(hear 1 45 hello)(hear 1 0 boo)";
  CHECK(viewer.show(scene).heard_count == 2);
  CHECK(viewer.model.world().heard[0].from_mate);
  CHECK(viewer.model.world().heard[0].text == "hello");
  CHECK(viewer.model.world().heard[0].direction == Approx(45 * kDegree));
  CHECK_FALSE(viewer.model.world().heard[1].from_mate);
  scene.more = "(hear 1 2 boo)";
  CHECK(viewer.show(scene).heard_count == 1);
  CHECK_FALSE(viewer.model.world().heard[0].from_mate);
  scene.more = "";
  CHECK(viewer.show(scene).heard_count == 0);
}

TEST_CASE("a new episode starts with an empty world model") {
  Scene scene;
  scene.players = {{"them", 4, {5, 2}}};
  Viewer viewer;
  for (int i = 0; i < 5; ++i) viewer.show(scene);
  const int episode = viewer.model.world().episode;
  viewer.first = true;
  scene.players.clear();
  scene.me = {-10, 0};
  scene.sees_ball = false;
  const World& world = viewer.show(scene);
  CHECK(world.episode == episode + 1);
  CHECK_FALSE(world.opponents[4].known());
  CHECK_FALSE(world.ball.known());
  CHECK(world.opponents_seen == 0);
  CHECK(distance(world.me.position, scene.me) < 0.05);

  Acts acts;
  acts.drive({1, 0});
  viewer.model.acted(acts);
  viewer.first = true;
  CHECK(viewer.show(scene).me.velocity.length() < 0.1);
}

TEST_CASE("late and missing views are bridged by prediction") {
  Scene scene;
  Viewer viewer;
  for (int i = 0; i < 5; ++i) viewer.show(scene);
  for (int i = 0; i < 10; ++i) viewer.show(scene.state("PlayOn", false));
  CHECK(viewer.model.world().ball.age == Approx(2.0));
  CHECK(distance(viewer.model.world().me.position, scene.me) < 0.05);
  BallState rolls = BallMotion(viewer.model.world().field).rolling({0, 3}, {4, 0});
  for (int i = 0; i < 6; ++i) {
    scene.ball = rolls.position;
    viewer.show(scene);
    rolls = BallMotion(viewer.model.world().field).after(rolls, 0.2);
  }
  viewer.step += 40;  // two sensations late, and without vision
  rolls = BallMotion(viewer.model.world().field).after(rolls, 0.6);
  CHECK(distance(viewer.show(scene.state("PlayOn", false)).ball.position, rolls.position) < 0.2);
  viewer.step += 400;
  scene.ball = {3, 3};
  CHECK(viewer.show(scene).ball.age == 0);
  CHECK(distance(viewer.model.world().ball.position, scene.ball) < 0.05);
}

TEST_CASE("damaged percepts never put numbers into the world that are not finite") {
  Scene scene;
  scene.camera = true;
  scene.players = {{"us", 2, {0, 5}}, {"them", 2, {3, 2}}, {"them", 11, {-5, 2}}};
  scene.more = "(hear 1 45 hello)(hear 1 nan boo)";
  std::minstd_rand random(1);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::vector<std::string> odd = {"nan", "-inf", "1e308", "-1e308", "1e-320", "0", "-1", "99999999999999999999",
                                        "()",  "((",   ")",     "(pol",   "",       "x"};
  Viewer viewer;
  for (int i = 0; i < 5; ++i) viewer.show(scene);
  for (int i = 0; i < 20000; ++i) {
    scene.pan = static_cast<double>(below(628)) / 100;
    scene.me = {static_cast<double>(below(40)) - 20, static_cast<double>(below(20)) - 10};
    std::string text =
        scene.vision() + scene.state("PlayOn", below(20) == 0) + "(AgentState (pan_tilt 5 1) (battery 9))" + scene.more;
    for (std::size_t changes = below(6); changes > 0; --changes) {
      const std::size_t at = below(text.size());
      const std::size_t blank = text.find(' ', at);
      const std::size_t end = blank == text.npos ? text.npos : text.find_first_of(" )", blank + 1);
      if (below(4) == 0)
        text.resize(at + 1);
      else if (below(3) == 0)
        text = text.substr(at) + text.substr(0, at);
      else if (end != text.npos)
        text.replace(blank + 1, end - blank - 1, odd[below(odd.size())]);
    }
    CAPTURE(i, text);
    viewer.step += static_cast<long>(below(60)) - 25;
    const World& world = viewer.show(text);
    if (!all_finite(world)) FAIL("a number that is none");
    Acts acts;
    acts.drive({1, 0.5}).after(static_cast<int>(below(20))).kick(10, 100).drive({-1, 0});
    viewer.model.acted(acts);
  }
  // Afterwards the model is right again.
  scene.pan = 0;
  scene.players.clear();
  viewer.first = true;
  for (int i = 0; i < 10; ++i) viewer.show(scene);
  CHECK(distance(viewer.model.world().ball.position, scene.ball) < 0.05);
}
