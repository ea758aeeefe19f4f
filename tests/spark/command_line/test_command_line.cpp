// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "spark/command_line/command_line.h"

using namespace spark;

namespace {

const std::vector<std::string> kNames{"seed", "speed", "script", "Soccer.RuleHalfTime", "Soccer.RuleGoalPauseTime"};

struct Program {
  Program() {
    table.add({.names = {"random_seed", "seed"}, .value = word(seed, "N"), .help = "same seed, same run"});
    table.add({.names = {"port"}, .value = whole_number(port, 1, 65535), .help = "where it listens"});
    table.add({.names = {"sync"}, .value = perhaps_one(zero_or_one(sync)), .help = "waits"});
    table.add({.names = {"log"}, .value = files(logs), .help = "may be several"});
    table.add({.names = {"quiet"}, .value = flag(quiet), .help = "says less"});
    table.add_questions();
  }
  /// The text that is printed for these arguments, or the error; empty if they are accepted.
  std::string answer(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "program");
    try {
      return read_command_line(table, static_cast<int>(arguments.size()), arguments.data()).value_or("");
    } catch (const WrongUsage& error) {
      return error.what();
    }
  }

  std::string seed;
  int port = 12001;
  bool quiet = false, sync = false;
  std::vector<std::string> logs;
  OptionTable table{{"program", "1.2", "Does nothing.", ""}};
};

std::string answer(const std::vector<const char*>& arguments) {
  return Program().answer(arguments);
}

}  // namespace

TEST_CASE("a flag may be followed by 0 or 1") {
  Program program;
  CHECK(program.answer({"--quiet", "1", "--seed", "4"}).empty());
  CHECK(program.quiet);
  CHECK(program.answer({"--quiet", "0"}).empty());
  CHECK_FALSE(program.quiet);
  CHECK(answer({"--quiet", "2"}).find("2") != std::string::npos);
}

TEST_CASE("words without an option are values of the operand") {
  std::vector<std::string> read;
  bool quiet = false;
  OptionTable table{{"show", "1.2", "Shows files.", ""}};
  table.add({.names = {"quiet", "q"}, .value = flag(quiet), .help = "says less"});
  table.add({.names = {"file"}, .value = shown_as(files(read), "FILE|URL"), .help = "is read", .is_operand = true});
  table.add_questions();
  const auto take = [&](std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "show");
    return read_command_line(table, static_cast<int>(arguments.size()), arguments.data()).value_or("");
  };
  CHECK(take({"a.wrl", "--quiet", "b c", "-"}) == "");
  CHECK(read == std::vector<std::string>{"a.wrl", "b c", "-"});
  CHECK(quiet);
  take({"-q", "d"});
  CHECK(take({"--quiet", "0"}) == "");  // where files may follow it is a file
  CHECK((read == std::vector<std::string>{"0"} && quiet));
  take({"-q", "d"});
  CHECK(read == std::vector<std::string>{"d"});
  take({"--file", "e"});
  CHECK(read == std::vector<std::string>{"e"});
  CHECK_THROWS_WITH(take({"a", "--fiel"}), "--fiel: there is no such option; did you mean --file?");
  CHECK(take({"a", "--help"}).find("Usage: show [OPTIONS] FILE|URL\n") != std::string::npos);
}

TEST_CASE("words after -- are values of the operand") {
  std::vector<std::string> read;
  bool quiet = false;
  OptionTable table{{"show", "1.2", "Shows files.", ""}};
  table.add({.names = {"quiet", "q"}, .value = flag(quiet), .help = "says less"});
  table.add({.names = {"file"}, .value = files(read), .help = "is read", .is_operand = true});
  const std::vector<const char*> arguments{"show", "a", "-q", "--", "-5", "--quiet", "--"};
  CHECK_FALSE(read_command_line(table, static_cast<int>(arguments.size()), arguments.data()));
  CHECK(read == std::vector<std::string>{"a", "-5", "--quiet", "--"});
  CHECK(quiet);
}

TEST_CASE("a program that uses -h for another option has only --help") {
  std::string host;
  OptionTable table{{"call", "1.2", "Calls.", ""}};
  table.add({.names = {"h", "host"}, .value = word(host, "HOST"), .help = "is called"});
  table.add_questions();
  const auto take = [&](std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "call");
    return read_command_line(table, static_cast<int>(arguments.size()), arguments.data()).value_or("");
  };
  CHECK(take({"-h", "here"}).empty());
  CHECK(host == "here");
  CHECK(take({"--help"}).find("-h, --host HOST") != std::string::npos);
}

TEST_CASE("mistakes in a command line are reported in one line, with the name as typed") {
  CHECK(answer({"--seed", "1", "--port", "3", "--quiet"}).empty());
  CHECK(answer({"--sede", "1"}) == "--sede: there is no such option; did you mean --seed?");
  CHECK(answer({"--sede=1"}) == "--sede: there is no such option; did you mean --seed?");
  CHECK(answer({"-seed", "1"}) == "-seed: there is no such option; did you mean --seed?");
  CHECK(answer({"--weather", "rain"}) == "--weather: there is no such option");
  CHECK(answer({"-q"}) == "-q: there is no such option");
  CHECK(answer({"seed"}) == "'seed': expected an option, like --help");
  CHECK(answer({"--seed"}) == "--seed: a value is missing");
  CHECK(answer({"--random_seed"}) == "--random_seed: a value is missing");
  CHECK(answer({"--port", "first"}) == "--port first: expected a whole number from 1 to 65535");
  CHECK(answer({"--quiet=perhaps"}) == "--quiet perhaps: expected 0 or 1");
  const Program program;
  CHECK_THROWS_WITH(split_arguments(program.table, {"--weather", "rain"}, "; ask somebody"),
                    "--weather: there is no such option; ask somebody");
}

