// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rtm/host/options.h"
#include "spark/command_line/option_values.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace rtm_host;

namespace {

using Words = std::vector<std::string>;

Options read(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "rtm-host");
  Options options;
  const auto answer = read_options(static_cast<int>(arguments.size()), arguments.data(), options);
  CHECK_FALSE(answer);
  return options;
}

std::string refusal(std::vector<const char*> arguments) try {
  read(std::move(arguments));
  return "none";
} catch (const spark::WrongUsage& problem) {
  return std::string("usage: ") + problem.what();
} catch (const std::runtime_error& problem) {
  return problem.what();
}

Words texts(const std::vector<PlacedWord>& words) {
  Words all;
  for (const PlacedWord& word : words) all.push_back(word.text);
  return all;
}

/// A file rtc.conf with this text.
class ConfFile {
 public:
  explicit ConfFile(std::string_view text) { write_file(path, text); }

 private:
  const TemporaryFolder folder_;

 public:
  const std::string path = (folder_ / "rtc.conf").string();
  std::filesystem::path beside(const char* name) const { return folder_ / name; }
};

}  // namespace

TEST_CASE("each line of rtc.conf without an effect is reported with its number") {
  const ConfFile file(
      "corba.nameservers = 127.0.0.1:24001, localhost\n"
      "manager.module.preload: Logic\n"
      "manager.modules.preload: Logic\n"
      "logger.file_name: a.log\n"
      "nonsense line\n"
      "Gates.Logic.conf.threshold: 1\n");
  const Options options = read({"-f", file.path.c_str(), "-o", "manager.is_master=YES"});
  CHECK(options.name_server == "127.0.0.1:24001");
  CHECK(options.manager.remarks ==
        Words{file.path + ":2: manager.module.preload has no effect here; did you mean manager.modules.preload?",
              file.path + ":4: logger.file_name has no effect here",
              file.path + ":5: expected KEY: VALUE, not 'nonsense line'; ignored",
              file.path + ":6: Gates.Logic.conf.threshold has no effect here; expected "
                          "CATEGORY.TYPE.conf.default.PARAMETER",
              "-o manager.is_master=YES: manager.is_master has no effect here",
              "of several corba.nameservers the first is used, 127.0.0.1:24001"});
}

TEST_CASE("the command line takes precedence over rtc.conf, and an option over a property") {
  const ConfFile file(
      "corba.nameservers: localhost, elsewhere:3000\n"
      "corba.endpoints: 127.0.0.1:4001, 127.0.0.1:4003\n"
      "manager.modules.load_path: /one, /two\n"
      "manager.modules.preload: Logic\n"
      "manager.modules.abs_path_allowed: no\n"
      "manager.components.precreate: Logic, Logic\n"
      "manager.components.preactivation: Logic1\n");
  const char* const path = file.path.c_str();
  const Options options = read({"-f", path, "--endpoint", "127.0.0.1:4002", "--modules", "/zero"});
  CHECK(options.name_server == "localhost:2809");
  CHECK(read({"-f", path, "--nameserver", "[::1]"}).name_server == "[::1]:2809");
  CHECK(read({"-f", path, "--nameserver", "[::1]:7"}).name_server == "[::1]:7");
  CHECK(read({"-f", path, "-o", "corba.nameservers:[::1]:7"}).name_server == "[::1]:7");
  CHECK(read({"-f", path, "-o", "corba.nameservers:a:1", "--nameserver", "b:2"}).name_server == "b:2");
  CHECK(read({"-f", path, "-o", "naming.enable=NO"}).name_server == "none");
  CHECK(read({"-l", "Logic"}).name_server == "127.0.0.1:2809");
  CHECK(options.endpoints == Words{"127.0.0.1:4002"});
  CHECK(read({"-f", path}).endpoints == Words{"127.0.0.1:4001", "127.0.0.1:4003"});
  CHECK(read({"-l", "Logic"}).endpoints == Words{"127.0.0.1:"});
  CHECK(options.modules == Words{"/zero", "/one", "/two"});
  CHECK_FALSE(options.manager.allows_absolute_paths);
  CHECK(texts(options.manager.preload) == Words{"Logic"});
  CHECK(texts(read({"-f", path, "-o", "manager.modules.preload=A, B"}).manager.preload) == Words{"A", "B"});
  CHECK(texts(options.manager.precreate) == Words{"Logic", "Logic"});
  CHECK(texts(options.manager.preactivate) == Words{"Logic1"});
  CHECK(options.manager.preactivate.at(0).place == file.path + ":7");
  CHECK(read({"-l", "Logic", "Average", "--nameserver", "none"}).load == Words{"Logic", "Average"});
}

TEST_CASE("parameters of components are set in rtc.conf, in files of their own, and on the command line") {
  const ConfFile file("");
  const std::string own = file.beside("gate.conf").string();
  write_file(own,
             "conf.default.threshold: 1\nconf.default.depth: 2\nconf.soft.threshold: 9\n"
             "configuration.active_config: soft\n");
  write_file(file.path, "Gates.Logic.config_file: " + own + "\nGates.Logic.conf.default.threshold: 3\n");
  const Options options = read({"-f", file.path.c_str(), "-l", "Logic", "-o", "Gates.Logic0.conf.default.threshold=4"});
  Words found;
  for (const ParameterSetting& one : options.manager.parameters)
    found.push_back(one.owner + ' ' + one.set + ' ' + one.parameter + ' ' + one.text + " at " + one.place);
  CHECK(found == Words{"Logic default threshold 3 at " + file.path + ":2", "Logic default depth 2 at " + own + ":2",
                       "Logic soft threshold 9 at " + own + ":3", "Logic soft   at " + own + ":4",
                       "Logic0 default threshold 4 at -o Gates.Logic0.conf.default.threshold=4"});
  CHECK(options.manager.remarks.empty());
  CHECK(refusal({"-l", "Logic", "-o", "Gates.Logic.config_file=/nowhere.conf"}) ==
        "-o Gates.Logic.config_file=/nowhere.conf: /nowhere.conf cannot be read");
}

