// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "server/engine/console.h"
#include "server/match/text_logs.h"
#include "tests/support/temporary_folder.h"

using namespace server;
using namespace std::chrono_literals;

namespace {

struct CommandStage {
  void note(std::string_view peer, std::string_view command, CommandLines::Kind kind = CommandLines::Kind::world) {
    logs.note_command({step++, now}, peer, command, kind);
  }
  std::vector<std::string> lines() const {
    std::ifstream in(folder.path() / "actions.log");
    std::vector<std::string> all;
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
  }
  /// Sends commands until those of this address are summed up.
  void exhaust(std::string_view peer) {
    for (std::size_t sent = 0; sent < CommandLines::kBurst; sent += kLong.size()) note(peer, kLong);
  }

  const std::string kLong = std::string(64 * 1024, 'x');
  TemporaryFolder folder;
  Console console{true, false};
  TextLogs logs{folder.path(), console};
  spark::Step step = 0;
  spark::RealClock::Time now{};
};

std::string sum_line(spark::Step step, std::string_view peer, const std::vector<std::string>& commands) {
  CommandDigest digest;
  for (const std::string& command : commands) digest.add(command);
  return fmt::format("{0}[command]Trainer[10]({0}): {1}: {2}", step, peer, digest.text());
}

}  // namespace

TEST_CASE("actions.log has commands in full, and summaries beyond a rate per network address") {
  CommandStage stage;
  const std::string first = "monitor 10.0.0.1:1000", second = "monitor 10.0.0.1:2000", other = "monitor 10.0.0.2:1000";
  stage.note(first, "(a)");
  CHECK(stage.lines() == std::vector<std::string>{"0[command]Trainer[10](0): monitor 10.0.0.1:1000: (a)"});
  stage.exhaust(first);
  const std::size_t full = stage.lines().size();
  const spark::Step step = stage.step;
  for (int i = 0; i < 1000; ++i) stage.note(i % 2 == 0 ? first : second, "(a)");
  stage.note(second, "pause", CommandLines::Kind::clock);
  CHECK(stage.lines().size() == full);
  SECTION("about once a second") {
    stage.now += CommandLines::kInterval;
    stage.note(first, "(b)");
    // The last line of `exhaust` no longer fitted.
    std::vector<std::string> of_first{stage.kLong};
    of_first.insert(of_first.end(), 500, "(a)");
    of_first.emplace_back("(b)");
    const auto lines = stage.lines();
    REQUIRE(lines.size() == full + 3);
    CHECK(lines[full] == sum_line(step + 1001, first, of_first));
    CHECK(lines[full + 1] == sum_line(step + 999, second, std::vector<std::string>(500, "(a)")));
    CHECK(lines[full + 2].find(second + ": clock commands: 1, bytes: 5, SHA-256: ") != std::string::npos);
    stage.now += 1s;
    stage.note(second, "(c)");
    CHECK(stage.lines().back().ends_with(second + ": (c)"));
  }
  SECTION("before lines of others") {
    stage.note(other, "(c)");
    CHECK(stage.lines().size() == full + 4);
    CHECK(stage.lines().back().ends_with(other + ": (c)"));
  }
  SECTION("before warnings") {
    stage.logs.note_complaint(stage.step, spark::LogLevel::warning, "late");
    CHECK(stage.lines().size() == full + 4);
    CHECK(stage.lines().back().ends_with(": late"));
  }
  SECTION("before the log ends") {
    stage.logs.end_actions();
    CHECK(stage.lines().size() == full + 3);
  }
}

TEST_CASE("the size that a flood of commands adds to actions.log is limited") {
  CommandStage stage;
  stage.exhaust("monitor 10.0.0.1:1000");
  const auto size = [&stage] { return std::filesystem::file_size(stage.folder.path() / "actions.log"); };
  const auto before = size();
  for (int i = 0; i < 100'000; ++i) {
    stage.now += 100us;  // ten seconds in all
    stage.note("monitor 10.0.0.1:1000", "(x)");
  }
  stage.logs.end_actions();
  // The rest of the burst, and ten seconds with one sum each.
  CHECK(size() - before < stage.kLong.size() + 10 * (CommandLines::kBytesPerSecond + 200));
}
