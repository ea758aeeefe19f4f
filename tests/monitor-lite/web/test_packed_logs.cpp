// SPDX-License-Identifier: Apache-2.0
// The logs that pages may request: their list, their summaries, and the packed logs.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <optional>

#include "monitor-lite/web/gzip.h"
#include "monitor-lite/web/packed_log.h"
#include "monitor-lite/web/packed_logs.h"
#include "spark/net/loop.h"
#include "tests/monitor-lite/client/streams.h"
#include "tests/support/manual_clock.h"
#include "tests/support/waiting.h"

using namespace monitor;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

struct Shelf {
  Shelf() { logs.add_folder(folder.path()); }

  fs::path put(const fs::path& name, const std::string& text) {
    fs::create_directories((folder / name).parent_path());
    write_file(folder / name, text);
    return folder / name;
  }
  /// The names of the listed logs, below the folder.
  std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& log : logs.list()) all.push_back(fs::relative(log.file, folder.path()).string());
    return all;
  }
  /// Waits until this holds for a log.
  template <typename Known>
  bool comes_to_know(std::size_t log, Known known) {
    return wait_until([&] {
      loop.poll();
      return known(logs.list().at(log));
    });
  }
  bool sums_up(std::size_t log) {
    return comes_to_know(log, [](const PackedLogs::Log& of) { return of.summary.has_begun; });
  }
  PackedLogs::Packed packed(const std::string& id, PackedLogs::Kind kind = PackedLogs::Kind::log) {
    std::optional<PackedLogs::Packed> got;
    logs.want(
        id, [&](const PackedLogs::Packed& packed) { got = packed; }, kind);
    wait_until([&] {
      loop.poll();
      return got.has_value();
    });
    REQUIRE(got);
    return *got;
  }

  TemporaryFolder folder;
  ManualClock clock;
  spark::net::Loop loop{clock};
  PackedLogs logs{loop};
};

std::string some_report(int left, int right) {
  return fmt::format(
      R"({{"teams":[{{"side":"left","name":"lions"}},{{"side":"right","name":"bears"}}],"score":[{},{}],"time":600}})",
      left, right);
}

}  // namespace

TEST_CASE("logs are found by name, up to three folders down, in order, and not through links") {
  Shelf shelf;
  const std::string log = text_of(match(4));
  shelf.put("b/monitor.log", log);
  shelf.put("a/monitor.log.zst", log);
  shelf.put("a/monitor.log", log);
  shelf.put("monitor.log", log);
  shelf.put("a/b/c/monitor.log", log);
  shelf.put("a/b/c/d/monitor.log", log);
  shelf.put("a/monitor.log.bak", log);
  shelf.put("a/my.monitor.log", log);
  fs::create_directories(shelf.folder / "c/monitor.log");
  fs::create_directory_symlink(shelf.folder / "b", shelf.folder / "linked");
  fs::create_symlink(shelf.folder / "b/monitor.log", shelf.folder / "c/monitor.log.zst");
  CHECK(shelf.names() == std::vector<std::string>{"monitor.log", "a/monitor.log", "a/monitor.log.zst",
                                                  "a/b/c/monitor.log", "b/monitor.log"});
  const auto all = shelf.logs.list();
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(all[i].id == fmt::format("log-{}", i + 1));
    CHECK(all[i].name == shelf.names()[i]);
  }
}

TEST_CASE("names of logs contain no more of the folders than is needed to tell logs apart") {
  Shelf shelf;
  const auto names = [&] {
    std::vector<std::string> all;
    for (const auto& log : shelf.logs.list()) all.push_back(log.name);
    return all;
  };
  const fs::path first = shelf.put("one/cup/monitor.log", "nonsense"), second = shelf.put("two/cup/monitor.log", "");
  TemporaryFolder other;
  PackedLogs named(shelf.loop);
  named.add_file(first);
  CHECK(named.list().at(0).name == "monitor.log");
  named.add_file(second);
  CHECK(named.list().at(0).name == "one/cup/monitor.log");
  CHECK(named.list().at(1).name == "two/cup/monitor.log");
  // In given folders logs have the names below them; the second folder has a log with the same name.
  CHECK(names() == std::vector<std::string>{"one/cup/monitor.log", "two/cup/monitor.log"});
  fs::create_directories(other / "two/cup");
  write_file(other / "two/cup/monitor.log", "");
  shelf.logs.add_folder(other.path());
  shelf.clock.advance(PackedLogs::kLookAgain);
  CHECK(names() == std::vector<std::string>{"one/cup/monitor.log",
                                            (shelf.folder.path().filename() / "two/cup/monitor.log").string(),
                                            (other.path().filename() / "two/cup/monitor.log").string()});
  CHECK(shelf.comes_to_know(0, [](const PackedLogs::Log& log) { return !log.problem.empty(); }));
}

