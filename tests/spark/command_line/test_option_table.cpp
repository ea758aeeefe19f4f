// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <sstream>

#include "spark/command_line/option_help.h"
#include "spark/command_line/option_table.h"

using namespace spark;

namespace {

/// The error message when `value` gets `text`; empty if it is accepted.
std::string refusal(const OptionValue& value, const std::string& text, const char* name = "--x") {
  try {
    value.read(name, {text});
  } catch (const WrongUsage& error) {
    return error.what();
  }
  return {};
}

/// The text that `value` writes after it has read `text`.
std::string again(const OptionValue& value, const std::string& text) {
  value.read("--x", {text});
  const GivenValues written = value.written();
  return written.size() == 1 ? written.front() : std::to_string(written.size()) + " values";
}

enum class Log { plain, zst, none };

struct Stage {
  Stage() {
    table.begin_section("First");
    table.add({.names = {"long_name", "n"},
               .value = number(times, 0, 5),
               .help = "some words about a number that are a little longer than a line is wide",
               .unit = "s"});
    table.begin_section("Second");
    table.add({.names = {"log"},
               .value = one_of(log, {{"plain", Log::plain}, {"zst", Log::zst}, {"none", Log::none}}),
               .help = "how"});
    table.add({.names = {"name"}, .value = word(name, "NAME"), .help = "who", .usual = "no one in particular"});
    table.add({.names = {"secret"}, .value = flag(secret), .help = "not for people", .is_hidden = true});
    table.add({.names = {"once"}, .value = flag(once), .help = "not for files", .in_files = false});
    table.add({.names = {"types"}, .value = words(types, "T"), .help = "several"});
  }
  double times = 1.5;
  Log log = Log::plain;
  std::string name;
  bool secret = false, once = false;
  std::vector<std::string> types;
  OptionTable table{{"program", "1.2", "What it does.", "How it ends.\n\nAnd when."}};
};

}  // namespace

TEST_CASE("a host may be followed by a port, and the later of both options counts") {
  const auto take = [](const NamedValues& given) {
    std::string name = "usual";
    std::uint16_t number = 12;
    OptionTable table({"program", "1", "", ""});
    table.add({.names = {"server"}, .value = host(name, number), .help = "a host"});
    table.add({.names = {"port"}, .value = port(number, 1), .help = "its port"});
    table.take(given, [](const std::string&, const std::string&) {});
    return name + " " + std::to_string(number);
  };
  CHECK(take({}) == "usual 12");
  CHECK(take({{"server", "a"}}) == "a 12");
  CHECK(take({{"server", "a.b:80"}}) == "a.b 80");
  CHECK(take({{"server", "[::1]:80"}}) == "::1 80");
  CHECK(take({{"server", "[fe80::1%eth0]"}}) == "fe80::1%eth0 12");
  CHECK(take({{"server", "::1"}}) == "::1 12");
  CHECK(take({{"server", "a:80"}, {"port", "81"}}) == "a 81");
  CHECK(take({{"port", "81"}, {"server", "a:80"}}) == "a 80");
  for (const char* wrong :
       {"", ":80", "a:", "a:0", "a:65536", "a:-1", "a:+1", "a:8x", "a:b:80", "[::1", "[::1]80", "[]", "[a]"})
    CHECK_THROWS_WITH(take({{"server", wrong}}), std::string("--server ") + (*wrong ? wrong : "''") +
                                                     ": expected HOST or HOST:PORT, with a port from 1 to 65535");
}

