// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/effector.h"
#include "spark/physics/body.h"
#include "spark/sexp/reader.h"
#include "tests/fuzz/target.h"
#include "tests/soccer-plugin/monitor_fixture.h"

namespace fuzz {

/// One match for many cases, because starting Ruby and a whole world takes long: a goalkeeper, an opponent beside the
/// ball, and an agent without a team. Each case begins with the initial state, as far as a trainer could restore it.
/// The half never ends, because the match would be over for later cases.
class SoccerWorld : public soccer::test::MonitorFixture {
 public:
  /// The world for the next case. It is replaced from time to time, because complaints and agent numbers accumulate.
  static SoccerWorld& next() {
    static std::optional<SoccerWorld> world;
    static int cases = 0;
    if (cases++ % 2000 == 0) world.emplace();
    world->reset();
    return *world;
  }

  SoccerWorld()
      : MonitorFixture({{"RuleHalfTime", 1e6}}),
        left(add_player(soccer::Side::left, 1, {-20, 0, 0.22})),
        right(add_player(soccer::Side::right, 7, {3, 0, 0.22})) {
    for (const spark::Body* body : core.find_all<spark::Body>()) bodies_.push_back(body);
  }

  void reset() {
    if (newcomer) disconnect(*newcomer);
    newcomer = nullptr;
    game().set_play_mode({soccer::Phase::play_on});
    place(left, {-20, 0, config().agent_radius});
    place(right, {3, 0, config().agent_radius});
    for (soccer::AgentState* player : {&left, &right}) {
      player->agent().rest();
      command("trainer", player == &left ? "(agent (team L)(unum 1)(battery 100)(temperature 23))"
                                         : "(agent (team R)(unum 7)(battery 100)(temperature 23))");
    }
    place_ball(3.4, 0);
    line_.clear();
  }

  /// An agent that has connected and is not a player yet.
  spark::AgentAspect& new_agent() {
    if (!newcomer) newcomer = &connect({0, 5, 1});
    return *newcomer;
  }

  /// Checks that the world continues.
  void go_on() {
    step();
    for (const spark::Body* body : bodies_) check(*body);
    for (const soccer::AgentState* player : {&left, &right}) check(player->agent());
    if (newcomer)
      for (const spark::Body* body : core.find_all<spark::Body>(newcomer)) check(*body);
  }
  /// Checks that the state can be reported to monitors and agents.
  void check() {
    step(3);
    line_.clear();
    monitor().frame(line_);
    demand(line_.find('\n') == line_.npos);
    check_numbers(line_);
    check_numbers(sense(left));
  }

  soccer::AgentState& left;
  soccer::AgentState& right;
  spark::AgentAspect* newcomer = nullptr;

 private:
  static void check(const spark::Body& body) {
    demand(is_finite(body.position()) && is_finite(body.velocity()) && is_finite(body.angular_velocity()));
  }
  /// Checks the levels that gateways can read.
  static void check(const spark::AgentAspect& agent) {
    for (const spark::Effector* effector : agent.effectors()) {
      std::array<double, spark::Arguments::kMaxArguments> values{};
      if (effector->current(values))
        for (const double value : values) demand(std::isfinite(value));
    }
  }
  /// Checks that these are S-expressions with finite numbers.
  void check_numbers(std::string_view text) {
    demand(reader_.read(text) && !reader_.is_cut());
    for (std::size_t i = 0; i != reader_.size(); ++i) check_numbers(reader_[i]);
  }
  static void check_numbers(const spark::sexp::Expression& list) {
    static constexpr std::string_view kNumbers[] = {"pos", "pol", "pan_tilt", "battery", "temp", "time"};
    const bool has_numbers = std::find(std::begin(kNumbers), std::end(kNumbers), list.name()) != std::end(kNumbers);
    for (std::size_t i = 0; i != list.size(); ++i) {
      if (list[i].is_list()) check_numbers(list[i]);
      if (has_numbers && i > 0) demand(std::isfinite(std::strtod(std::string(list[i].text()).c_str(), nullptr)));
    }
  }

  std::vector<const spark::Body*> bodies_;
  spark::sexp::Reader reader_;
  std::string line_;
};

}  // namespace fuzz
