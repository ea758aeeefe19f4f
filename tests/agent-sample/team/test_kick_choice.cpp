// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "agent-sample/team/kick_choice.h"
#include "agent-sample/team/kick_plan.h"

using namespace rcss3d::agent;

namespace {

World world_of(double length, double width) {
  World world;
  world.field.length = length;
  world.field.width = width;
  world.field.height = 40;
  world.field.goal_width = 4;
  world.field.goal_depth = 2;
  world.field.goal_height = 1.6;
  world.field.border = 10;
  world.field.ball_mass = 0.43;
  world.number = 4;
  world.ready = world.can_delay = true;
  world.game.mode = Mode::play_on;
  world.now = 10;
  return world;
}

void put(Track& track, Vector place, double height = 0.22) {
  track = Track();
  track.position = place;
  track.height = height;
  track.error = track.velocity_error = 0.01;
  track.age = 0;
}

void put_ball(World& world, Vector place) {
  put(world.ball, place, world.field.ball_radius);
}

KickChoice choice_in(const World& world, KickSettings settings = {}) {
  const BallMotion motion(world.field);
  BallCourse course;
  course.predict(world);
  Race race;
  race.run(world, course);
  const Approach approach(world, motion, course);
  Drawing drawing;
  return KickChooser(settings).choose(world, approach, motion, race, drawing);
}

}  // namespace

TEST_CASE("kick paths agree with the ball's predicted motion") {
  const double elevation = GENERATE(0.0, 20.0, 45.0), power = GENERATE(20.0, 60.0, 100.0);
  CAPTURE(elevation, power);
  const BallMotion motion(world_of(40, 20).field);
  const KickPaths paths(motion);
  const BallState kicked = motion.kicked(motion.rolling({}, {}), {1, 0}, {elevation, power});
  CHECK(paths.speed_of({elevation, power}) == Approx(kicked.velocity.x).epsilon(0.02));
  const KickPath& path = paths.of_speed(elevation, kicked.velocity.x);
  for (const std::size_t i : {1, 5, 20, 50}) {
    const BallState ball = motion.after(kicked, KickPath::kInterval * static_cast<double>(i - 1));
    CHECK(path.points[i].way == Approx(ball.position.x).epsilon(0.03).margin(0.05));
    CHECK(path.points[i].height == Approx(ball.height).margin(0.1));
  }
}

TEST_CASE("alone in front of an open goal a player shoots into the goal") {
  const double y = GENERATE(-3.0, 0.0, 3.0);
  World world = world_of(40, 20);
  put(world.me, {9, y});
  put_ball(world, {10, y});
  put(world.opponents[1], {0, 9});
  const KickChoice choice = choice_in(world);
  CHECK(choice.kind == KickChoice::Kind::shot);
  CHECK(choice.strike.target.x == 20);
  CHECK(std::abs(choice.strike.target.y) < 2);
  CHECK(choice.outcome.goal > 0.8);
}

TEST_CASE("a keeper that has not been seen is assumed to be in its goal") {
  World world = world_of(40, 20);
  put(world.me, {-9, 0});
  put_ball(world, {-8, 0});
  put(world.mates[3], {-2, 4});
  CHECK(choice_in(world).kind != KickChoice::Kind::shot);
  put(world.me, {9, 0});
  put_ball(world, {10, 0});
  const KickChoice near = choice_in(world);
  CHECK(near.outcome.goal < 0.6);
  CHECK(std::abs(near.strike.target.y) > 1);
}

