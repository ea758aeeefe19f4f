// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>
#include <limits>

#include "server/options/option_table.h"
#include "server/options/options.h"
#include "tests/support/temporary_folder.h"

using namespace server;
namespace fs = std::filesystem;

namespace {

Options options_of(const std::vector<std::string>& arguments) {
  return read_command_line(arguments).options;
}

/// The error for these arguments; empty if they are accepted.
std::string refusal(const std::vector<std::string>& arguments) {
  try {
    read_command_line(arguments);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

using Variables = std::vector<std::pair<std::string, std::string>>;

}  // namespace

TEST_CASE("all options have their defaults if none is given") {
  const Options options = options_of({});
  CHECK(options.script == "rcssserver3D.rb");
  CHECK(options.agent_database == "agentdb.xml");
  CHECK(options.monitor_log_file() == "Logfiles/monitor.log");
  CHECK(options.monitor_port == 12001);
  CHECK(options.engine_port == 12000);
  CHECK_FALSE(options.agent_port);
  for (const std::string& address : {options.monitor_address, options.engine_address, options.agent_address})
    CHECK(address == "127.0.0.1");
  CHECK(options.random_seed == -1);
  CHECK_FALSE(options.speed_chosen);
  CHECK_FALSE(options.chosen_speed);
  CHECK(options.agents.empty());
  CHECK(options.timers == "as_written");
  CHECK(options.max_thinking == 1000);
  CHECK(options.think_limit_s == 10);
  CHECK(options.agent_wall_s == 0);
  CHECK_FALSE((options.sync || options.record_think_times || options.quiet || options.verbose));
  CHECK((options.variables.empty() && options.ignored.empty()));
  CHECK(options.guard.sandbox == commserver::GuardOptions::Sandbox::automatic);
}

TEST_CASE("printed answers have a format, which files of parameters do not keep") {
  CHECK(options_of({}).format == Options::Format::text);
  CHECK(options_of({"--describe", "--format", "md"}).format == Options::Format::md);
  CHECK(options_of({"--scene", "a.rsg", "--dump", "--format=json"}).format == Options::Format::json);
  CHECK(refusal({"--format", "xml"}) == "--format xml: expected text, md or json");
  Options options;
  spark::OptionTable table(program());
  add_options(table, options);
  for (const auto& [name, value] : table.in_force()) CHECK(name != "format");
}

TEST_CASE("--scene takes a scene file with values for it") {
  const Options options = options_of({"--scene", "crate.rsg", "2", "-0.3", "word", "--dump", "--steps", "7"});
  CHECK(options.scene == std::vector<std::string>{"crate.rsg", "2", "-0.3", "word"});
  CHECK((options.dump_scene && options.scene_steps == 7 && !options.scene_height));
  CHECK(options.script == "world.rb");
  CHECK(options_of({"--scene", "a.rsg", "--script", "rcssserver3D.rb"}).script == "rcssserver3D.rb");
  CHECK(options_of({}).script == "rcssserver3D.rb");
  for (const char* option : {"--dump", "--steps=1", "--scene_height=0"})
    CHECK(refusal({option}).find(": expected --scene with it") != std::string::npos);
  CHECK(refusal({"--scene", "a.rsg", "--dump", "--format", "md"}) == "--format md: expected text or json with --dump");
}

TEST_CASE("a file or folder alone is answered with what can be done with it") {
  const TemporaryFolder folder;
  const std::string logs = folder.path().string();
  const auto file = [&](const std::string& name) {
    std::ofstream(folder / name) << "x";
    return (folder / name).string();
  };
  const auto of_match = [](const std::string& name) {
    return fmt::format(
        "'{0}': expected an option: --report {0} reports on the match in it, --verify {0} plays it again, "
        "rcssmonitor3D-lite {0} shows it",
        name);
  };
  for (const std::string& name : {logs, file("match.zip"), file("monitor.log"), file("match.tgz")})
    CHECK(refusal({name}) == of_match(name));
  const std::string script = file("x.rb"), scene = file("x.rsg"), parameters = file("x.xml");
  CHECK(refusal({script}) == fmt::format("'{0}': expected an option: --script {0} plays it", script));
  CHECK(refusal({scene}) == fmt::format("'{0}': expected an option: --scene {0} shows it", scene));
  CHECK(refusal({parameters}) ==
        fmt::format("'{0}': expected an option: --parameters {0} or --agent_db_fn {0}", parameters));
  CHECK(refusal({"nowhere.zip"}) == "'nowhere.zip': expected an option, like --help");
}

TEST_CASE("options that exclude each other or have no effect together are rejected") {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"--verify", "L", "--scene", "s.rsg"}, "--verify and --scene: expected one of them"},
      {{"--report", "L", "--verify", "L"}, "--verify and --report: expected one of them"},
      {{"--describe", "--scene", "s.rsg"}, "--scene and --describe: expected one of them"},
      {{"--list_files", "--variables"}, "--variables and --list_files: expected one of them"},
      {{"--scene", "s.rsg", "--dump", "--team", "foo"}, "--team: has no effect with --scene"},
      {{"--scene", "s.rsg", "--logdir", "L"}, "--logdir: has no effect with --scene"},
      {{"--scene", "s.rsg", "--dump", "--speed", "2"}, "--speed: has no effect with --scene"},
      {{"--scene", "s.rsg", "--dump", "--watch"}, "--dump and --watch: expected one of them"},
      {{"--report", "L", "--seed", "3"}, "--seed: has no effect with --report"},
      {{"--report", "L", "--Soccer.X", "3"}, "--Soccer.X: has no effect with --report"},
      {{"--report", "L", "--use_migration"}, "--use_migration: has no effect with --report"},
      {{"--verify", "L", "--send_agent_think_times"}, "--send_agent_think_times: has no effect with --verify"},
      {{"--verify", "L", "--agent_memory", "64"}, "--agent_memory: has no effect with --verify"},
      {{"--json", "x"}, "--json: expected --report with it"},
      {{"--html", "x", "--verify", "L"}, "--html: has no effect with --verify"},
      {{"--format", "json"}, "--format: expected --describe or --dump with it"},
      {{"--verify", ""}, "--verify: a value is missing"},
      {{"--script", ""}, "--script '': expected the name of a file"},
  };
  for (const auto& [arguments, words] : cases) CHECK(refusal(arguments) == words);
  // These questions can be asked about the command line of a match; a scene has the world of a script.
  for (const char* question : {"--list_files", "--variables", "--describe"})
    CHECK(refusal({question, "--team", "foo", "--Soccer.X", "3", "--strict", "--monitor_port", "0"}).empty());
  CHECK(refusal({"--scene", "s.rsg", "--script", "x.rb", "--Game.X", "3", "--seed", "3", "--quiet"}).empty());
  CHECK(refusal({"--scene", "s.rsg", "--watch", "--speed", "2", "--monitor_port", "0"}).empty());
  CHECK(refusal({"--report", "L", "--json", "x", "--html", "y", "--quiet"}).empty());
}