TEST_CASE("values are refused with name, value and range") {
  int whole = 7;
  CHECK(refusal(whole_number(whole, 1, 9), "10", "--n") == "--n 10: expected a whole number from 1 to 9");
  CHECK(refusal(whole_number(whole, 1, 9), "1.5") == "--x 1.5: expected a whole number from 1 to 9");
  CHECK(refusal(whole_number(whole, 1, 9), "") == "--x '': expected a whole number from 1 to 9");
  double real = 0.5;
  for (const char* bad : {"nan", "inf", "2", "-1", "half", "0.5s"})
    CHECK(refusal(number(real, 0, 1), bad) == std::string("--x ") + bad + ": expected a number from 0 to 1");
  CHECK(refusal(positive_number(real), "0") == "--x 0: expected a number above 0, at most 1000000");
  CHECK(refusal(positive_number(real, 1000), "1001") == "--x 1001: expected a number above 0, at most 1000");
  std::uint16_t any = 1;
  CHECK(refusal(port(any, 1), "0") == "--x 0: expected a whole number from 1 to 65535");
  CHECK(refusal(port(any, 1), "65536") == "--x 65536: expected a whole number from 1 to 65535");
  std::optional<std::uint16_t> off;
  CHECK(refusal(port_or_off(off), "65536") == "--x 65536: expected a whole number from 0 to 65535 or 'off'");
  bool yes = false;
  CHECK(refusal(zero_or_one(yes), "maybe") == "--x maybe: expected 0 or 1");
  Log log = Log::plain;
  CHECK(refusal(one_of(log, {{"plain", Log::plain}, {"zst", Log::zst}, {"none", Log::none}}), "gz") ==
        "--x gz: expected plain, zst or none");
  std::size_t which = 0;
  CHECK(refusal(one_of({"a", "b", "c", "d"}, {[&] { return which; }, [&](std::size_t w) { which = w; }}), "e") ==
        "--x e: expected one of a, b, c, d");
  // None of these values has been kept.
  CHECK((whole == 7 && real == 0.5 && any == 1 && !off && !yes && log == Log::plain && which == 0));
}

TEST_CASE("the ends of a range belong to it") {
  int whole = 5;
  for (const char* end : {"1", "9"}) CHECK(again(whole_number(whole, 1, 9), end) == end);
  for (const char* beyond : {"0", "10"}) CHECK(refusal(whole_number(whole, 1, 9), beyond) != "");
  double real = 0.5;
  for (const char* end : {"0", "1"}) CHECK(again(number(real, 0, 1), end) == end);
  CHECK(again(positive_number(real, 1000), "1000") == "1000");
  std::uint16_t number_of_port = 1;
  for (const char* end : {"1", "65535"}) CHECK(again(port(number_of_port, 1), end) == end);
}

TEST_CASE("every kind of value is written in a form that it can read") {
  int whole = 0;
  double real = 0;
  std::optional<double> perhaps;
  std::uint16_t number_of_port = 0;
  std::optional<std::uint16_t> off;
  bool yes = false;
  std::string text;
  std::filesystem::path path;
  CHECK(again(whole_number(whole, -9, 9), "-9") == "-9");
  CHECK(again(number(real, 0, 1), "1e-1") == "0.1");
  CHECK(again(number(perhaps, 0, 1), "0.30000000000000004") == "0.30000000000000004");
  CHECK(again(positive_number(real), "1e6") == "1000000");
  CHECK(again(port(number_of_port, 0), "65535") == "65535");
  CHECK(again(port_or_off(off), "0") == "0");
  CHECK(again(port_or_off(off), "off") == "off");
  for (const char* one : {"1", "true", "yes", "on"}) CHECK(again(zero_or_one(yes), one) == "1");
  for (const char* zero : {"0", "false", "no", "off"}) CHECK(again(perhaps_one(zero_or_one(yes)), zero) == "0");
  CHECK(again(perhaps_one(zero_or_one(yes)), "") == "1");
  CHECK(again(flag(yes), "0") == "0");
  CHECK(again(word(text, "T"), "two words") == "two words");
  CHECK(again(word(text, "T"), "") == "0 values");
  CHECK(again(file(path), "a/b") == "a/b");
}

TEST_CASE("an empty name is refused where a file is needed") {
  std::filesystem::path path = "before";
  CHECK(refusal(not_empty(file(path)), "", "--json") == "--json '': expected the name of a file");
  CHECK(path == "before");
  CHECK(again(not_empty(file(path)), "a b") == "a b");
}

