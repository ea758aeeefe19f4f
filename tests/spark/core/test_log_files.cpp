// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>

#include "spark/core/log_files.h"

using spark::LogFile;

TEST_CASE("a kind of log file is recognised by its name and by its beginning") {
  CHECK(spark::kPortLog.has_name("ports.log"));
  CHECK_FALSE(spark::kPortLog.has_name("ports.log.1"));
  CHECK(spark::kPortLog.has_beginning("3,Motor0,position,12.5\n"));
  CHECK_FALSE(spark::kPortLog.has_beginning("Motor0"));
  CHECK_FALSE(spark::kPortLog.has_beginning(""));
}

TEST_CASE("a kind of log file with a variable part recognises every name that it makes") {
  CHECK(spark::kOperatorLog.name_for("foo_11") == "operator-foo_11.log");
  for (const char* robot : {"", "foo_11", "a.log", "operator-"})
    CHECK(spark::kOperatorLog.has_name(spark::kOperatorLog.name_for(robot)));
  for (const char* other : {"operator.log", "operator-foo", "operator-foo.log.1", "my-operator-foo.log"})
    CHECK_FALSE(spark::kOperatorLog.has_name(other));
}

TEST_CASE("the beginning of a log file may follow a number") {
  const LogFile kind{.name = "x", .begins_with_number = true, .beginnings = {"[error]", "[command]"}};
  for (const char* text : {"12[error] late", "[error]", "0[command]x"}) CHECK(kind.has_beginning(text));
  for (const char* text : {"", "12", "12 [error]", "x[error]"}) CHECK_FALSE(kind.has_beginning(text));
}

TEST_CASE("no two kinds of log files have the same name") {
  for (const LogFile& kind : spark::log_files())
    CHECK(std::ranges::count(spark::log_files(), kind.name, &LogFile::name) == 1);
}