TEST_CASE("of several values the last one counts, or all for an option that takes several") {
  Program program;
  CHECK(program.answer({"--port=3", "--random_seed", "1", "--seed", "", "--quiet", "--port", "4", "--log", "a",
                        "--log=b", "--sync"}) == "");
  CHECK(program.port == 4);
  CHECK(program.seed.empty());
  CHECK(program.quiet);
  CHECK(program.sync);
  CHECK(program.logs == std::vector<std::string>{"a", "b"});
  CHECK(program.answer({"--seed", "1", "--sync=0", "--random_seed=", "--quiet=0", "--sync=", "--port", "5"}) == "");
  CHECK((program.seed.empty() && program.sync && !program.quiet && program.port == 5));
  CHECK(program.answer({"--sync", "0", "--quiet=0", "--quiet", "--quiet=false"}) == "");
  CHECK_FALSE(program.sync);
  CHECK_FALSE(program.quiet);
}

TEST_CASE("in the name of an option a dash equals an underscore") {
  Program program;
  CHECK(program.answer({"--random-seed", "1-2", "--log=a-b"}) == "");
  CHECK(program.seed == "1-2");
  CHECK(program.logs == std::vector<std::string>{"a-b"});
  CHECK(program.answer({"--random-seed=3"}) == "");
  CHECK(program.seed == "3");
  CHECK(program.answer({"--random-sede", "1"}) ==
        "--random-sede: there is no such option; did you mean --random_seed?");
}

TEST_CASE("--help and --version are answered, whatever is wrong with the other arguments") {
  CHECK(answer({"--version"}) == "program 1.2\n");
  for (const char* help : {"-h", "--help"})
    CHECK(answer({"--port", "first", "--sede", help}).starts_with("Does nothing.\nUsage: program [OPTIONS]\n"));
}

TEST_CASE("options of one letter: values follow with or without a blank, flags can be written together") {
  std::string host, name;
  bool loud = false, fast = false;
  OptionTable table{{"call", "1.2", "Calls.", ""}};
  table.add({.names = {"p", "place"}, .value = word(host, "P"), .help = "is called"});
  table.add({.names = {"name"}, .value = word(name, "N"), .help = "calls"});
  table.add({.names = {"l"}, .value = flag(loud), .help = "says more"});
  table.add({.names = {"f"}, .value = flag(fast), .help = "waits less"});
  const auto split = [&](std::vector<std::string> arguments) { return split_arguments(table, std::move(arguments)); };
  CHECK(split({"-p80"}) == NamedValues{{"p", "80"}});
  CHECK(split({"-p", "-80"}) == NamedValues{{"p", "-80"}});
  CHECK(split({"-lfp80"}) == NamedValues{{"p", "80"}, {"l", "true"}, {"f", "true"}});
  CHECK(split({"--name=a=b", "-f"}) == NamedValues{{"name", "a=b"}, {"f", "true"}});
  CHECK(split({"--name", "--place="}) == NamedValues{{"name", "--place="}});
  CHECK_THROWS_WITH(split({"-lx"}), "-x: there is no such option");
  CHECK_THROWS_WITH(split({"-fp"}), "-p: a value is missing");
  CHECK_THROWS_WITH(split({"-5"}), "-5: there is no such option");
  CHECK_THROWS_WITH(split({"-l", "--", "-f"}), "--: there is no such option");
}

TEST_CASE("an option with many values takes the words behind it up to the next option, or to --") {
  std::vector<std::string> numbers;
  bool quiet = false;
  OptionTable table{{"add", "1.2", "Adds.", ""}};
  table.add({.names = {"numbers"}, .value = in_a_row(words(numbers, "N")), .help = "are added"});
  table.add({.names = {"quiet", "q"}, .value = flag(quiet), .help = "says less"});
  const auto split = [&](std::vector<std::string> arguments) { return split_arguments(table, std::move(arguments)); };
  CHECK(split({"--numbers", "1", "-2", "-", "-q"}) ==
        NamedValues{{"numbers", "1"}, {"numbers", "-2"}, {"numbers", "-"}, {"q", "true"}});
  CHECK(split({"--numbers=1", "2", "--", "-q"}) == NamedValues{{"numbers", "1"}, {"numbers", "2"}, {"q", "true"}});
  CHECK_THROWS_WITH(split({"--numbers", "1", "--", "2"}), "'2': expected an option, like --help");
}

TEST_CASE("the error about a word without an option suggests what to write, if that is known") {
  bool quiet = false;
  OptionTable table{{"add", "1.2", "Adds.", ""}};
  table.add({.names = {"quiet"}, .value = flag(quiet), .help = "says less"});
  const auto split = [&](const std::string& word) {
    return split_arguments(table, {"--quiet", word}, {},
                           [](const std::string& known) { return known == "x.rb" ? "--script x.rb" : ""; });
  };
  CHECK_THROWS_WITH(split("x.rb"), "'x.rb': expected an option: --script x.rb");
  CHECK_THROWS_WITH(split("y.rb"), "'y.rb': expected an option, like --help");
  CHECK_THROWS_WITH(split("-x.rb"), "-x.rb: there is no such option");
}
