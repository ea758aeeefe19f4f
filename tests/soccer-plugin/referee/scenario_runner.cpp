// SPDX-License-Identifier: Apache-2.0
#include "tests/soccer-plugin/referee/scenario_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "tests/soccer-plugin/referee/expectations.h"
#include "tests/soccer-plugin/referee/words.h"

namespace soccer::test {
namespace {

using When = Statement::When;

/// The settings of the file, as on the command line; without noise unless the file wants some.
SoccerFixture::Variables variables_of(const Scenario& scenario) {
  SoccerFixture::Variables variables;
  for (const char* noise : {"DriveSigma", "KickPowerSigma", "KickThetaSigma", "KickPhiSigmaEnd", "KickPhiSigmaMid"})
    variables.emplace_back(noise, std::string("0"));
  for (const auto& [name, value] : scenario.settings) {
    std::erase_if(variables, [&, &setting = name](const auto& variable) { return variable.first == setting; });
    variables.emplace_back(name, value);
  }
  return variables;
}

class Runner {
 public:
  explicit Runner(const Scenario& scenario) : scenario_(scenario), match_(variables_of(scenario)) { set_up(); }

  std::optional<Failure> run() {
    for (const Statement& statement : scenario_.statements) {
      if (statement.when == When::before)
        wait_for(statement);
      else
        advance_to(time_of(statement));
      if (failure_) return failure_;
      if (statement.when == When::from) watched_.push_back(&statement);
      if (const auto* event = std::get_if<Event>(&statement.what))
        std::visit([this](const auto& done) { carry_out(done); }, *event);
      else
        check(statement);
      if (failure_) return failure_;
    }
    int last = now_;
    for (const Statement* statement : watched_) last = std::max(last, statement->last_steps);
    advance_to(last);
    return failure_;
  }

 private:
  struct Member {
    Who who;
    AgentState* player;
  };
  struct Return {
    Who who;
    spark::Vec3 position;
  };

  void set_up() {
    for (const Put& put : scenario_.players) {
      const spark::Vec3 position = point(put.place, put.who, match_.config());
      AgentState& player = put.who.side == Side::none ? match_.add_agent(position)
                                                      : match_.add_player(put.who.side, put.who.number, position);
      members_.push_back({put.who, &player});
    }
    if (scenario_.toucher) {
      // High above all players, so that no one else is near, and before kick-off, when game time stands.
      match_.place_ball({0, 0, match_.config().field_height / 2});
      carry_out(TouchesBall{*scenario_.toucher});
      step();
      now_ = 0;
      for (const Put& put : scenario_.players) carry_out(put);  // the referee has sent players to their halves
    }
    carry_out(scenario_.ball);
    for (const Put& put : scenario_.players) carry_out(put);
    match_.referee().set_play_mode(scenario_.mode);
  }

  // Time.

  int time_of(const Statement& statement) const {
    switch (statement.when) {
      case When::then:
        return moment_;
      case When::after:
        return moment_ + statement.steps;
      default:
        return statement.steps;
    }
  }

  void step() {
    match_.step();
    ++now_;
    for (const Return& back : returns_) match_.place(player(back.who), back.position);
    returns_.clear();
    for (const Statement* statement : watched_)
      if (now_ <= statement->last_steps) check(*statement);
  }

  void advance_to(int time) {
    while (now_ < time && !failure_) step();
  }

  void wait_for(const Statement& statement) {
    const auto& expected = std::get<Expectation>(statement.what);
    std::optional<std::string> instead = see(expected);
    if (!instead && statement.becomes) return fail(statement, "it was so already when the wait began");
    while (instead && now_ + 1 < statement.steps && !failure_) {
      step();
      instead = see(expected);
    }
    moment_ = now_;
    if (instead) fail(statement, fmt::format("it did not happen; at the end {}", *instead));
  }

  // Expectations.

  std::optional<std::string> see(const Expectation& expected) {
    return seen_instead(expected, match_, [this](const Who& who) -> spark::Body& { return body(who); });
  }

  void check(const Statement& statement) {
    if (const auto instead = see(std::get<Expectation>(statement.what)))
      fail(statement, fmt::format("at {:.2f} s {}", now_ * kStepSeconds, *instead));
  }

  void fail(const Statement& statement, std::string instead) {
    if (!failure_) failure_ = Failure{statement.line, statement.text, std::move(instead)};
  }

  // Events.

  void carry_out(const Acts& acts) { match_.act(player(acts.who), acts.text); }
  void carry_out(const TrainerSends& command) {
    if (match_.send(command.text) > 0)
      throw std::runtime_error(fmt::format("the trainer's command {} was refused", command.text));
  }
  void carry_out(const Put& put) {
    const spark::Vec3 position = point(put.place, put.who, match_.config());
    if (put.who.ball)
      match_.place_ball(position);
    else
      match_.place(player(put.who), position);
    if (!body(put.who).set_velocity(put.velocity)) throw std::runtime_error("no one can be as fast as that");
  }
  void carry_out(const TouchesBall& touch) {
    AgentState& toucher = player(touch.who);
    const spark::Vec3 ball = match_.ball().body().position();
    returns_.push_back({touch.who, toucher.body().position()});
    // Both on the same ground, centres nearer to each other than the sum of their radii.
    const double up = match_.config().agent_radius - match_.config().ball_radius;
    match_.place(toucher,
                 {ball.x - 0.9 * (match_.config().agent_radius + match_.config().ball_radius), ball.y, ball.z + up});
  }
  void carry_out(const Leaves& leaves) {
    match_.disconnect(player(leaves.who).agent());
    std::erase_if(members_, [&](const Member& member) { return member.who == leaves.who; });
  }

  AgentState& player(const Who& who) const {
    for (const Member& member : members_)
      if (member.who == who) return *member.player;
    throw std::runtime_error(fmt::format("{} has left", name_of(who)));
  }
  spark::Body& body(const Who& who) { return who.ball ? match_.ball().body() : player(who).body(); }

  const Scenario& scenario_;
  MonitorFixture match_;
  std::vector<Member> members_;
  std::vector<Return> returns_;  ///< who has been put against the ball for one step, and from where
  std::vector<const Statement*> watched_;
  int now_ = 0;     ///< steps since the situation was set up
  int moment_ = 0;  ///< when what the last "before" waited for happened
  std::optional<Failure> failure_;
};

}  // namespace

std::optional<Failure> run_scenario(const Scenario& scenario) {
  return Runner(scenario).run();
}

}  // namespace soccer::test
