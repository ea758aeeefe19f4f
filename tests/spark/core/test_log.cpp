// SPDX-License-Identifier: Apache-2.0
#include "spark/core/log.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/support/log_lines.h"

using spark::Log;
using spark::LogLevel;

TEST_CASE("log: a sink gets the lines of its level and above") {
  Log log;
  std::vector<std::string> warnings, all;
  keep_levels_and_lines(log, warnings, LogLevel::warning);
  keep_levels_and_lines(log, all, LogLevel::debug);
  for (const LogLevel level : {LogLevel::debug, LogLevel::normal, LogLevel::warning, LogLevel::error})
    log.write(level, "line");
  CHECK(warnings == std::vector<std::string>{"warning: line", "error: line"});
  CHECK(all == std::vector<std::string>{"debug: line", "note: line", "warning: line", "error: line"});
}

TEST_CASE("log: five complaints of a peer are written in full, then the 10th, 100th, with their number") {
  Log log;
  std::vector<std::string> lines, expected;
  keep_lines(log, lines);
  for (int i = 1; i <= 100; ++i) log.complain("peer", "bad {}", i);
  for (int i = 1; i <= 5; ++i) expected.push_back(fmt::format("peer: bad {}", i));
  for (const int i : {10, 100}) expected.push_back(fmt::format("peer: bad {0} (complaint {0}; not all are shown)", i));
  CHECK(lines == expected);
  log.complain("another", "bad");
  CHECK(lines.back() == "another: bad");
}

TEST_CASE("log: peers of one network address are counted together, and named as they are") {
  Log log;
  std::vector<std::string> lines;
  keep_lines(log, lines);
  for (int port = 1001; port <= 1010; ++port) log.complain(fmt::format("monitor 127.0.0.1:{}", port), "bad");
  REQUIRE(lines.size() == 6);
  CHECK(lines[4] == "monitor 127.0.0.1:1005: bad");
  CHECK(lines[5] == "monitor 127.0.0.1:1010: bad (complaint 10; not all are shown)");
  for (int port = 1001; port <= 1010; ++port) log.complain(fmt::format("[::1]:{}", port), "bad");
  REQUIRE(lines.size() == 12);
  // Names that only look like addresses are counted separately.
  for (const char* other :
       {"monitor 127.0.0.2:1", "operator 127.0.0.1:1", "box.rb:12", "box.rb:13", "1.2.3:4", "1.2.3:5"})
    for (int i = 0; i < 5; ++i) log.complain(other, "bad");
  CHECK(lines.size() == 12 + 6 * 5);
}

TEST_CASE("log: peers of one address with different names are counted apart, whatever their ports") {
  Log log;
  std::vector<std::string> lines;
  keep_lines(log, lines);
  for (int i = 0; i < 10; ++i) log.complain(fmt::format("name (127.0.0.1:{})", i), "bad");
  REQUIRE(lines.size() == 6);
  CHECK(lines[4] == "name (127.0.0.1:4): bad");
  CHECK(lines[5].find("name (127.0.0.1:9): bad (complaint 10") == 0);
  for (int i = 0; i < 10; ++i) log.complain(fmt::format("other {0} ([::1]:{0})", i % 2), "bad");
  CHECK(lines.size() == 6 + 10);
  for (int i = 0; i < 10; ++i) log.complain(fmt::format("name (agent {})", i), "bad");
  REQUIRE(lines.size() == 26);
  CHECK(lines[25] == "name (agent 9): bad");
}

TEST_CASE("log: peers that come again and again under new names are counted together") {
  Log log;
  std::vector<std::string> lines;
  keep_lines(log, lines);
  log.complain("agent 1", "bad");
  for (int i = 2; i <= 2000; ++i) {
    log.count_together(fmt::format("agent {}", i), "agents of 10.0.0.1");
    log.complain(fmt::format("agent {}", i), "bad");
  }
  REQUIRE(lines.size() == 1 + 5 + 3);
  CHECK(lines[5] == "agent 6: bad");
  CHECK(lines[6] == "agent 11: bad (complaint 10; not all are shown)");
  log.complain("agents of 10.0.0.1", "bad");
  CHECK(lines.size() == 9);
  log.complain("agent 1", "bad again");  // and the table has room for all others
  log.complain("agent 3000", "bad");
  CHECK(lines[9] == "agent 1: bad again");
  CHECK(lines[10] == "agent 3000: bad");
}

