// SPDX-License-Identifier: Apache-2.0
// Hostile arguments for every effector and every place: an act is either void, and the match is the same as without it,
// or it has exactly the effect of the clean act that behaviour 3 makes of it.
#include <catch2/catch.hpp>
#include <map>

#include "tests/soccer-plugin/outcome.h"

using namespace soccer;
using namespace soccer::test;

namespace {

/// The effect of an act of the left team's driving goalkeeper. An opponent stands 2 m away, a team mate without number
/// waits, and the ball is at the goalkeeper's feet. All noise is on, so that an act that draws another number of
/// random numbers has another effect.
Outcome run(const std::string& text, PlayMode mode) {
  SoccerFixture f(5);
  AgentState& keeper = f.add_player(Side::left, 1, {-45, 0, 0.22});
  f.add_player(Side::right, 4, {-43, 1, 0.22});
  f.add_agent({-30, 5, 0.22});
  f.game().set_play_mode(mode);
  f.act(keeper, "(drive 30 10 0)");
  f.step(30);
  f.place_ball(keeper.position() + spark::Vec3{0, 0.35, -0.1});
  const std::size_t lines_before = f.log_lines().size();
  f.act(keeper, text);
  Outcome outcome;
  outcome.log_lines = f.log_lines().size() - lines_before;
  outcome.at_once = whole_state(f);
  f.step(20);
  outcome.later = whole_state(f);
  return outcome;
}

/// The same for clean acts, each run once.
const Outcome& clean(const std::string& text, PlayMode mode) {
  static std::map<std::pair<std::string, std::size_t>, Outcome> known;
  const auto [it, fresh] = known.try_emplace({text, number_of(mode)});
  if (fresh) it->second = run(text, mode);
  return it->second;
}

void check(const std::string& text, const std::string& as, std::size_t log_lines, PlayMode mode) {
  CAPTURE(text.substr(0, 80), text.size(), as);
  check_same(run(text, mode), clean(as, mode), log_lines);
}

enum class NumberKind { finite, nan, plus_infinite, minus_infinite, no_number };

struct Word {
  std::string text;
  NumberKind kind;
  const char* finite;  ///< what it is worth
};

const std::vector<Word>& words() {
  static const std::vector<Word> list{
      {"nan", NumberKind::nan, ""},
      {"-nan", NumberKind::nan, ""},
      {"NaN", NumberKind::nan, ""},
      {"inf", NumberKind::plus_infinite, ""},
      {"-inf", NumberKind::minus_infinite, ""},
      {"infinity", NumberKind::plus_infinite, ""},
      // Beyond the range of 32-bit floats (behaviour 3.0).
      {"1e308", NumberKind::plus_infinite, ""},
      {"-1e308", NumberKind::minus_infinite, ""},
      {"1e39", NumberKind::plus_infinite, ""},
      {"-3.41e38", NumberKind::minus_infinite, ""},
      {"1e999", NumberKind::plus_infinite, ""},
      {"0x1p1023", NumberKind::plus_infinite, ""},
      // The numeric beginning of an atom counts; an atom without one is 0.
      {"0x10", NumberKind::finite, "16"},
      {"0x1p3", NumberKind::finite, "8"},
      {"7.5nan", NumberKind::finite, "7.5"},
      {"2,5", NumberKind::finite, "2"},
      {"3e", NumberKind::finite, "3"},
      {"+4", NumberKind::finite, "4"},
      {"\" 6\"", NumberKind::finite, "6"},
      {"'(7)", NumberKind::finite, "0"},
      {"\"\"", NumberKind::finite, "0"},
      {"x", NumberKind::finite, "0"},
      {"\x01", NumberKind::finite, "0"},
      {"\x7f", NumberKind::finite, "0"},
      {"\xff\x80", NumberKind::finite, "0"},
      {"1" + std::string(600, '0'), NumberKind::plus_infinite, ""},
      {"0." + std::string(600, '0') + "1", NumberKind::finite, "0"},
      {"()", NumberKind::no_number, ""},
      {"(1)", NumberKind::no_number, ""},
      {"(nan (inf))", NumberKind::no_number, ""},
  };
  return list;
}

/// An effector whose arguments are numbers, and what it does with a number that is not finite.
struct Numeric {
  const char* name;
  PlayMode mode;
  std::vector<std::string> good;  ///< arguments for the other places
  /// The act that counts instead, with `argument` in its place; no value: the word stays as it is.
  std::string (*instead)(NumberKind kind, std::size_t place, const std::vector<std::string>& good);
};

std::string act_of(const std::string& name, const std::vector<std::string>& arguments) {
  std::string text = '(' + name;
  for (const std::string& argument : arguments) text += ' ' + argument;
  return text + ')';
}

std::string with(const std::string& name, std::vector<std::string> arguments, std::size_t place,
                 const std::string& word) {
  arguments[place] = word;
  return act_of(name, arguments);
}

std::string beam_instead(NumberKind, std::size_t, const std::vector<std::string>&) {
  return kVoid;
}
std::string drive_instead(NumberKind, std::size_t, const std::vector<std::string>&) {
  return "(drive 0 0 0)";
}
std::string kick_instead(NumberKind kind, std::size_t place, const std::vector<std::string>& good) {
  const std::string max = place == 0 ? "50" : "100";
  const std::string min = place == 0 ? "0" : "1";
  return with("kick", good, place, kind == NumberKind::plus_infinite ? max : min);
}
std::string pan_tilt_instead(NumberKind kind, std::size_t place, const std::vector<std::string>& good) {
  if (kind == NumberKind::nan) return kVoid;
  const std::string limit = place == 0 ? "90" : "10";
  return with("pantilt", good, place, kind == NumberKind::plus_infinite ? limit : '-' + limit);
}

const Numeric kNumeric[] = {
    {"beam", PlayMode{Phase::before_kick_off}, {"-20", "3", "0"}, beam_instead},
    {"drive", PlayMode{Phase::play_on}, {"40", "-30", "20"}, drive_instead},
    {"kick", PlayMode{Phase::play_on}, {"20", "60"}, kick_instead},
    {"pantilt", PlayMode{Phase::play_on}, {"30", "-4"}, pan_tilt_instead},
};

}  // namespace

