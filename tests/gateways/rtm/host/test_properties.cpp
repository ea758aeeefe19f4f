// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rtm/host/properties.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace rtm_host;

namespace {

using Words = std::vector<std::string>;

Properties read(std::string_view text) {
  Properties properties;
  properties.read(text, "rtc.conf");
  return properties;
}

std::string text(const Properties& properties, std::string_view key) {
  const auto* value = properties.find(key);
  return value ? value->text : "there is none";
}

Words problems(const Properties& properties) {
  Words lines;
  for (const auto& problem : properties.problems()) lines.push_back(problem.text);
  return lines;
}

}  // namespace

TEST_CASE("a file of properties is read in the form of other managers") {
  const Properties all = read(
      "# comment\r\n"
      "corba.nameservers: localhost\r\n"
      "manager.modules.preload : Logic, \\\n   Average\n"
      "\n"
      "twice: first\n"
      "twice:   second one  \n"
      "no colon\n"
      "logger.file_name: C:\\logs\\\n"
      "goes.on: to the end \\");
  CHECK(text(all, "corba.nameservers") == "localhost");
  CHECK(comma_list(text(all, "manager.modules.preload")) == Words{"Logic", "Average"});
  CHECK(text(all, "twice") == "second one");
  CHECK(all.find("missing") == nullptr);
  CHECK(text(all, "logger.file_name") == "C:\\logsgoes.on: to the end");
  CHECK(all.find("logger.file_name")->place == "rtc.conf:9");
  CHECK(problems(all) == Words{"rtc.conf:7: twice is set at rtc.conf:6, too; this value counts",
                               "rtc.conf:8: expected KEY: VALUE, not 'no colon'; ignored"});
  CHECK(comma_list(" , ,").empty());
}

TEST_CASE("the first equals sign or colon separates key and value") {
  const Properties all = read(
      "\xEF\xBB\xBF"
      "a = 127.0.0.1:24001\nb: x=y\nc=\n! comment\n = nothing\ntwo words: 1\nkey= value\r\n");
  CHECK(text(all, "a") == "127.0.0.1:24001");
  CHECK(text(all, "b") == "x=y");
  CHECK(text(all, "c").empty());
  CHECK(text(all, "key") == "value");
  CHECK(problems(all) == Words{"rtc.conf:5: expected KEY: VALUE, not '= nothing'; ignored",
                               "rtc.conf:6: expected KEY: VALUE, not 'two words: 1'; ignored"});
}

TEST_CASE("a comment is not continued, and does not continue a line") {
  const Properties all = read("# a \\\nb: 1\nc: 2 \\\n# 3\nd: 4");
  CHECK(text(all, "b") == "1");
  CHECK(text(all, "c") == "2 # 3");
  CHECK(text(all, "d") == "4");
  CHECK(problems(all).empty());
}

TEST_CASE("the command line takes precedence over the file") {
  Properties all = read("a: file\nb: file");
  CHECK(all.set("a=b:c"));
  CHECK(all.set("c:127.0.0.1:24001"));
  CHECK_FALSE(all.set("nothing"));
  CHECK_FALSE(all.set("=x"));
  CHECK(text(all, "a") == "b:c");
  CHECK(all.find("a")->place == "-o a=b:c");
  CHECK(text(all, "b") == "file");
  CHECK(text(all, "c") == "127.0.0.1:24001");
  // Properties take precedence over the file that one of them names.
  all.read("x: 1\nx: 2\ny: 3", "gate.conf", "a.Gate.");
  all.read("x: 4\nz: 5", "other.conf", "a.Gate.");
  CHECK(text(all, "a.Gate.x") == "2");
  CHECK(text(all, "a.Gate.z") == "5");
}

TEST_CASE("a file full of mistakes costs a bounded number of lines") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "?\n";
  const Words lines = problems(read(text));
  REQUIRE(lines.size() == Properties::kMaxProblems + 1);
  CHECK(lines.back() == "and 99950 lines more that are not understood");
}

TEST_CASE("a file that cannot be read is reported in one line") {
  const TemporaryFolder folder;
  const std::string file = (folder / "long.conf").string();
  write_file(file, std::string(Properties::kMaxFileBytes + 1, '#'));
  Properties properties;
  CHECK_THROWS_WITH(properties.read_file(file), file + " is longer than 1 MiB");
  CHECK_THROWS_WITH(properties.read_file("/no/such/rtc.conf"), "/no/such/rtc.conf cannot be read");
  CHECK_THROWS_WITH(properties.read_file(folder.path()), folder.path().string() + " cannot be read");
}