TEST_CASE("execution contexts are set for all components, for a type, and for a single one") {
  const ConfFile file(
      "exec_cxt.periodic.type: SynchExtTriggerEC\nexec_cxt.periodic.rate: 1000000\nexec_cxt.sync_transition: NO\n"
      "exec_cxt.transition_timeout: 1.5\nexec_cxt.realtime.priority: 60\n"
      "Gates.Logic.exec_cxt.periodic.type: RealTimeEC\n");
  const ManagerSettings settings =
      read({"-l", "Logic", "-f", file.path.c_str(), "-o", "Gates.Logic0.exec_cxt.periodic.rate=50"}).manager;
  rtm::ContextSettings context = settings.context;
  CHECK(context.type == "SynchExtTriggerEC");
  CHECK(context.rate == 1e6);
  CHECK_FALSE(context.sync_transition);
  CHECK(context.transition_timeout == std::chrono::milliseconds(1500));
  CHECK(context.realtime_priority == 60);
  REQUIRE(settings.own_contexts.size() == 2);
  CHECK(settings.own_contexts[0].owner == "Logic");
  CHECK(settings.own_contexts[1].owner == "Logic0");
  for (const ContextChange& one : settings.own_contexts) one.change(context);
  CHECK(context.type == "RealTimeEC");
  CHECK(context.rate == 50.0);
  CHECK(texts(settings.context_types) == Words{"SynchExtTriggerEC", "RealTimeEC"});
  CHECK(settings.context_types.at(1).place == file.path + ":6");
  CHECK(settings.remarks.empty());
}

TEST_CASE("the naming format and the check of names are set by properties") {
  const ConfFile file("naming.formats: %h.host_cxt/%n.rtc\nnaming.update.enable: NO\nnaming.update.interval: 2.5\n");
  const ManagerSettings settings = read({"-l", "Logic", "-f", file.path.c_str()}).manager;
  CHECK(settings.name_format == "%h.host_cxt/%n.rtc");
  CHECK_FALSE(settings.checks_names);
  CHECK(settings.check_interval == std::chrono::milliseconds(2500));
  CHECK(read({"-l", "Logic"}).manager.checks_names);
  CHECK_FALSE(read({"-l", "Logic"}).manager.check_interval);
}

TEST_CASE("the log level and the logger are set by properties") {
  using spark::LogLevel;
  const auto level = [](const char* property) { return read({"-l", "Logic", "-o", property}).manager.min_level; };
  CHECK(read({"-l", "Logic"}).manager.min_level == LogLevel::normal);
  CHECK(level("logger.log_level=PARANOID") == LogLevel::debug);
  CHECK(level("logger.log_level=info") == LogLevel::normal);
  CHECK(level("logger.log_level=WARN") == LogLevel::warning);
  CHECK(level("logger.log_level=Error") == LogLevel::error);
  CHECK(level("logger.log_level=SILENT") == std::nullopt);
  CHECK(read({"-l", "Logic"}).manager.is_logging);
  CHECK_FALSE(read({"-l", "Logic", "-o", "logger.enable=NO", "-o", "logger.log_level=DEBUG"}).manager.is_logging);
}

TEST_CASE("an invalid value ends the start with its place") {
  const ConfFile file("\nnaming.enable: perhaps\n");
  CHECK(refusal({"-l", "Logic", "-f", file.path.c_str()}) ==
        file.path + ":2: naming.enable: expected YES or NO, not 'perhaps'");
  CHECK(refusal({"-l", "Logic", "-o", "naming.enable=perhaps"}) ==
        "usage: -o naming.enable=perhaps: expected YES or NO");
  for (const std::string interval : {"0", "-1", "nan", "inf", "1e9", "soon", ""})
    CHECK(refusal({"-l", "Logic", "-o", ("naming.update.interval=" + interval).c_str()}) ==
          "usage: -o naming.update.interval=" + interval + ": expected a number above 0, at most 86400");
  CHECK_THAT(refusal({"-l", "Logic", "-o", "naming.formats=%z.rtc"}),
             Catch::Matchers::StartsWith("usage: -o naming.formats=%z.rtc: "));
  CHECK(refusal({"-l", "Logic", "-o", "exec_cxt.periodic.rate=0"}) ==
        "usage: -o exec_cxt.periodic.rate=0: expected a number above 0, at most 1000000000");
  CHECK(refusal({"-l", "Logic", "-o", "exec_cxt.realtime.priority=100"}) ==
        "usage: -o exec_cxt.realtime.priority=100: expected a whole number from 1 to 99");
  CHECK(refusal({"-l", "Logic", "-o", "Gates.Logic.exec_cxt.periodic.type=a b"}) ==
        "usage: -o Gates.Logic.exec_cxt.periodic.type=a b: expected the name of a type");
  CHECK(refusal({"-l", "Logic", "-o", "logger.log_level=LOUD"}) ==
        "usage: -o logger.log_level=LOUD: expected SILENT, ERROR, WARN, INFO or DEBUG");
  CHECK(refusal({"-l", "Logic", "-o", "LOUD"}) == "usage: -o LOUD: expected KEY=VALUE");
}

TEST_CASE("a missing module or file is reported in one line") {
  CHECK(refusal({}) == "usage: expected a module: --load NAME, or a property manager.modules.preload");
  CHECK(refusal({"-f", "/no/such/rtc.conf"}) == "/no/such/rtc.conf cannot be read");
}