TEST_CASE("hostile acts: beam, drive, kick and pantilt handle hostile words in any argument (behaviour 3.0)") {
  for (const Numeric& effector : kNumeric)
    for (std::size_t place = 0; place < effector.good.size(); ++place)
      for (const Word& word : words()) {
        const std::string text = with(effector.name, effector.good, place, word.text);
        if (word.kind == NumberKind::finite)
          check(text, with(effector.name, effector.good, place, word.finite), 0, effector.mode);
        else if (word.kind == NumberKind::no_number)
          check(text, kVoid, 1, effector.mode);
        else
          check(text, effector.instead(word.kind, place, effector.good), 1, effector.mode);
      }
}

TEST_CASE("hostile acts: numeric effectors handle missing, surplus and truncated arguments (behaviour 3.0, 5.4)") {
  std::string thousand;
  for (int i = 0; i < 1000; ++i) thousand += i % 2 ? " nan" : " (x 1)";
  const std::string limit(64 * 1024, '9');
  const std::string deep = std::string(40, '(') + std::string(40, ')');
  for (const Numeric& effector : kNumeric) {
    const std::string good = act_of(effector.name, effector.good);
    const std::string open = good.substr(0, good.size() - 1);
    std::vector<std::string> fewer = effector.good;
    while (!fewer.empty()) {
      fewer.pop_back();
      check(act_of(effector.name, fewer), kVoid, 1, effector.mode);
    }
    check(open + " 1 nan (y))", good, 0, effector.mode);
    check(open + thousand + ')', good, 0, effector.mode);
    check(good + ";" + good, good, 0, effector.mode);
    check("S123 133 " + good, good, 0, effector.mode);
    check(good + std::string("\0(drive 1 1 1)", 14), good, 0, effector.mode);
    check(good + ')', good, 1, effector.mode);
    check(good + "(drive 1 1 1", good, 1, effector.mode);
    check(open + std::string(" \0)", 3), kVoid, 1, effector.mode);
    check(open, kVoid, 1, effector.mode);
    check(with(effector.name, effector.good, 0, limit), kVoid, 1, effector.mode);
    check(good + deep, kVoid, 1, effector.mode);  // a text beyond the limits is refused as a whole
    check(with(effector.name, effector.good, 0, deep), kVoid, 1, effector.mode);
    check('(' + good + ')', kVoid, 0, effector.mode);
    check("(\"" + std::string(effector.name) + "\"" + good.substr(1 + std::string(effector.name).size()), good, 0,
          effector.mode);
    check("(\x01" + good.substr(1), kVoid, 1, effector.mode);
  }
}