TEST_CASE("the chance of a shot grows with nearness, a free path and a keeper who is out of reach") {
  World world = world_of(40, 20);
  put_ball(world, {10, -4});
  put(world.opponents[1], {18.8, -0.5});
  PlaceWorth worth;
  worth.prepare(world);
  CHECK(worth.shot({14, 0}) > worth.shot({9, 0}));
  CHECK(worth.shot({14, 0}) > worth.shot({14, 8}));
  CHECK(worth.shot({-5, 0}) == 0);
  CHECK(worth.ours({12, 0}, 1) > worth.ours({12, 0}, 0));
  CHECK(worth.ours({5, 0}, 1) > worth.ours({-5, 0}, 1));
  CHECK(worth.theirs({-15, 0}) > worth.theirs({15, 0}));
  const double free = worth.shot({14, 0});
  put(world.opponents[2], {15.2, 0.5});
  put(world.opponents[3], {15.2, -0.5});
  worth.prepare(world);
  CHECK(worth.shot({14, 0}) < 0.7 * free);
  world.opponents[2] = world.opponents[3] = Track();
  put(world.opponents[1], {5, 9});
  worth.prepare(world);
  CHECK(worth.shot({14, 0}) > free);
}

TEST_CASE("no kick is planned for a time after an opponent has reached the ball") {
  World world = world_of(40, 20);
  put_ball(world, {-3, 0});
  world.ball.velocity = {6, 0};
  put(world.me, {0, 0.6});
  put(world.opponents[2], {2.5, 0});
  put(world.opponents[1], {19, 0});
  const BallMotion motion(world.field);
  BallCourse course;
  course.predict(world);
  Race race;
  race.run(world, course);
  REQUIRE(race.of_opponent(2).time > race.of_mate(4).time);
  CHECK(choice_in(world).chance.time < race.of_opponent(2).time);
}

TEST_CASE("a pass to a mate who is offside waits until he is onside") {
  World world = world_of(40, 20);
  put(world.me, {-6.7, -1});
  put_ball(world, {-6, -1});
  put(world.mates[3], {1.5, -5});
  world.mates[3].velocity = {-1.6, 0};
  put(world.opponents[1], {19, 0});
  put(world.opponents[2], {-1, 6});
  const BallMotion motion(world.field);
  const KickPaths paths(motion);
  KickOutlook outlook;
  outlook.prepare(world, 0.1, world.ball.position, {});
  CHECK(outlook.onside_after(3) == Approx(1.0).margin(0.3));
  const KickPath& pass = paths.of_speed(0, 6);
  const Vector direction = (Vector{0, -5} - world.ball.position).unit();
  CHECK(outlook.of(pass, world.ball.position, direction, 0.03, 0.1).receiver != 3);
  CHECK(outlook.of(pass, world.ball.position, direction, 0.03, 1.5).receiver == 3);
}

TEST_CASE("a soft pass is worth more than a hard one, and noise lowers the chance of a goal") {
  World world = world_of(40, 20);
  put(world.me, {3.3, 0});
  put_ball(world, {4, 0});
  put(world.mates[3], {2, 6});
  put(world.opponents[1], {18.8, 0});
  const KickPaths paths{BallMotion(world.field)};
  KickOutlook outlook;
  outlook.prepare(world, 0.1, world.ball.position, {});
  const Vector to_mate = (world.mates[3].position - world.ball.position).unit();
  const auto pass = [&](double speed) {
    return outlook.of(paths.of_speed(0, speed), world.ball.position, to_mate, 0.03, 0.1);
  };
  CHECK(pass(5.5).receiver == 3);
  CHECK(pass(5.5).gain > pass(11).gain);
  const auto shot = [&](double noise) {
    return outlook.of(paths.of_speed(0, 13), {13, 4}, (Vector{20, 1.7} - Vector{13, 4}).unit(), noise, 0.1).goal;
  };
  CHECK(shot(0.02) > shot(0.15));
}

TEST_CASE("a player shoots past the keeper, into the free corner") {
  const double keeper = GENERATE(-0.9, 0.9);
  World world = world_of(40, 20);
  put(world.me, {9, 0});
  put_ball(world, {10, 0});
  put(world.opponents[1], {19.2, keeper});
  const KickChoice choice = choice_in(world);
  CHECK(choice.kind == KickChoice::Kind::shot);
  CHECK(choice.strike.target.y * keeper < 0);
}