TEST_CASE("a table finds options by all their names, and refuses a name that is taken") {
  Stage stage;
  REQUIRE(stage.table.find("long_name"));
  CHECK(stage.table.find("n") == stage.table.find("long_name"));
  CHECK_FALSE(stage.table.find("long"));
  CHECK(stage.table.names() == std::vector<std::string>{"long_name", "log", "name", "once", "types"});
  CHECK_THROWS_AS(stage.table.add({.names = {"other", "n"}, .value = flag(stage.once)}), std::logic_error);
}

TEST_CASE("the values in force can be read back, and later values replace earlier ones") {
  Stage stage;
  const auto nothing_else = [](const std::string& name, const std::string&) { FAIL(name); };
  CHECK(stage.table.in_force() == NamedValues{{"long_name", "1.5"}, {"log", "plain"}, {"secret", "0"}});
  stage.table.take({{"types", "a"}, {"n", "2"}, {"types", "b"}, {"log", "zst"}, {"n", "3"}}, nothing_else);
  stage.table.take({{"name", "me"}}, nothing_else);
  const NamedValues all{{"long_name", "3"}, {"log", "zst"}, {"name", "me"},
                        {"secret", "0"},    {"types", "a"}, {"types", "b"}};
  CHECK(stage.table.in_force() == all);
  Stage other;
  other.types = {"old", "older"};
  other.table.take(all, nothing_else);
  CHECK(other.table.in_force() == all);
  NamedValues unknown;
  other.table.take({{"log", "none"}, {"lgo", "x"}},
                   [&](const std::string& name, const std::string& value) { unknown.emplace_back(name, value); });
  CHECK(unknown == NamedValues{{"lgo", "x"}});
  CHECK_THROWS_WITH(other.table.take({{"n", "9"}}, nothing_else), "-n 9: expected a number from 0 to 5");
}

TEST_CASE("the help has the options in order, with default and unit, within the width") {
  const Stage stage;
  CHECK(help_text(stage.table, 60) ==
        "What it does.\n"
        "Usage: program [OPTIONS]\n"
        "\n"
        "First:\n"
        "  --long_name, -n X           some words about a number that\n"
        "                              are a little longer than a\n"
        "                              line is wide (default 1.5 s)\n"
        "\n"
        "Second:\n"
        "  --log plain|zst|none        how (default plain)\n"
        "  --name NAME                 who (default: no one in\n"
        "                              particular)\n"
        "  --once                      not for files\n"
        "  --types T                   several\n"
        "\n"
        "How it ends.\n"
        "\n"
        "And when.\n");
  for (const std::size_t width : {60, 80, 120}) {
    std::istringstream lines(help_text(stage.table, width));
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= width);
  }
}

TEST_CASE("the help as Markdown has the same options, with the values that they accept") {
  const Stage stage;
  CHECK(help_as_markdown(stage.table) ==
        "**First**\n\n| option | value | default | |\n|---|---|---|---|\n"
        "| `--long_name`, `-n` | `X`: a number from 0 to 5 (s) | `1.5 s` | some words about a number that are a little "
        "longer than a line is wide |\n"
        "\n**Second**\n\n| option | value | default | |\n|---|---|---|---|\n"
        "| `--log` | `plain\\|zst\\|none` | `plain` | how |\n"
        "| `--name` | `NAME` | no one in particular | who |\n"
        "| `--once` |  |  | not for files |\n"
        "| `--types` | `T` |  | several |\n");
}

