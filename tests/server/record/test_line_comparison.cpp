// SPDX-License-Identifier: Apache-2.0
// Compares the lines of a log with those that are written when its match is played again.
#include <catch2/catch.hpp>

#include "server/record/line_comparison.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace server;

namespace {

struct Compared {
  explicit Compared(const std::string& recorded) {
    write_file(folder / "monitor.log", recorded);
    comparison.emplace(folder / "monitor.log");
  }
  void made(const std::string& lines, spark::Step step) { comparison->made(lines, step); }
  const auto& difference() const { return comparison->difference(); }

  TemporaryFolder folder;
  std::optional<LineComparison> comparison;
};

}  // namespace

TEST_CASE("a log is equal to the lines played again, however these are cut into pieces") {
  Compared c("one\n\ntwo\nthree\n");
  c.made("one\n\n", 1);
  c.made("two", 2);
  c.made("three\n", 3);
  c.comparison->ended(false, 4);
  CHECK_FALSE(c.difference());
  CHECK(c.comparison->lines() == 4);
  CHECK(c.comparison->beyond() == 0);
  CHECK(c.comparison->name() == "monitor.log");
  CHECK(c.comparison->problem().empty());
}

TEST_CASE("the first line that differs is reported, with its place") {
  Compared c("one\nthe other\nthree\n");
  c.made("one\n", 1);
  c.made("the one\nthree\n", 7);
  c.made("four\n", 8);
  c.comparison->ended(false, 9);
  REQUIRE(c.difference());
  CHECK(c.difference()->line == 2);
  CHECK(c.difference()->step == 7);
  CHECK(c.difference()->column == 6);
  CHECK(c.difference()->recorded == "the other");
  CHECK(c.difference()->played == "the one");
  CHECK(c.comparison->lines() == 1);
}

TEST_CASE("a line that is the beginning of another one differs after its end") {
  Compared c("one\n");
  c.made("one more\n", 1);
  REQUIRE(c.difference());
  CHECK(c.difference()->column == 4);
}

TEST_CASE("a log that ends too early is true up to there, and reports the step from which lines are missing") {
  const bool is_cut = GENERATE(false, true);
  Compared c("one\n");
  c.made("one\ntwo\n", 5);
  c.made("three\n", 6);
  c.comparison->ended(is_cut, 7);
  CHECK_FALSE(c.difference());
  CHECK(c.comparison->is_true());
  CHECK(c.comparison->ends_at() == 5);
  CHECK(c.comparison->beyond() == 0);
  CHECK(c.comparison->lines() == 1);
}

TEST_CASE("a log with more lines differs, unless it was cut") {
  const bool is_cut = GENERATE(false, true);
  Compared c("one\ntwo\nthree");
  c.made("one\n", 5);
  c.comparison->ended(is_cut, 7);
  CHECK(c.difference().has_value() == !is_cut);
  CHECK(c.comparison->beyond() == (is_cut ? 2U : 0U));
  if (is_cut) return;
  CHECK(c.difference()->line == 2);
  CHECK(c.difference()->step == 7);
  CHECK(c.difference()->recorded == "two");
  CHECK(c.difference()->played.empty());
}

TEST_CASE("the end of the last line belongs to the log, and so does an empty line") {
  const bool is_cut = GENERATE(false, true);
  Compared c("one\ntwo");
  c.made("one\n", 4);
  c.made("two\n", 5);
  if (is_cut) c.made("three\n", 6);
  c.comparison->ended(is_cut, 6);
  CHECK(c.comparison->is_true());
  CHECK(c.comparison->ends_at() == 5);
  Compared longer("one\n\n");
  longer.made("one\n", 5);
  longer.comparison->ended(false, 6);
  CHECK(longer.difference());
  CHECK_FALSE(longer.comparison->ends_at());
}

TEST_CASE("the rest of a line that a killed server has written in part counts as missing") {
  const bool is_cut = GENERATE(false, true);
  Compared c("one\ntw");
  c.made("one\n", 4);
  c.made("two\nthree\n", 5);
  c.comparison->ended(is_cut, 6);
  CHECK(c.comparison->is_true());
  CHECK(c.comparison->ends_at() == 5);
  CHECK(c.comparison->beyond() == 0);
  Compared other("one\nte");
  other.made("one\ntwo\n", 5);
  CHECK(other.difference());
}
