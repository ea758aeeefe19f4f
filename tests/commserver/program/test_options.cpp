// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>

#include "commserver/program/options.h"

using commserver::CommandLine;

namespace {

CommandLine read(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "commserver");
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  return commserver::read_command_line(static_cast<int>(arguments.size()), pointers.data());
}

std::string problem_of(std::vector<std::string> arguments) {
  const CommandLine line = read(std::move(arguments));
  REQUIRE(line.exit_status == 2);
  return line.text;
}

}  // namespace

TEST_CASE("without options a commserver looks for an engine on this machine") {
  const CommandLine line = read({});
  REQUIRE_FALSE(line.exit_status);
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
  REQUIRE_FALSE(line.exit_status);
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

TEST_CASE("help and version are answers, not mistakes") {
  const CommandLine help = read({"--help"});
  CHECK(help.exit_status == EXIT_SUCCESS);
  CHECK_THAT(help.text, Catch::Contains("--engine_host") && Catch::Contains("Exit status: "));
  const CommandLine version = read({"--version"});
  CHECK(version.exit_status == EXIT_SUCCESS);
  CHECK_THAT(version.text, Catch::StartsWith("commserver ") && Catch::EndsWith("\n"));
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
    CHECK_THAT(text, Catch::Contains(named) && Catch::EndsWith(" (--help shows the options)"));
    CHECK(text.find('\n') == text.npos);
  }
}
