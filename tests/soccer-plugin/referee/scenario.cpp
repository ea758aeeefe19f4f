// SPDX-License-Identifier: Apache-2.0
#include "tests/soccer-plugin/referee/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "soccer-plugin/soccer_config.h"
#include "tests/soccer-plugin/referee/words.h"

namespace soccer::test {
namespace {

using When = Statement::When;

constexpr double kWithin = 0.05;      ///< m, when a place is given without "within"
constexpr double kTimeWithin = 0.02;  ///< s, the same for game times

spark::Vec3 velocity(Words& words) {
  if (!words.take_if("moving")) return {};
  const Place v = words.position();
  return {v.x, v.y, v.z.value_or(0.0)};
}

class Parser {
 public:
  Parser(std::string file, std::string_view text) : text_(text) { scenario_.file = std::move(file); }

  Scenario parse() {
    for (std::string_view rest = text_; !rest.empty();) {
      const auto end = std::min(rest.find('\n'), rest.size());
      line(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const auto& all = scenario_.statements;
    if (std::none_of(all.begin(), all.end(), [](const Statement& s) { return s.what.index() == 1; }))
      throw ScenarioError(
          fmt::format("{}:{}: nothing is expected: such a scenario cannot fail", scenario_.file, line_));
    if (!has_section_)
      throw ScenarioError(fmt::format("{}:{}: a line \"behaviour SECTION\" is missing", scenario_.file, line_));
    return std::move(scenario_);
  }

 private:
  void line(std::string_view text) {
    ++line_;
    if (const auto comment = text.find('#'); comment != text.npos) text = text.substr(0, comment);
    text.remove_suffix(text.size() - std::min(text.find_last_not_of(" \t\r") + 1, text.size()));
    Words words(fmt::format("{}:{}", scenario_.file, line_), text);
    if (words.at_end()) return;
    if (!timed(words, text)) set_up(words);
    words.demand_end();
  }

  // The situation at the beginning.

  void set_up(Words& words) {
    if (!scenario_.statements.empty()) words.fail("a line without a time, behind lines with times");
    const std::string_view word = words.take();
    if (word == "behaviour") {
      while (!words.at_end()) words.number_from(1.0, 14.0);
      has_section_ = true;
    } else if (word == "set") {
      setting(words);
    } else if (word == "player") {
      player(words);
    } else if (word == "ball") {
      words.demand("at");
      scenario_.ball.place = words.position();
      scenario_.ball.velocity = velocity(words);
    } else if (word == "touched") {
      words.demand("by");
      scenario_.toucher = known_player(words);
    } else if (word == "mode") {
      scenario_.mode = words.mode();
    } else {
      words.fail(fmt::format("unknown word \"{}\"", word));
    }
  }

  void setting(Words& words) {
    std::string_view name = words.take();
    if (constexpr std::string_view kNamespace = "Soccer."; name.starts_with(kNamespace))
      name.remove_prefix(kNamespace.size());
    const auto is_it = [&](const auto& setting) { return setting.name == name; };
    const auto reals = real_settings();
    const auto flags = flag_settings();
    if (std::none_of(reals.begin(), reals.end(), is_it) && std::none_of(flags.begin(), flags.end(), is_it) &&
        std::ranges::none_of(word_settings(), is_it))
      words.fail(fmt::format("there is no setting \"{}\"", name));
    scenario_.settings.emplace_back(name, words.take());
  }

  void player(Words& words) {
    Put player{words.who(), {}, {}};
    if (player.who.ball) words.fail("the ball is not a player");
    if (is_known(player.who)) words.fail(fmt::format("{} is there already", name_of(player.who)));
    words.demand("at");
    player.place = words.position();
    player.velocity = velocity(words);
    scenario_.players.push_back(player);
  }

  bool is_known(const Who& who) const {
    return who.ball || std::any_of(scenario_.players.begin(), scenario_.players.end(),
                                   [&](const Put& player) { return player.who == who; });
  }
  Who known(Words& words) const {
    const Who who = words.who();
    if (!is_known(who)) words.fail(fmt::format("there is no player {} in this scenario", name_of(who)));
    return who;
  }
  Who known_player(Words& words) const {
    const Who who = known(words);
    if (who.ball) words.fail("only a player can do that");
    return who;
  }

  // Events and expectations.

  bool timed(Words& words, std::string_view text) {
    Statement statement;
    const std::string_view word = words.peek();
    if (word == "at")
      statement.when = When::at;
    else if (word == "before")
      statement.when = When::before;
    else if (word == "then")
      statement.when = When::then;
    else if (word == "after")
      statement.when = When::after;
    else if (word == "from")
      statement.when = When::from;
    else
      return false;
    words.take();
    statement.line = line_;
    statement.text = text.substr(text.find_first_not_of(" \t"));
    time(statement, words);
    what(statement, words);
    scenario_.statements.push_back(std::move(statement));
    return true;
  }

  void time(Statement& statement, Words& words) {
    const bool has_moment = statement.when != When::then && statement.when != When::after;
    if (!has_moment && !moment_) words.fail("\"then\" and \"after\" need a line \"before\" in front of them");
    if (statement.when != When::then) statement.steps = words.steps();
    // The step of a moment is known only when the scenario runs; its latest possible step is known now.
    const int latest = has_moment ? statement.steps : *moment_ + statement.steps;
    const bool is_then = statement.when == When::then;
    if (is_then ? latest != latest_ : latest < latest_)
      words.fail(is_then ? "\"then\" belongs directly behind a line \"before\""
                         : "this is earlier than the line before");
    latest_ = latest;
    if (statement.when == When::before)
      moment_ = latest;
    else if (has_moment)
      moment_.reset();
    if (statement.when == When::from) {
      words.demand("to");
      statement.last_steps = words.steps();
      if (statement.last_steps < statement.steps) words.fail("this ends before it begins");
    }
  }

  void what(Statement& statement, Words& words) {
    const std::string_view word = words.peek();
    if (word == "trainer") {
      words.take();
      words.demand("sends");
      statement.what = Event(TrainerSends{words.take_rest()});
    } else if (word == "ball" || word == "left" || word == "right" || word == "none") {
      somebody(statement, words);
    } else {
      statement.what = state_of_match(statement, words);
    }
    const bool is_event = statement.what.index() == 0;
    if (is_event && (statement.when == When::before || statement.when == When::from))
      words.fail("what is done needs one time: at, then or after");
    if (statement.becomes && statement.when != When::before) words.fail("\"becomes\" needs \"before\"");
  }

  Expectation state_of_match(Statement& statement, Words& words) {
    if (words.take_if("mode")) {
      statement.becomes = words.take_if("becomes");
      if (!statement.becomes) words.demand("is");
      ModeIs expected{{words.mode()}};
      while (words.take_if("or")) expected.modes.push_back(words.mode());
      return expected;
    }
    if (words.take_if("score")) {
      const int left = words.whole_number(0, 100);
      words.demand(":");
      return ScoreIs{left, words.whole_number(0, 100)};
    }
    if (words.take_if("shoot-out")) {
      const int left = words.whole_number(0, 200);
      words.demand(":");
      return ShootOutIs{left, words.whole_number(0, 200)};
    }
    if (words.take_if("half")) return HalfIs{words.whole_number(1, 4)};
    if (words.take_if("game")) {
      words.demand("time");
      const double seconds = words.number_from(0.0, 1000.0);
      return GameTimeIs{seconds, words.number_behind("within", kTimeWithin)};
    }
    if (words.take_if("toucher")) {
      if (words.take_if("none") || words.take_if("nobody")) return ToucherIs{};
      return ToucherIs{known_player(words)};
    }
    if (words.take_if("match")) {
      if (words.take_if("over")) return MatchIs{true};
      words.demand("on");
      return MatchIs{false};
    }
    if (words.take_if("monitors")) {
      words.demand("read");
      return MonitorsRead{words.take_rest()};
    }
    words.fail(words.at_end() ? "the line ends too early" : fmt::format("unknown word \"{}\"", words.peek()));
  }

  void somebody(Statement& statement, Words& words) {
    const Who who = known(words);
    const auto player = [&] {
      if (who.ball) words.fail("only a player can do that");
      return who;
    };
    if (words.take_if("acts")) {
      statement.what = Event(Acts{player(), words.take_rest()});
    } else if (words.take_if("touches")) {
      words.demand("ball");
      statement.what = Event(TouchesBall{player()});
    } else if (words.take_if("leaves")) {
      statement.what = Event(Leaves{player()});
    } else if (words.take_if("put")) {
      words.demand("at");
      const Place place = words.position();
      statement.what = Event(Put{who, place, velocity(words)});
    } else {
      statement.what = state_of_thing(who, words);
    }
  }

  Expectation state_of_thing(const Who& who, Words& words) {
    if (words.take_if("has")) {
      const std::string_view axis = words.take();
      const auto index = std::string_view("xyz").find(axis);
      if (axis.size() != 1 || index == std::string_view::npos) words.fail("\"has\" needs x, y or z");
      words.demand("from");
      const double min = words.number();
      words.demand("to");
      const double max = words.number();
      if (max < min) words.fail("the smaller number comes first");
      return HasCoordinate{who, static_cast<int>(index), min, max};
    }
    const bool faster = words.peek() == "faster";
    if (faster || words.peek() == "slower") {
      words.take();
      words.demand("than");
      return HasSpeed{who, faster, words.number_from(0.0, 1000.0)};
    }
    if (!words.take_if("at")) words.fail(fmt::format("unknown word \"{}\"", words.peek()));
    const bool at_least = words.peek() == "least";
    if (!at_least && words.peek() != "most") {
      const Place place = words.position();
      return IsAt{who, place, words.number_behind("within", kWithin)};
    }
    words.take();
    const double distance = words.number_from(0.0, 1000.0);
    words.demand("from");
    const bool is_name = words.peek().find_first_of("0123456789") == std::string_view::npos;
    if (is_name) return IsFrom{who, at_least, distance, known(words)};
    return IsFrom{who, at_least, distance, words.position()};
  }

  std::string_view text_;
  Scenario scenario_;
  int line_ = 0;
  bool has_section_ = false;
  std::optional<int> moment_;  ///< the latest step for the moment of the last "before"
  int latest_ = 0;
};

}  // namespace

std::string name_of(const Who& who) {
  if (who.ball) return "ball";
  return fmt::format("{} {}", who.side == Side::left ? "left" : who.side == Side::right ? "right" : "none", who.number);
}

Scenario parse_scenario(std::string file, std::string_view text) {
  return Parser(std::move(file), text).parse();
}

Scenario read_scenario(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw ScenarioError(fmt::format("{}: cannot be read", file));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return parse_scenario(file, text);
}

}  // namespace soccer::test
