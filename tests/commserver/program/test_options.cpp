// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "commserver/program/options.h"
#include "spark/command_line/option_values.h"

namespace {

/// The result of a command line: options, or an answer such as the help.
struct CommandLine {
  commserver::ProgramOptions options{};
  std::optional<std::string> answer{};
};

CommandLine read(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "commserver");
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
  CommandLine line;
  line.answer = commserver::read_options(static_cast<int>(pointers.size()), pointers.data(), line.options);
  return line;
}

std::string problem_of(const std::vector<std::string>& arguments) {
  try {
    read(arguments);
  } catch (const spark::WrongUsage& error) {
    return error.what();
  }
  FAIL("no mistake was found");
  return {};
}

}  // namespace

TEST_CASE("without options a commserver searches for an engine on this machine") {
  const CommandLine line = read({});
  REQUIRE_FALSE(line.answer);
  CHECK(line.options.engine_host == "127.0.0.1");
  CHECK(line.options.engine_port == 12000);
  CHECK(line.options.agent_database == "agentdb.xml");
  CHECK(line.options.name.empty());
  CHECK(line.options.log_folder.empty());
  CHECK(line.options.secret_file.empty());
  CHECK(line.options.wait == 60.0);
  CHECK_FALSE(line.options.stay);
}

TEST_CASE("options of the commserver, by their old and their short names") {
  const std::string database = GENERATE("--agentdb", "--agent_db_fn");
  const std::string log_folder = GENERATE("--logdir", "--logfile_dir");
  const CommandLine line =
      read({"--engine_host", "engine.example", "--engine_port", "4711", database, "teams.xml", "--name", "lab",
            log_folder, "logs", "--secret_file", "secret", "--wait", "2.5", "--agent_memory", "64"});
  REQUIRE_FALSE(line.answer);
  CHECK(line.options.engine_host == "engine.example");
  CHECK(line.options.engine_port == 4711);
  CHECK(line.options.agent_database == "teams.xml");
  CHECK(line.options.name == "lab");
  CHECK(line.options.log_folder == "logs");
  CHECK(line.options.secret_file == "secret");
  CHECK(line.options.wait == 2.5);
  CHECK(read({"--stay"}).options.stay);
  CHECK(line.options.guard.limits.memory == 64ULL * 1024 * 1024);
}

TEST_CASE("--help and --version are answered, and are no errors") {
  const CommandLine help = read({"--help"});
  REQUIRE(help.answer);
  CHECK_THAT(*help.answer, Catch::Contains("--engine_host") && Catch::Contains("Exit status: "));
  const CommandLine version = read({"--version"});
  REQUIRE(version.answer);
  CHECK_THAT(*version.answer, Catch::StartsWith("commserver ") && Catch::EndsWith("\n"));
}

TEST_CASE("a wrong command line is refused with one line that names the option") {
  for (const auto& [arguments, named] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{{{"--engine_port", "0"}, "--engine_port"},
                                                                     {{"--engine_port", "65536"}, "--engine_port"},
                                                                     {{"--wait", "-1"}, "--wait"},
                                                                     {{"--wait", "nan"}, "--wait"},
                                                                     {{"--wait", "2", "--stay"}, "--wait and --stay"},
                                                                     {{"--no_such_option"}, "no_such_option"}}) {
    CAPTURE(arguments);
    const std::string text = problem_of(arguments);
    CHECK_THAT(text, Catch::Contains(named));
    CHECK(text.find('\n') == text.npos);
  }
}