TEST_CASE("folders are searched at most once in half a second, and logs that have disappeared are not listed") {
  Shelf shelf;
  shelf.put("a/monitor.log", text_of(match(4)));
  CHECK(shelf.names() == std::vector<std::string>{"a/monitor.log"});
  shelf.put("b/monitor.log", text_of(match(4)));
  shelf.clock.advance(PackedLogs::kLookAgain - 1ns);
  CHECK(shelf.names() == std::vector<std::string>{"a/monitor.log"});
  shelf.clock.advance(1ns);
  CHECK(shelf.names() == std::vector<std::string>{"a/monitor.log", "b/monitor.log"});
  fs::remove(shelf.folder / "a/monitor.log");
  shelf.clock.advance(PackedLogs::kLookAgain);
  CHECK(shelf.names() == std::vector<std::string>{"b/monitor.log"});
  CHECK(shelf.logs.list().at(0).id == "log-2");
  // A log that reappears keeps its id.
  shelf.put("a/monitor.log", text_of(match(4)));
  shelf.clock.advance(PackedLogs::kLookAgain);
  CHECK(shelf.names() == std::vector<std::string>{"a/monitor.log", "b/monitor.log"});
  CHECK(shelf.logs.list().at(0).id == "log-1");
}

TEST_CASE("a log that was named is listed even if it does not exist, with the reason") {
  Shelf shelf;
  shelf.logs.add_file(shelf.folder / "nowhere.log");
  CHECK(shelf.names() == std::vector<std::string>{"nowhere.log"});
  CHECK(shelf.comes_to_know(0, [](const PackedLogs::Log& log) { return !log.problem.empty(); }));
  CHECK(shelf.packed("log-1").problem == "cannot read nowhere.log: No such file or directory");
  CHECK_FALSE(shelf.packed("log-1").octets);
}

TEST_CASE("a log is summarised by its last frame, or by a newer report of the server beside it") {
  Shelf shelf;
  const fs::path log = shelf.put("monitor.log", text_of(match(40)));
  const fs::file_time_type then = fs::last_write_time(log);
  struct Beside {
    std::string report;
    std::chrono::seconds later;
    bool counts;
  };
  const std::string report = some_report(3, 2);
  const Beside beside =
      GENERATE_COPY(values<Beside>({{"", 1s, false},
                                    {report, 1s, true},
                                    {report, 0s, true},
                                    {report, -1s, false},
                                    {report.substr(1), 1s, false},
                                    {R"({"teams":[],"score":[1],"time":3})", 1s, false},
                                    {report + std::string((1 << 20) - report.size(), ' '), 1s, true},
                                    {report + std::string((1 << 20) - report.size() + 1, ' '), 1s, false}}));
  CAPTURE(beside.report.substr(0, 200), beside.report.size(), beside.later.count());
  if (!beside.report.empty()) fs::last_write_time(shelf.put("match.json", beside.report), then + beside.later);
  CHECK_FALSE(shelf.logs.list().at(0).summary.has_begun);
  REQUIRE(shelf.sums_up(0));
  const MatchSummary summary = shelf.logs.list().at(0).summary;
  CHECK(summary.team_left == (beside.counts ? "lions" : "foo"));
  CHECK(summary.team_right == (beside.counts ? "bears" : "bar"));
  CHECK(summary.score_left == (beside.counts ? 3 : 1));
  CHECK(summary.score_right == (beside.counts ? 2 : 0));
  CHECK(summary.time == Approx(beside.counts ? 600 : 39 * 0.15));
}