TEST_CASE("an option has the same effect under all its names") {
  const std::pair<const char*, const char*> aliases[] = {
      {"script", "initscript"}, {"agent_db_fn", "agentdb"}, {"logfile_dir", "logdir"}, {"random_seed", "seed"}};
  for (const auto& [first, second] : aliases) {
    Options options;
    spark::OptionTable table(program());
    add_options(table, options);
    CHECK(table.find(first));
    CHECK(table.find(first) == table.find(second));
  }
  CHECK(options_of({"--initscript", "s.rb"}).script == "s.rb");
  CHECK(options_of({"--seed=7"}).random_seed == 7);
}

TEST_CASE("the options for control of a match have defaults and values") {
  const Options usual = options_of({});
  CHECK(usual.monitor_access == Options::MonitorAccess::trainer);
  CHECK_FALSE(usual.watch_port);
  CHECK(usual.trainer_secret_file.empty());
  CHECK_FALSE(usual.competition);
  CHECK(options_of({"--watch_port", "0"}).watch_port == 0);
  CHECK_FALSE(options_of({"--watch_port", "off"}).watch_port);
  CHECK(options_of({"--competition"}).competition);
  CHECK_FALSE(options_of({"--competition", "0"}).competition);
  CHECK_THROWS_AS(options_of({"--monitor_access", "everybody"}), std::runtime_error);
}

TEST_CASE("in a competition the match does not wait for an agent for ever, unless an option says so") {
  CHECK(options_of({"--competition"}).agent_wall_s == 120);
  CHECK(options_of({"--agent_wall", "7", "--competition"}).agent_wall_s == 7);
  CHECK(options_of({"--competition", "--agent_wall", "off"}).agent_wall_s == 0);
  CHECK(options_of({"--competition", "0"}).agent_wall_s == 0);
}