namespace {

/// A program that plays, or looks at a file and then dumps or shows it with --dump or --watch.
struct Modes {
  Modes() {
    table.begin_section("Play", {kUsualWork});
    table.add({.names = {"team"}, .value = words(teams, "T"), .help = "who"});
    table.add({.names = {"seed", "s"},
               .value = whole_number(seed, -1, 9),
               .help = "of what is drawn",
               .with = {"", "scene"}});
    table.begin_section("Look", {"scene"});
    table.add({.names = {"scene", "show"}, .value = word(scene, "FILE"), .help = "look at it", .is_mode = true});
    table.add({.names = {"steps"}, .value = whole_number(steps, 0, 9), .help = "play so many first"});
    table.add({.names = {"dump"}, .value = flag(dump), .help = "print it", .is_mode = true, .with = {"scene"}});
    table.add({.names = {"watch"}, .value = flag(watch), .help = "show it", .is_mode = true, .with = {"scene"}});
    table.add({.names = {"size"}, .value = word(size, "S"), .help = "of the window", .with = {"", "watch"}});
    table.begin_section("More");
    table.add({.names = {"quiet"}, .value = flag(quiet), .help = "say less"});
    table.add({.names = {"loud"}, .value = flag(loud), .help = "say more", .not_with = {"quiet"}});
    table.add_questions();
  }
  /// The error message for these options; empty if they can be combined.
  std::string refusal(const NamedValues& given, const NamedValues& of_file = {}) {
    const auto nothing_else = [](const std::string& name, const std::string&) { FAIL(name); };
    try {
      table.take(of_file, nothing_else);
      table.take(given, nothing_else);
      table.check_modes(given);
    } catch (const WrongUsage& error) {
      return error.what();
    }
    return {};
  }
  std::vector<std::string> teams;
  int seed = -1, steps = 0;
  std::string scene, size;
  bool dump = false, watch = false, quiet = false, loud = false;
  OptionTable table{{"program", "1.2", "Plays.", ""}};
};

std::string refusal(const NamedValues& given, const NamedValues& of_file = {}) {
  return Modes().refusal(given, of_file);
}

}  // namespace

TEST_CASE("a program has one mode at a time, and refuses options that have no effect in it") {
  CHECK(refusal({{"team", "a"}, {"seed", "3"}, {"quiet", "1"}}).empty());
  CHECK(refusal({{"scene", "x"}, {"s", "3"}, {"steps", "1"}, {"dump", "1"}, {"quiet", "1"}}).empty());
  CHECK(refusal({{"show", "x"}, {"team", "a"}}) == "--team: has no effect with --show");
  // Even if the value equals the default.
  CHECK(refusal({{"team", "a"}, {"steps", "0"}}) == "--steps: expected --scene with it");
  CHECK(refusal({{"watch", "1"}, {"dump", "1"}, {"scene", "x"}}) == "--dump and --watch: expected one of them");
  CHECK(refusal({{"scene", "x"}, {"dump", "1"}, {"size", "2"}}) == "--size: has no effect with --scene");
  CHECK(refusal({{"scene", "x"}, {"watch", "1"}, {"size", "2"}}).empty());
  CHECK(refusal({{"loud", "1"}, {"quiet", "1"}}) == "--loud and --quiet: expected one of them");
  // A mode that is switched off is not a mode; one without its value is a mistake.
  CHECK(refusal({{"dump", "0"}, {"team", "a"}}).empty());
  CHECK(refusal({{"scene", ""}}) == "--scene: a value is missing");
}

TEST_CASE("a file may have options without effect, but a mode that it sets counts") {
  CHECK(refusal({{"scene", "x"}}, {{"team", "a"}, {"size", "2"}}).empty());
  CHECK(refusal({{"team", "a"}}, {{"scene", "x"}}) == "--team: has no effect with --scene");
}

TEST_CASE("the help tells which options can be combined, except for the usual work") {
  const Modes modes;
  const std::string page = help_as_markdown(modes.table);
  CHECK_THAT(page, Catch::Contains("| look at it; goes with --seed, --steps, --quiet and --loud |"));
  CHECK_THAT(page, Catch::Contains("| play so many first; only with --scene |"));
  CHECK_THAT(page, Catch::Contains("| of the window |"));
  CHECK_THAT(help_text(modes.table, 120), Catch::Contains("play so many first; only with --scene (default 0)"));
}