TEST_CASE("a growing log is summarised again at most once in ten seconds") {
  Shelf shelf;
  const auto lines = match(40);
  const auto until = [&](std::ptrdiff_t frames) {
    return text_of(std::vector<std::string>(lines.begin(), lines.begin() + 1 + frames));
  };
  shelf.put("a/monitor.log", until(5));
  REQUIRE(shelf.logs.list().size() == 1);
  REQUIRE(shelf.sums_up(0));
  shelf.put("a/monitor.log", until(30));
  shelf.put("b/monitor.log", until(5));
  shelf.clock.advance(PackedLogs::kSummaryAge - 1ns);
  REQUIRE(shelf.logs.list().size() == 2);
  REQUIRE(shelf.sums_up(1));  // when b has its summary, all earlier work is done, too
  CHECK(shelf.logs.list()[0].summary.time == Approx(4 * 0.15));
  shelf.clock.advance(PackedLogs::kLookAgain);
  CHECK(shelf.comes_to_know(0, [](const PackedLogs::Log& log) { return log.summary.time == Approx(29 * 0.15); }));
}

TEST_CASE("a log is packed again only when it has changed") {
  Shelf shelf;
  shelf.put("monitor.log", text_of(match(20)));
  shelf.logs.refresh();
  const PackedLogs::Packed first = shelf.packed("log-1");
  REQUIRE(first.octets);
  CHECK(unpack(*first.octets).frames.size() == 20);
  CHECK(nlohmann::json::parse(*first.report)["score"] == nlohmann::json::parse("[1,0]"));
  CHECK(first.problem.empty());
  const PackedLogs::Packed again = shelf.packed("log-1");
  CHECK(again.octets == first.octets);
  CHECK(again.version == first.version);
  shelf.put("monitor.log", text_of(match(21)));
  const PackedLogs::Packed other = shelf.packed("log-1");
  CHECK(unpack(*other.octets).frames.size() == 21);
  CHECK(other.version != first.version);
  CHECK(shelf.packed("log-1").octets == other.octets);
}

TEST_CASE("all requests that wait for a log get it, and a request for an unknown log gets an error") {
  Shelf shelf;
  shelf.put("monitor.log", text_of(match(20)));
  shelf.logs.refresh();
  std::vector<PackedLogs::Packed> got;
  for (int i = 0; i < 3; ++i)
    shelf.logs.want("log-1", [&](const PackedLogs::Packed& packed) { got.push_back(packed); });
  CHECK(got.empty());
  REQUIRE(shelf.packed("log-1").octets);
  REQUIRE(got.size() == 3);
  CHECK(got[0].octets);
  CHECK(got[2].octets == got[0].octets);
  CHECK(shelf.packed("log-2").problem == "there is no such log");
  CHECK(shelf.packed("").problem == "there is no such log");
}

TEST_CASE("drawings are made on request, and not for logs in folders that hide them") {
  Shelf shelf;
  shelf.put("monitor.log", text_of(match(20)));
  shelf.logs.refresh();
  const auto drawings = [](Shelf& of) { return of.packed("log-1", PackedLogs::Kind::drawings); };
  CHECK(drawings(shelf).problem == "its agents have drawn nothing");
  CHECK(shelf.logs.list().at(0).problem.empty());
  shelf.put("agent0-draw.log", "5 (by left 1)(circle a 0 0 1)\n");
  const PackedLogs::Packed drawn = drawings(shelf);
  REQUIRE(drawn.octets);
  CHECK(nlohmann::json::parse(gunzip(*drawn.octets, 1000))["layers"] == nlohmann::json{"a"});
  CHECK(drawings(shelf).octets == drawn.octets);
  CHECK(unpack(*shelf.packed("log-1").octets).frames.size() == 20);
  PackedLogs league(shelf.loop);
  league.add_folder(shelf.folder.path(), false);
  league.refresh();
  std::optional<PackedLogs::Packed> got;
  league.want(
      "log-1", [&](const PackedLogs::Packed& packed) { got = packed; }, PackedLogs::Kind::drawings);
  REQUIRE(got);
  CHECK(got->problem == "its agents have drawn nothing");
}

TEST_CASE("a log that cannot be shown has the reason, and is shown as soon as it can be") {
  Shelf shelf;
  shelf.put("monitor.log", "");
  shelf.logs.refresh();
  CHECK(shelf.packed("log-1").problem == "there is no frame in it");
  CHECK(shelf.logs.list().at(0).problem == "there is no frame in it");
  shelf.put("monitor.log", text_of(match(20)));
  CHECK(shelf.packed("log-1").problem.empty());
  CHECK(shelf.logs.list().at(0).problem.empty());
  CHECK(shelf.logs.list().at(0).summary.team_left == "foo");
}