TEST_CASE("log: the first 512 peers are counted separately, all others together") {
  Log log;
  std::vector<std::string> lines;
  keep_lines(log, lines);
  for (int peer = 0; peer < 512; ++peer) log.complain(std::to_string(peer), "bad");
  REQUIRE(lines.size() == 512);
  for (int peer = 512; peer < 600; ++peer) log.complain(std::to_string(peer), "bad");
  CHECK(lines.size() == 512 + 5 + 1);  // five, and the tenth
  log.complain("511", "bad again");
  CHECK(lines.back() == "511: bad again");
}

TEST_CASE("log: a mistake is logged once, and after the maximum a line says that further ones are not shown") {
  Log log;
  std::vector<std::string> lines;
  keep_lines(log, lines);
  for (int twice = 0; twice < 2; ++twice) log.mistake(LogLevel::error, "file:1", "kind", "wrong");
  CHECK(lines == std::vector<std::string>{"file:1: wrong"});
  log.mistake(LogLevel::error, "file:1", "another kind", "wrong, too");
  CHECK(lines.size() == 2);
  for (std::size_t i = 2; i < Log::kMaxMistakes; ++i) log.mistake(LogLevel::error, std::to_string(i), "kind", "wrong");
  REQUIRE(lines.size() == Log::kMaxMistakes + 1);
  CHECK(lines.back() == "4096 mistakes in scripts and scene files; further ones are not shown");
  log.mistake(LogLevel::error, "beyond", "kind", "wrong");
  CHECK(lines.size() == Log::kMaxMistakes + 1);
  log.forget_mistakes();
  log.mistake(LogLevel::error, "file:1", "kind", "wrong");
  CHECK(lines.back() == "file:1: wrong");
}

TEST_CASE("log: data of untrusted peers is shown in printable characters, up to a given length") {
  CHECK(spark::printable("abc", 3) == "abc");
  CHECK(spark::printable("abcd", 3) == "abc...");
  CHECK(spark::printable(" ~", 9) == " ~");
  CHECK(spark::printable("\x1f\x7f\n\xff", 9) == "????");
  CHECK(spark::printable("", 0).empty());
}

TEST_CASE("log: characters of all languages are kept, and none is cut") {
  const std::string word = "Gr\u00f6\u00dfe \u2713 \U0001f600";
  CHECK(spark::printable(word) == word);
  CHECK(spark::printable("\u00f6\u00f6", 3) == "\u00f6...");
  CHECK(spark::printable("\u00f6\u00f6", 4) == "\u00f6\u00f6");
  // Latin-1, a truncated character, an overlong form, half of a surrogate pair, and a value beyond the last character.
  CHECK(spark::printable("Gr\xf6\xdf"
                         "e") == "Gr??e");
  CHECK(spark::printable("\xe2\x82") == "??");
  CHECK(spark::printable("\xc0\xaf|\xed\xa0\x80|\xf4\x90\x80\x80") == "??|???|????");
  CHECK(spark::printable("\xe0\xa0\x80|\xed\x9f\xbf|\xf4\x8f\xbf\xbf") == "\xe0\xa0\x80|\xed\x9f\xbf|\xf4\x8f\xbf\xbf");
  CHECK(spark::printable("\xe0\x9f\xbf|\xf0\x8f\xbf\xbf|\xf5\x80\x80\x80") == "???|????|????");
  // C1 controls, right-to-left override, isolate, line separator, byte order mark.
  CHECK(spark::printable("a\u009bb\u202ec\u2066d\u2028e\ufefff\u061cg") == "a?b?c?d?e?f?g");
}
