// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <set>

#include "server/options/option_table.h"
#include "server/options/options.h"
#include "server/options/parameters.h"
#include "spark/core/variables.h"
#include "tests/support/folders.h"
#include "tests/support/temporary_folder.h"

using namespace server;
using spark::NamedValues;
namespace fs = std::filesystem;

namespace {

/// Values of options that are not the defaults, by the options' first names.
const std::map<std::string, std::vector<std::string>> kOthers{
    {"script", {"/x/my.rb"}},
    {"home", {"/x/league"}},
    {"strict", {"1"}},
    {"script_limit", {"5"}},
    {"profile", {"manual"}},
    {"team", {"foo:3", "none:0"}},
    {"random_seed", {"12"}},
    {"speed", {"0.1"}},
    {"logfile_dir", {"/x/my logs"}},
    {"monitor_log", {"zst"}},
    {"record_acts", {"0"}},
    {"hash", {"50"}},
    {"monitor_port", {"off"}},
    {"monitor_access", {"watch"}},
    {"watch_port", {"12002"}},
    {"trainer_secret_file", {"/x/referee"}},
    {"competition", {"1"}},
    {"monitor_address", {"::1"}},
    {"agent_db_fn", {"/x/agents.xml"}},
    {"timers", {"fixed 3"}},
    {"record_think_times", {"1"}},
    {"replay_think_times", {"/x/old & \"odd\" <logs>"}},
    {"max_simtime_for_agent_think", {"7"}},
    {"max_secs_for_agent_think", {"0.30000000000000004"}},
    {"agent_wall", {"1.5"}},
    {"absent_types", {"lose"}},
    {"sandbox", {"on"}},
    {"agent_memory", {"512"}},
    {"agent_cpu", {"9"}},
    {"agent_file_size", {"8"}},
    {"agent_log_limit", {"4"}},
    {"agent_files", {"0"}},
    {"keep_agent_files", {"1"}},
    {"agent_message_bytes", {"1000"}},
    {"nesting", {"8"}},
    {"agent_acts", {"20"}},
    {"agent_act_bytes", {"2000"}},
    {"agent_requests", {"30"}},
    {"agent_rate", {"0"}},
    {"agent_burst", {"5000"}},
    {"agent_unread", {"6000"}},
    {"agent_ready", {"3.5"}},
    {"first_message", {"2.5"}},
    {"agent_arrivals", {"0.5"}},
    {"monitors", {"1000"}},
    {"monitors_per_address", {"3"}},
    {"command_bytes", {"700"}},
    {"monitor_unsent", {"1000000"}},
    {"monitor_missed", {"2000000"}},
    {"monitor_share", {"0.5"}},
    {"agent_port", {"3100"}},
    {"agent_address", {"0.0.0.0"}},
    {"agents_awaited", {"2"}},
    {"wait", {"60"}},
    {"sync", {"1"}},
    {"sync_timeout", {"2"}},
    {"sync_budget", {"3"}},
    {"engine_port", {"0"}},
    {"engine_address", {"192.168.7.1"}},
    {"secret_file", {"/x/secret"}},
};

struct Stage {
  TemporaryFolder folder;
  fs::path file() const { return folder.path() / "parameters.xml"; }
  /// The options of a server that is given that file, and `more`.
  Options options(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--parameters", file().string()});
    return read_command_line(more).options;
  }
  /// The error if they are refused.
  std::string refusal(const std::vector<std::string>& more = {}) const {
    try {
      options(more);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return {};
  }
  void write(const std::string& parameters) const {
    std::ofstream(file()) << "<?xml version=\"1.0\"?>\n<parameters server=\"x\">" << parameters << "</parameters>\n";
  }
};

NamedValues in_force(Options options) {
  spark::OptionTable table(program());
  add_options(table, options);
  return table.in_force();
}

}  // namespace

TEST_CASE("every option is the same after it is written to a file and read again") {
  Options options;
  spark::OptionTable table(program());
  add_options(table, options);
  NamedValues all;
  std::set<std::string> sampled;
  for (const spark::Option& option : table.all()) {
    if (!option.in_files || !option.variable.empty() || option.is_hidden) continue;
    const auto other = kOthers.find(option.names.front());
    INFO("a value for --" << option.names.front());
    REQUIRE(other != kOthers.end());
    CHECK(other->second != option.value.written());
    for (const std::string& value : other->second) all.emplace_back(other->first, value);
    sampled.insert(other->first);
  }
  CHECK(sampled.size() == kOthers.size());
  table.take(all, [](const std::string& name, const std::string&) { FAIL(name); });
  const Stage stage;
  write_parameters(stage.file(), parameters_in_force(options, 12, {}), {});
  CHECK(
      stage.refusal().ends_with("--script /x/my.rb is not one of this server's own files: if you trust it, give "
                                "--script /x/my.rb as well, or --trust_scripts for all that this file names"));
  CHECK(in_force(stage.options({"--trust_scripts"})) == all);
  // And the defaults, without the seed, which was drawn.
  write_parameters(stage.file(), parameters_in_force({}, 7, {}), {});
  Options usual;
  usual.random_seed = 7;
  CHECK(in_force(stage.options()) == in_force(usual));
}

TEST_CASE("variables are written with all digits and read unchanged") {
  spark::Variables variables;
  variables.create("Game.Mass", 0.1 + 0.2);
  variables.create("Game.Count", 3);
  variables.create("Game.On", true);
  variables.create("Game.Name", std::string("a \"b\" & <c>\n"));
  const Stage stage;
  write_parameters(stage.file(), parameters_in_force({}, 1, variables), {});
  const auto read = stage.options({"--Game.On", "false"}).variables;
  // In alphabetical order; the command line comes last, and so takes effect.
  CHECK(read == decltype(read){{"Game.Count", "3"},
                               {"Game.Mass", "0.30000000000000004"},
                               {"Game.Name", "a \"b\" & <c>\n"},
                               {"Game.On", "true"},
                               {"Game.On", "false"}});
}

TEST_CASE("parameter files of this project's first version are read") {
  const Stage stage;
  stage.write(
      "<parameter name='script' value='rcssserver3D.rb'/><parameter name='agent_db_fn' value='agentdb.xml'/>"
      "<parameter name='team' value='foo:3'/><parameter name='team' value='none:0'/>"
      "<parameter name='logfile_dir' value='l'/><parameter name='monitor_log' value='none'/>"
      "<parameter name='monitor_port' value='off'/><parameter name='agent_port' value='0'/>"
      "<parameter name='agents_awaited' value='1'/><parameter name='sync' value='1'/>"
      "<parameter name='random_seed' value='3'/><parameter name='speed' value='max'/>"
      "<parameter name='timers' value='fixed 2'/><parameter name='agent_wall' value='off'/>"
      "<parameter name='keep_agent_files' value='0'/><parameter name='send_agent_think_times' value='1'/>"
      "<parameter name='Soccer.On' value='true'/><parameter name='wait_sec' value='3'/>"
      "<parameter name='quiet' value='1'/>");
  const Options options = stage.options();
  CHECK(options.agents.size() == 2);
  CHECK(options.timers == "fixed 2");
  CHECK((options.random_seed == 3 && options.sync && options.quiet && options.speed_chosen && !options.chosen_speed));
  CHECK(options.variables ==
        decltype(options.variables){{"Spades.SendAgentThinkTimes", "true"}, {"Soccer.On", "true"}});
  CHECK(options.ignored == std::vector<std::string>{"wait_sec"});
}

TEST_CASE("the command line takes precedence over a file, and a later file over an earlier one") {
  const Stage first, second;
  first.write(
      "<parameter name='random_seed' value='1'/><parameter name='team' value='a:1'/>"
      "<parameter name='team' value='b:1'/><parameter name='timers' value='fixed 1'/>"
      "<parameter name='Game.X' value='1'/>");
  second.write(
      "<parameter name='random_seed' value='2'/><parameter name='team' value='c:1'/>"
      "<parameter name='team' value='d:1'/><parameter name='Game.X' value='2'/>");
  const auto types = [](const Options& options) {
    std::string all;
    for (const auto& batch : options.agents) all += batch.type;
    return all;
  };
  const Options both = first.options({"--parameters", second.file().string()});
  CHECK(both.random_seed == 2);
  CHECK(both.timers == "fixed 1");
  CHECK(types(both) == "cd");
  CHECK(both.variables.back().second == "2");
  // The order on the command line does not matter.
  for (const bool before : {true, false}) {
    std::vector<std::string> arguments{"--seed", "3", "--team", "e", "--Game.X", "3"};
    const std::vector<std::string> file{"--parameters=" + second.file().string()};
    arguments.insert(before ? arguments.begin() : arguments.end(), file.begin(), file.end());
    const Options options = read_command_line(arguments).options;
    CHECK(options.random_seed == 3);
    CHECK(types(options) == "e");
    CHECK(options.variables.back().second == "3");
  }
  CHECK(types(first.options({"--parameters", first.file().string()})) == "ab");
  // A log folder stands for the file in it.
  CHECK(read_command_line({"--parameters", second.folder.path().string()}).options.random_seed == 2);
}

TEST_CASE("invalid parameter files are rejected with their names and the reason") {
  const Stage stage;
  const std::string option = "--parameters " + stage.file().string() + ": ";
  CHECK(stage.refusal() == option + "there is no such file");
  std::ofstream(stage.file()) << "<parameters><parameter";
  CHECK(stage.refusal().starts_with(option));
  std::ofstream(stage.file()) << "<agentdb/>";
  CHECK(stage.refusal() == option + "it has no element <parameters>");
  for (const char* none : {"<parameter name='seed'/>", "<parameter value='1'/>", "<parameter name='--seed' value='1'/>",
                           "<parameter name='a=b' value='1'/>", "<parameter name='' value='1'/>"}) {
    stage.write(none);
    CHECK(stage.refusal() == option + "a <parameter> needs a name and a value");
  }
  stage.write("<parameter name='parameters' value='other.xml'/>");
  CHECK(stage.refusal() == option + "it cannot name another such file");
  stage.write("<parameter name='sede' value='1'/>");
  CHECK(stage.refusal() == option + "--sede: there is no such option; did you mean --seed?");
  stage.write("<parameter name='seed' value='one'/>");
  CHECK(stage.refusal() == option + "--seed one: expected a whole number from -1 to 9223372036854775807");
  stage.write("<parameter name='scene_height' value='0'/>");
  CHECK(stage.refusal() ==
        "--scene_height: expected --scene with it (options of " + stage.file().string() + " included)");
  stage.write("<parameter name='verify' value='L'/>");
  CHECK(stage.refusal() == option + "--verify names a file, and can only be given on the command line");
  stage.write("<parameter name='describe' value='cart'/>");
  CHECK(stage.refusal({"--report", "L"}) ==
        "--report and --describe: expected one of them (options of " + stage.file().string() + " included)");
  std::ofstream(stage.file()) << std::string(2 * 1024 * 1024, ' ');
  CHECK(stage.refusal() == option + "too large for a file of parameters");
  CHECK_THROWS_WITH(
      write_parameters(stage.folder.path() / "nowhere/parameters.xml", {}, {}),
      "cannot write " + (stage.folder.path() / "nowhere/parameters.xml").string() + ": No such file or directory");
}

TEST_CASE("a parameter file may only name files of this server, or those that the command line names, too") {
  const Stage stage;
  const auto refuses = [&](const std::string& name, const std::string& value,
                           const std::vector<std::string>& more = {}) {
    stage.write("<parameter name='" + name + "' value='" + value + "'/>");
    return stage.refusal(more).find("--" + name + " ") != std::string::npos;
  };
  const std::string own = source_folder() + "/scripts/";
  const std::string foreign = stage.file().string();
  for (const std::string option : {"script", "agent_db_fn"}) {
    for (const std::string& value : {std::string("world.rb"), std::string("rtm/base.rb"), own + "world.rb"})
      CHECK_FALSE(refuses(option, value));
    for (const std::string& value :
         {foreign, std::string("./world.rb"), std::string("no_such.rb"), own + "../README.md",
          std::string("../scripts/world.rb"), std::string("rtm/../../README.md")})
      CHECK(refuses(option, value));
    CHECK_FALSE(refuses(option, foreign, {"--" + option, foreign}));
    CHECK_FALSE(refuses(option, foreign, {"--trust_scripts"}));
  }
  CHECK_FALSE(refuses("home", "off"));
  CHECK(refuses("home", stage.folder.path().string()));
  CHECK(refuses("home", "league"));
  CHECK_FALSE(refuses("logfile_dir", "a/b"));
  for (const char* elsewhere : {"/x", "..", "a/../../b"}) CHECK(refuses("logfile_dir", elsewhere));
  // Files to be read are refused below the current folder, too.
  for (const char* option : {"Rctp.Replay", "replay_think_times"})
    for (const char* value : {"/x", "old"}) CHECK(refuses(option, value));
  CHECK_FALSE(refuses("Rctp.Replay", "/x", {"--replay_operators", "/x"}));
  CHECK(refuses("secret_file", "secret"));
  // A variable may have any text: only a text that names a file is refused.
  CHECK(refuses("My.Map", foreign));
  CHECK(refuses("My.Maps", "a:" + foreign));
  CHECK_FALSE(refuses("My.Map", foreign, {"--My.Map", foreign}));
  CHECK_FALSE(refuses("My.Map", own + "world.rb"));
  for (const char* path : {".", "..", "./", "a:."}) CHECK(refuses("My.Path", path));
  for (const char* text : {"a/b:1", "127.0.0.1:2809", "giop:tcp::", "/no/such/file", ""})
    CHECK_FALSE(refuses("My.Text", text));
  for (const char* name : {"report", "json", "html", "verify", "pack", "scene"}) CHECK(refuses(name, "x"));
}

TEST_CASE("an option that guards the user is not taken from a parameter file, unless the user trusts the file") {
  const std::map<std::string, std::string> variables{{"rctp_port", "5000"},          {"rctp_address", "0.0.0.0"},
                                                     {"rctp_secret_file", ""},       {"trusted_origin", "https://x"},
                                                     {"sig_port", "5001"},           {"sig_address", "0.0.0.0"},
                                                     {"rtm_name_server", "evil:80"}, {"rtm_endpoint", "giop:tcp::"}};
  const Stage stage;
  Options usual;
  spark::OptionTable table(program());
  add_options(table, usual);
  std::set<std::string> guarding;
  for (const spark::Option& option : table.all()) {
    if (!option.guards) continue;
    const std::string& name = option.names.front();
    guarding.insert(name);
    INFO(name);
    const bool is_file = option.value.kind == spark::OptionValue::Kind::file;
    const std::string value = is_file                   ? "world.rb"
                              : name == "trust_scripts" ? "1"
                              : option.variable.empty() ? kOthers.at(name).front()
                                                        : variables.at(name);
    // By the name of the variable, too, as every match writes it.
    for (const std::string& written : {name, option.variable}) {
      if (written.empty()) continue;
      stage.write("<parameter name='" + written + "' value='" + value + "'/>");
      const Options options = stage.options();
      CHECK(in_force(options) == in_force({}));
      CHECK(options.variables.empty());
      CHECK_FALSE(options.trust_scripts);
      CHECK(options.not_taken == std::vector<std::string>{"--" + written + " " + value});
      const Options trusting = stage.options({"--trust_scripts"});
      CHECK(trusting.not_taken.empty());
      CHECK((name == "trust_scripts" || in_force(trusting) != in_force({}) || !trusting.variables.empty()));
      if (name == "trust_scripts") continue;
      // The command line takes effect, and the file's value is not reported.
      CHECK(stage.options({"--" + written, value}).not_taken.empty());
    }
  }
  CHECK(guarding ==
        std::set<std::string>{
            "agent_address",    "agent_cpu",       "agent_file_size",      "agent_files",    "agent_log_limit",
            "agent_memory",     "agent_port",      "competition",          "engine_address", "engine_port",
            "monitor_access",   "monitor_address", "monitor_missed",       "monitor_port",   "monitor_share",
            "monitor_unsent",   "monitors",        "monitors_per_address", "rctp_address",   "rctp_port",
            "rctp_secret_file", "rtm_endpoint",    "rtm_name_server",      "sandbox",        "secret_file",
            "sig_address",      "sig_port",        "trainer_secret_file",  "trust_scripts",  "trusted_origin",
            "watch_port"});
  // A value that is the default is not reported.
  stage.write(
      "<parameter name='sandbox' value='auto'/><parameter name='monitor_port' value='12001'/>"
      "<parameter name='Sig.Port' value='9000'/><parameter name='Rctp.Port' value='off'/>"
      "<parameter name='trainer_secret_file' value=''/>");
  CHECK(stage.options().not_taken.empty());
}

TEST_CASE("existing paths on the command line become absolute if a parameter file is given") {
  const Stage stage;
  stage.write("");
  std::ofstream(stage.folder.path() / "world.xml") << "<world/>";
  const std::string here = fs::relative(stage.folder.path()).string();
  const auto value = [&](const std::string& given) {
    return stage.options({"--My.Path", given}).variables.back().second;
  };
  CHECK(fs::equivalent(value(here + "/world.xml"), stage.folder.path() / "world.xml"));
  CHECK(fs::path(value(here + "/world.xml")).is_absolute());
  CHECK(value("nowhere:" + here) == "nowhere:" + fs::absolute(here).string());
  CHECK(value(".") == fs::absolute(".").string());
  for (const char* text : {"a/b:1", "127.0.0.1:2809", "giop:tcp::", "word", ":", ""}) CHECK(value(text) == text);
  // Without a parameter file the text stays as it is.
  CHECK(read_command_line({"--My.Path", here}).options.variables.back().second == here);
}

TEST_CASE("a parameter file has names and checksums of the files that a match used") {
  const Stage stage;
  write_parameters(stage.file(), {{"random_seed", "1"}},
                   {{"script", "a.rb", "/x/a.rb", "00ff"}, {"scene", "b.rsg", "/x/b.rsg", ""}}, true);
  const RecordedParameters read = read_parameters(stage.file(), "it");
  CHECK(read.has_all_files);
  CHECK(read.has_checksums());
  CHECK(read.server.starts_with("rcssserver3D "));
  REQUIRE(read.files.size() == 2);
  CHECK((read.files[0].kind == "script" && read.files[0].name == "a.rb" && read.files[0].sha256 == "00ff"));
  const std::vector<FileRecord> here{
      {"script", "a.rb", "/y/a.rb", "0000"}, {"module", "m", "/y/m.so", "1"}, {"scene", "c.rsg", "/y/c.rsg", "1"}};
  CHECK(differences(read.files, here, true) ==
        std::vector<std::string>{"script a.rb: not the same file as in the match: sha256 0000… here, 00ff… there",
                                 "scene b.rsg: the match loaded it, but it is not loaded here",
                                 "scene c.rsg: it is loaded here, but the match did not load it"});
  CHECK(differences(read.files, read.files, true).empty());
  stage.write("<file kind='script' path='/x/a.rb'/>");
  CHECK_FALSE(read_parameters(stage.file(), "it").has_checksums());
}