TEST_CASE("kicks that a style forbids are not chosen") {
  World world = world_of(40, 20);
  put(world.me, {-6, 1});
  put_ball(world, {-5, 1});
  put(world.mates[3], {2, -4});
  put(world.opponents[2], {-1, 1});
  KickSettings lobber;
  lobber.min_elevation = 20;
  lobber.max_elevation = 30;
  lobber.min_power = 100;
  const KickChoice lob = choice_in(world, lobber);
  CHECK(lob.strike.kick.elevation >= 20);
  CHECK(lob.strike.kick.elevation <= 30);
  CHECK(lob.strike.kick.power == 100);
  KickSettings flat;
  flat.max_elevation = 5;
  CHECK(choice_in(world, flat).strike.kick.elevation <= 5);
}

TEST_CASE("a kick is chosen on fields of any size, with any number of players, and for impossible positions") {
  struct Size {
    double length, width;
  };
  const Size size = GENERATE(Size{20, 10}, Size{40, 20}, Size{200, 100});
  const std::size_t players = GENERATE(0, 1, 11);
  const double bad = GENERATE(0.0, std::numeric_limits<double>::quiet_NaN(), 1e300);
  CAPTURE(size.length, players, bad);
  World world = world_of(size.length, size.width);
  put(world.me, {1, 1});
  put_ball(world, {0, 0});
  for (std::size_t i = 1; i <= players; ++i) {
    put(world.mates[i], {static_cast<double>(i), bad});
    put(world.opponents[i], {5, bad});
    world.opponents[i].velocity = {bad, 1};
  }
  const KickChoice choice = choice_in(world);
  CHECK(std::isfinite(choice.strike.kick.elevation));
  CHECK(choice.strike.kick.power >= 1);
  CHECK(choice.strike.kick.power <= 100);
}

TEST_CASE("the same world gives the same choice") {
  World world = world_of(104, 68);
  put(world.me, {-20, 3});
  put_ball(world, {-19, 4});
  for (std::size_t i = 1; i <= World::kPlayers; ++i) {
    if (i != 4) put(world.mates[i], {-50 + 8.0 * static_cast<double>(i), 3.0 * static_cast<double>(i % 5) - 6});
    put(world.opponents[i], {45 - 7.0 * static_cast<double>(i), 4.0 * static_cast<double>(i % 4) - 6});
  }
  const KickChoice first = choice_in(world), second = choice_in(world);
  CHECK(first.kind == second.kind);
  CHECK(first.value == second.value);
  CHECK(distance(first.strike.target, second.strike.target) == 0);
}

TEST_CASE("the kick planned for a distant ball is kept while all goes as expected, and no longer") {
  KickPlan plan({});
  const auto target_in = [&](const World& world) {
    const BallMotion motion(world.field);
    BallCourse course;
    course.predict(world);
    Race race;
    race.run(world, course);
    Drawing drawing;
    return plan.choice(world, Approach(world, motion, course), motion, race, drawing).strike.target;
  };
  World world = world_of(40, 20);
  put(world.me, {-8, 0});
  put_ball(world, {0, 0});
  put(world.mates[3], {6, 6});
  const Vector first = target_in(world);
  // A new choice would be another one, but there is time.
  world.now += 0.2;
  world.me.position.x += 0.25;
  put(world.mates[3], {6, -6});
  put(world.opponents[2], {6, 6});
  put(world.opponents[3], first * 0.5);
  world.opponents[2].age = world.opponents[3].age = 5;  // s: too old for the race to the ball
  CHECK(distance(target_in(world), first) == 0);

  SECTION("the ball moves") {
    world.ball.velocity = {0, 4};
    CHECK(distance(target_in(world), first) > 0);
  }
  SECTION("the game is interrupted") {
    world.game.mode = Mode::free_kick;
    world.game.whose = Whose::ours;
    world.ball.position = {0, 0.01};
    CHECK(distance(target_in(world), first) > 0);
  }
  SECTION("time passes") {
    world.now += 2;
    world.ball.position = {0, 0.01};
    CHECK(distance(target_in(world), first) > 0);
  }
  SECTION("a trainer starts a new episode") {
    ++world.episode;
    world.ball.position = {0, 0.01};
    CHECK(distance(target_in(world), first) > 0);
  }
}
