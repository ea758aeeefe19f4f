// SPDX-License-Identifier: Apache-2.0
// The test vectors are those of the library in Python, too (test_python_library.py).
#include <catch2/catch.hpp>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "agent-sample/lib/ball_motion.h"
#include "agent-sample/lib/player_motion.h"
#include "tests/support/folders.h"

using namespace rcss3d::agent;

namespace {

using Numbers = std::vector<double>;

BallMotion usual_ball() {
  Field field;
  field.ball_mass = 0.43;
  field.ball_radius = 0.111;
  return BallMotion(field);
}

Numbers numbers_of(const BallState& ball) {
  return {ball.position.x, ball.position.y, ball.velocity.x, ball.velocity.y,
          ball.height,     ball.climb,      ball.spin.x,     ball.spin.y};
}

Numbers worked_out(const std::string& what, const Numbers& n, const BallMotion& motion, const KickTable& table) {
  const auto vector = [&n](std::size_t i) { return Vector{n[i], n[i + 1]}; };
  const auto me = [&] { return Motion{vector(0), vector(2)}; };
  const auto both = [](Vector v) { return Numbers{v.x, v.y}; };
  if (what == "time") return {player_motion::time_to(me(), vector(4), n[6])};
  if (what == "command") return both(player_motion::command_to(me(), vector(4), n[6]));
  if (what == "rest") return both(player_motion::command_to_rest(me(), vector(4), n[6]));
  if (what == "ball") return numbers_of(motion.after({vector(0), vector(2), n[4], n[5], vector(6)}, n[8]));
  if (what == "kick") return numbers_of(motion.kicked(motion.rolling({}, vector(0)), vector(2), {n[4], n[5]}));
  if (what == "table") {
    const auto answer = table.at({n[0], n[1]}, n[2]);
    REQUIRE(answer);
    return {answer->time, answer->speed, answer->height};
  }
  if (what == "for") {
    const auto answer = table.kick_for({.distance = n[0],
                                        .time = n[1],
                                        .below = n[2],
                                        .above = n[3],
                                        .above_from = n[4],
                                        .above_to = n[5],
                                        .speed_at_most = n[6]});
    REQUIRE(answer);
    return {answer->kick.elevation, answer->kick.power, answer->time, answer->speed, answer->height};
  }
  REQUIRE(what == "drive");
  const Motion then = player_motion::drive(me(), vector(4), n[6]);
  return {then.position.x, then.position.y, then.velocity.x, then.velocity.y};
}

}  // namespace

TEST_CASE("the C++ library computes the same motion as the test vectors, which Python shares") {
  std::ifstream file(source_folder() + "/tests/agent-sample/lib/motion_vectors.txt");
  REQUIRE(file);
  const BallMotion motion = usual_ball();
  const KickTable table(motion);
  CHECK_FALSE(table.at({std::numeric_limits<double>::quiet_NaN(), 100}, 5));
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    INFO(line);
    std::istringstream words(line);
    std::string what, word;
    Numbers given, expected;
    words >> what;
    while (words >> word && word != "=") given.push_back(std::stod(word));
    while (words >> word) expected.push_back(std::stod(word));
    const Numbers found = worked_out(what, given, motion, table);
    REQUIRE(found.size() == expected.size());
    // The table of C++ has the precision of float.
    const double tolerance = what == "table" || what == "for" ? 1e-4 : 1e-6;
    for (std::size_t i = 0; i < found.size(); ++i)
      CHECK(found[i] == Approx(expected[i]).epsilon(tolerance).margin(tolerance));
    ++count;
  }
  CHECK(count > 50);
}