TEST_CASE("hostile acts: create, init, catch and say handle hostile arguments") {
  const std::string at_limit(512, 'x');
  const std::string thousand_arguments = [] {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += " nan (x)";
    return text;
  }();
  const std::string deep = std::string(40, '(') + std::string(40, ')');
  struct Row {
    std::string text;
    std::string as;
    std::size_t log_lines;
  };
  const Row rows[] = {
      // A second create is void, whatever its arguments are.
      {"(create)", kVoid, 1},
      {"(create nan inf (x))", kVoid, 1},
      {"(create" + thousand_arguments + ")", kVoid, 1},
      {"(create " + deep + ")", kVoid, 1},
      {"(create " + std::string(64 * 1024, 'x') + ")", kVoid, 1},
      {"(create\x01)", kVoid, 1},
      {std::string("(create\0)", 9), kVoid, 1},
      // Numbers outside 1 to 11 mean "the next one", and fractions are cut off.
      {"(init (unum nan)(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum -nan)(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum inf)(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum -inf)(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum 1e308)(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum 1e39)(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum 0x1p1023)(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum 4294967303)(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum \"\")(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum ())(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum)(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum \xff)(teamname foo))", "(init (unum 0)(teamname foo))", 0},
      {"(init (unum 0xa)(teamname foo))", "(init (unum 10)(teamname foo))", 0},
      {"(init (teamname foo)(unum 7.99 8))", "(init (unum 7)(teamname foo))", 1},
      {"(init" + thousand_arguments + "(unum 5)(teamname foo))", "(init (unum 5)(teamname foo))", 1},
      // Names that no percept could carry.
      {"(init (unum 3)(teamname \"fo o\"))", kVoid, 1},
      {"(init (unum 3)(teamname \"f\to\"))", kVoid, 1},
      {"(init (unum 3)(teamname \x01))", kVoid, 1},
      {"(init (unum 3)(teamname \xc3\xa4))", kVoid, 1},
      {"(init (unum 3)(teamname 'f(o)))", kVoid, 2},
      {"(init (unum 3)(teamname " + std::string(65, 'x') + "))", kVoid, 1},
      {"(init (unum 3)(teamname " + at_limit + "))", kVoid, 1},
      {"(init (unum 3)(teamname " + std::string(64 * 1024, 'x') + "))", kVoid, 1},
      {"(init (unum 3)(teamname third))", kVoid, 1},
      {"(init (unum 3)(teamname nan))", kVoid, 1},
      {"(init (unum 3)(teamname foo)" + deep + ")", kVoid, 1},
      {"(init (unum 3)(teamname foo)", kVoid, 1},
      {std::string("(init (unum 3)(teamname foo)\0)", 30), kVoid, 1},
      {"(catch nan)", "(catch)", 0},
      {"(catch inf () (((x))) \"\" \xff \x01)", "(catch)", 0},
      {"(catch" + thousand_arguments + ")", "(catch)", 0},
      {"(catch " + deep + ")", kVoid, 1},
      {"(catch " + std::string(64 * 1024, 'x') + ")", kVoid, 1},
      {"(catch", kVoid, 1},
      {"(Catch)", kVoid, 1},
      {std::string("(catch)\0)", 9), "(catch)", 0},
      {std::string("(catch\0)", 8), kVoid, 1},
      {"(say " + at_limit + "x)", kVoid, 1},
      {"(say " + at_limit + " x)", "(say " + at_limit + ")", 0},
      {"(say nan (x) inf)", "(say nan)", 0},
      {"(say 0x1p1023)", "(say \"0x1p1023\")", 0},
      {"(say a" + thousand_arguments + ")", "(say a)", 0},
      {"(say)", kVoid, 1},
      {"(say ())", kVoid, 1},
      {"(say (a))", kVoid, 1},
      {"(say \"\")", kVoid, 1},
      {"(say \x01)", kVoid, 1},
      {"(say \"a\x7f\")", kVoid, 1},
      {"(say a\x7f)", "(say a)",
       0},  // a separate atom: the character may begin an atom, but not continue one (behaviour 5.4)
      {"(say \xff)", kVoid, 1},
      {"(say '(a))", kVoid, 1},
      {"(say " + deep + ")", kVoid, 1},
      {"(say " + std::string(64 * 1024, 'x') + ")", kVoid, 1},
      {"(say a", kVoid, 1},
      {std::string("(say a\0)", 8), kVoid, 1},
  };
  for (const Row& row : rows) check(row.text, row.as, row.log_lines, PlayMode{Phase::play_on});
}

TEST_CASE("hostile acts: the clean acts of the table have an effect") {
  for (const char* text :
       {"(drive 40 -30 20)", "(drive 0 0 0)", "(kick 20 60)", "(kick 50 60)", "(kick 20 1)", "(pantilt 30 -4)",
        "(pantilt 90 -4)", "(catch)", "(say a)", "(init (unum 0)(teamname foo))", "(init (unum 7)(teamname foo))"}) {
    CAPTURE(text);
    CHECK(clean(text, PlayMode{Phase::play_on}).later != clean(kVoid, PlayMode{Phase::play_on}).later);
  }
  CHECK(clean("(beam -20 3 0)", PlayMode{Phase::before_kick_off}).at_once !=
        clean(kVoid, PlayMode{Phase::before_kick_off}).at_once);
}
