// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rtm/host/options.h"
#include "gateways/rtm/host/rtc_conf.h"
#include "spark/command_line/option_values.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace rtm_host;

namespace {

using Words = std::vector<std::string>;

Options read(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "rtm-host");
  Options options;
  CHECK_FALSE(read_options(static_cast<int>(arguments.size()), arguments.data(), options));
  return options;
}

}  // namespace

TEST_CASE("a file of properties is read as managers of others write it") {
  const Properties all = read_properties(
      "# comment\r\n"
      "corba.nameservers: localhost\r\n"
      "manager.modules.preload : Logic, \\\n   Average\n"
      "\n"
      "twice: first\n"
      "twice:   second one  \n"
      "no colon\n"
      "logger.file_name: C:\\logs\\\n"
      "goes.on: to the end \\");
  CHECK(all.text("corba.nameservers") == "localhost");
  CHECK(comma_list(all.text("manager.modules.preload")) == Words{"Logic", "Average"});
  CHECK(all.text("twice") == "second one");
  CHECK(all.text("nobody").empty());
  CHECK(all.text("logger.file_name") == "C:\\logsgoes.on: to the end");
  CHECK(all.values.at("logger.file_name").line == 9);
  CHECK(all.problems ==
        Words{"7: twice stands in line 6, too; this one counts", "8: expected KEY: VALUE, not 'no colon'; ignored"});
  CHECK(comma_list(" , ,").empty());
}

TEST_CASE("an equals sign is as good as a colon, whichever comes first") {
  const Properties all = read_properties("a = 127.0.0.1:24001\nb: x=y\nc=\n! comment\n = nothing\ntwo words: 1\n");
  CHECK(all.text("a") == "127.0.0.1:24001");
  CHECK(all.text("b") == "x=y");
  CHECK(all.values.at("c").text.empty());
  CHECK(all.problems == Words{"5: expected KEY: VALUE, not '= nothing'; ignored",
                              "6: expected KEY: VALUE, not 'two words: 1'; ignored"});
}

TEST_CASE("each line of the file that means nothing is named with its number") {
  const TemporaryFolder folder;
  const std::string file = (folder / "a.conf").string();
  write_file(file,
             "corba.nameservers = 127.0.0.1:24001, localhost\n"
             "manager.module.preload: Logic\n"
             "manager.modules.preload: Logic\n"
             "exec_cxt.periodic.type: SynchExtTriggerEC\n"
             "nonsense line\n");
  const Options options = read({"-f", file.c_str()});
  CHECK(options.name_server == "127.0.0.1:24001");
  CHECK(options.remarks ==
        Words{file + ":1: of several corba.nameservers the first is taken, 127.0.0.1:24001",
              file + ":2: manager.module.preload means nothing here; did you mean manager.modules.preload?",
              file + ":4: exec_cxt.periodic.type means nothing here",
              file + ":5: expected KEY: VALUE, not 'nonsense line'; ignored"});
}

TEST_CASE("the command line goes before the file") {
  const TemporaryFolder folder;
  const std::string file = (folder / "rtc.conf").string();
  write_file(file,
             "corba.nameservers: localhost, elsewhere:3000\n"
             "corba.endpoints: 127.0.0.1:4001\n"
             "manager.modules.load_path: /one, /two\n"
             "manager.modules.preload: Logic\n"
             "manager.components.precreate: Logic, Logic\n");
  const Options options = read({"-f", file.c_str(), "--endpoint", "127.0.0.1:4002", "--modules", "/zero"});
  CHECK(options.name_server == "localhost:2809");
  CHECK(read({"-f", file.c_str(), "--nameserver", "[::1]"}).name_server == "[::1]:2809");
  CHECK(read({"-f", file.c_str(), "--nameserver", "[::1]:7"}).name_server == "[::1]:7");
  CHECK(options.endpoint == "127.0.0.1:4002");
  CHECK(options.modules == Words{"/zero", "/one", "/two"});
  CHECK(options.preload == Words{"Logic"});
  CHECK(options.create == Words{"Logic", "Logic"});
  CHECK(options.remarks.size() == 1);
  CHECK(read({"-l", "Logic", "Average", "--nameserver", "none"}).load == Words{"Logic", "Average"});
}

TEST_CASE("what is missing is said in one line") {
  Options options;
  const char* const nothing[] = {"rtm-host"};
  CHECK_THROWS_WITH(read_options(1, nothing, options),
                    "expected a module: --load NAME, or a file with manager.modules.preload");
  const char* const no_file[] = {"rtm-host", "-f", "/no/such/rtc.conf"};
  CHECK_THROWS_WITH(read_options(3, no_file, options), "/no/such/rtc.conf cannot be read");
}