TEST_CASE("the switches of 2006 take precedence over newer options") {
  CHECK_FALSE(options_of({"--accept_monitor_connections", "0", "--monitor_port", "1"}).monitor_port);
  CHECK(options_of({"--accept_monitor_connections", "1"}).monitor_port == 12001);
  CHECK_FALSE(options_of({"--accept_monitor_connections", "0", "--watch_port", "1"}).watch_port);
  CHECK(options_of({"--use_monitor_log", "0", "--monitor_log", "zst"}).monitor_log_file().empty());
  CHECK(options_of({"--use_monitor_log=1", "--monitor_log", "zst"}).monitor_log_file() == "Logfiles/monitor.log.zst");
  CHECK(options_of({"--record_think_times"}).record_think_times);
  CHECK(options_of({"--record_think_times", "--quiet"}).quiet);
  CHECK_FALSE(options_of({"--record_think_times", "0"}).record_think_times);
}

TEST_CASE("--team replaces the script's agents") {
  const Options options = options_of({"--team", "foo", "--team", "a:b:3", "--team=none"});
  REQUIRE(options.agents.size() == 3);
  CHECK((options.agents[0].type == "foo" && options.agents[0].count == 11));
  CHECK((options.agents[1].type == "a:b" && options.agents[1].count == 3));
  CHECK((options.agents[2].type == "none" && options.agents[2].count == 0));
  for (const char* bad : {"foo:12", "foo:-1", ":3", "foo:", "foo:x"})
    CHECK(refusal({"--team", bad}) == std::string("--team ") + bad + ": expected TYPE or TYPE:N with N from 0 to 11");
}

TEST_CASE("contestants are two types of agents, or one type and agents that connect") {
  using Types = std::vector<std::string>;
  CHECK(options_of({"--team", "foo:11", "--team", "bar:3"}).contestants() == Types{"foo", "bar"});
  CHECK(options_of({"--team", "foo", "--agent_port", "0", "--agents_awaited", "2"}).contestants() ==
        Types{"foo", "tcp"});
  CHECK(options_of({}).contestants().empty());
  CHECK(options_of({"--team", "foo", "--team", "foo"}).contestants().empty());
  CHECK(options_of({"--team", "foo", "--team", "none"}).contestants().empty());
  CHECK(options_of({"--team", "foo", "--team", "bar", "--team", "keeper:1"}).contestants().empty());
  CHECK(options_of({"--agent_port", "0", "--agents_awaited", "22"}).contestants().empty());
}

TEST_CASE("--timers takes one word or two, and the last one counts") {
  CHECK(options_of({"--timers", "fixed", "3"}).timers == "fixed 3");
  CHECK(options_of({"--timers", "fixed 3", "--quiet"}).timers == "fixed 3");
  CHECK(options_of({"--timers", "fixed", "3", "--timers", "as_written"}).timers == "as_written");
  CHECK(options_of({"--timers", "as_written", "--timers", "fixed", "0"}).timers == "fixed 0");
  CHECK(refusal({"--timers", "sundial"}) == "--timers sundial: expected as_written or fixed N");
  CHECK(refusal({"--timers", "fixed"}) == "--timers fixed: expected as_written or fixed N");
}

TEST_CASE("--speed max counts as a chosen speed") {
  CHECK_FALSE(options_of({}).speed_chosen);
  CHECK(options_of({"--speed", "2.5"}).chosen_speed == 2.5);
  CHECK(options_of({"--speed", "3", "--speed", "max"}).speed_chosen);
  CHECK_FALSE(options_of({"--speed", "3", "--speed", "max"}).chosen_speed);
}

TEST_CASE("variables of the script, and options that set one, are kept in order") {
  CHECK(options_of({"--Soccer.X", "-3", "--send_agent_think_times", "--Soccer.Y=", "--run_integrated_commserver", "0",
                    "--Spades.SendAgentThinkTimes", "false"})
            .variables == Variables{{"Soccer.X", "-3"},
                                    {"Spades.SendAgentThinkTimes", "true"},
                                    {"Soccer.Y", ""},
                                    {"Spades.RunIntegratedCommserver", "false"},
                                    {"Spades.SendAgentThinkTimes", "false"}});
  CHECK(refusal({"--quiet", "--Soccer.X"}) == "--Soccer.X: a value is missing");
  CHECK(refusal({"--send_agent_think_times", "maybe"}) == "--send_agent_think_times maybe: expected 0 or 1");
}

TEST_CASE("options of the old engine are listed as ignored, with or without values") {
  const Options options = options_of(
      {"--", "--ipc_force_remove", "--max_at_ref_depth", "100", "--seed", "3", "--use_migration=0", "--quiet"});
  CHECK(options.ignored == std::vector<std::string>{"ipc_force_remove", "max_at_ref_depth", "use_migration"});
  CHECK(options.random_seed == 3);
  CHECK(options.quiet);
}

