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
  CHECK(all.at("corba.nameservers") == "localhost");
  CHECK(comma_list(all.at("manager.modules.preload")) == Words{"Logic", "Average"});
  CHECK(all.at("twice") == "second one");
  CHECK_FALSE(all.contains("no colon"));
  CHECK_FALSE(all.contains("# comment"));
  CHECK(all.at("logger.file_name") == "C:\\logsgoes.on: to the end");
  CHECK(comma_list(" , ,").empty());
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
  CHECK(options.endpoint == "127.0.0.1:4002");
  CHECK(options.modules == Words{"/zero", "/one", "/two"});
  CHECK(options.preload == Words{"Logic"});
  CHECK(options.create == Words{"Logic", "Logic"});
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