TEST_CASE("invalid values are rejected with the name that was typed and what is expected") {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"--seed", "one"}, "--seed one: expected a whole number from -1 to 9223372036854775807"},
      {{"--random_seed", "-2"}, "--random_seed -2: expected a whole number from -1 to 9223372036854775807"},
      {{"--speed", "0"}, "--speed 0: expected a number above 0, at most 1000000, or 'max'"},
      {{"--monitor_port", "-1"}, "--monitor_port -1: expected a whole number from 0 to 65535 or 'off'"},
      {{"--engine_port", "off"}, "--engine_port off: expected a whole number from 0 to 65535"},
      {{"--agent_port", "70000"}, "--agent_port 70000: expected a whole number from 0 to 65535 or 'off'"},
      {{"--agents_awaited", "101", "--agent_port", "0"}, "--agents_awaited 101: expected a whole number from 0 to 100"},
      {{"--sync", "maybe"}, "--sync maybe: expected 0 or 1"},
      {{"--sync_timeout", "nan"}, "--sync_timeout nan: expected a number above 0, at most 1000000"},
      {{"--sync_budget", "0"}, "--sync_budget 0: expected a number above 0, at most 1000000"},
      {{"--max_secs_for_agent_think", "x"}, "--max_secs_for_agent_think x: expected a number above 0, at most 1000000"},
      {{"--max_simtime_for_agent_think", "0"},
       "--max_simtime_for_agent_think 0: expected a whole number from 1 to 1000000"},
      {{"--agent_wall", "0"}, "--agent_wall 0: expected a number above 0, at most 1000000, or 'off'"},
      {{"--monitor_log", "gz"}, "--monitor_log gz: expected plain, zst or none"},
      {{"--sandbox", "perhaps"}, "--sandbox perhaps: expected on, off or auto"},
      {{"--no_such_option"},
       "--no_such_option: there is no such option; variables of the script are written --Namespace.Name (--variables "
       "lists them)"},
      {{"--monitor_prt", "1"}, "--monitor_prt: there is no such option; did you mean --monitor_port?"},
  };
  for (const auto& [arguments, words] : cases) CHECK(refusal(arguments) == words);
  CHECK(options_of({"--seed", std::to_string(std::numeric_limits<std::int64_t>::max())}).random_seed ==
        std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("--list_arguments tells which arguments guard the user") {
  CHECK(read_command_line({"--list_arguments", "--Sig.Port", "9001", "--Soccer.RuleHalfTime=3", "--strict", "--team",
                           "a:3", "--trust-scripts", "--sandbox=off", "--monitor_port", "12001", "--rctp_port", "5000"})
            .answer ==
        R"({"arguments":[{"word":"--Sig.Port=9001","guards":true},)"
        R"({"word":"--Soccer.RuleHalfTime=3","guards":false},{"word":"--rctp_port=5000","guards":true},)"
        R"({"word":"--strict=true","guards":false},{"word":"--team=a:3","guards":false},)"
        R"({"word":"--trust_scripts=true","guards":true},{"word":"--monitor_port=12001","guards":false},)"
        R"({"word":"--sandbox=off","guards":true}]})"
        "\n");
  // It refuses what a match would refuse.
  CHECK(refusal({"--list_arguments", "--sandbox", "of"}).starts_with("--sandbox of: expected"));
}

TEST_CASE("--help and --version are answered, whatever else is wrong") {
  CHECK(read_command_line({"--version"}).answer->starts_with("rcssserver3D "));
  CHECK(read_command_line({"--seed", "one", "--sede", "--parameters", "nowhere.xml", "--help"})
            .answer->find("--script, --initscript FILE") != std::string::npos);
  CHECK_FALSE(read_command_line({"--quiet"}).answer);
}

TEST_CASE("the word after the name of a variable is its value, even if it looks like an option") {
  const Options options =
      options_of({"--Soccer.X", "--quiet", "--Soccer.Y", "--Soccer.Z", "--use_migration", "--strict"});
  CHECK(options.variables == Variables{{"Soccer.X", "--quiet"}, {"Soccer.Y", "--Soccer.Z"}});
  CHECK_FALSE(options.quiet);
  // Options of the old engine may have no value, so the next option is not taken for one.
  CHECK(options.ignored == std::vector<std::string>{"use_migration"});
  CHECK(options.strict);
}
