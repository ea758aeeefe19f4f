// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <random>

#include "monitor-lite/client/log_file.h"
#include "tests/monitor-lite/client/packed.h"
#include "tests/monitor-lite/client/streams.h"

using namespace monitor;

namespace {

/// Checks that every frame is one of the match, in order: the ball moves 0.1 m every 0.15 s.
void check_frames(LogFile& log) {
  double before = -1.0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Snapshot& now = log.at(i);
    REQUIRE(now.time > before);
    REQUIRE(now.ball.x == Approx(now.time / 0.15 * 0.1).margin(1e-3));
    before = now.time;
  }
}

bool is_one_line(const std::string& text) {
  return text.find('\n') == std::string::npos;
}

/// The frames that a client would show for these lines.
std::vector<Snapshot> live(const std::vector<std::string>& lines) {
  std::vector<Snapshot> frames;
  LineReader reader;
  for (const std::string& line : lines)
    if (reader.read(line) == LineReader::Kind::info) frames.push_back(reader.snapshot());
  return frames;
}

/// A match whose lines are changed, cut, repeated, left out and mixed with others.
std::vector<std::string> mutated(std::mt19937& random) {
  static const char* const kOthers[] = {"(Init (FieldLength 60)(play_modes A B C))",
                                        "(Info (time nan)(score_left 4))",
                                        "(Info (Pfoo 3)(half 2))",
                                        "( Info ( P (s 1)(id 3)(pos 1 1 1)) )",
                                        "(Info (F (id a)(pos 1 2 3)))",
                                        "(Info (G (id b)(pos nan 2 3))(play_mode 2))",
                                        "(Info (P (pos inf 0 0))(B (pos 0 0 1e308)))",
                                        "(Info (time -1e308)(B (pos 1 -1e6 1)))",
                                        "(Info)",
                                        "(Info (team_right \"x y\"))",
                                        "\xff\xfe)))",
                                        "(Die)"};
  std::vector<std::string> lines;
  for (std::string line : match(40)) {
    if (random() % 8 == 0) lines.push_back(kOthers[random() % std::size(kOthers)]);
    if (random() % 10 == 0) continue;
    if (random() % 4 == 0) line[random() % line.size()] = static_cast<char>(random());
    if (random() % 10 == 0) line.resize(random() % line.size());
    if (random() % 10 == 0) line.insert(random() % line.size(), line.substr(random() % line.size(), 30));
    std::replace(line.begin(), line.end(), '\n', ' ');
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

TEST_CASE("a frame of a log is what a client would have shown, whatever the lines are") {
  const TemporaryFolder folder;
  std::mt19937 random(31);
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    const auto lines = mutated(random);
    const auto frames = live(lines);
    write_file(folder / "log", round % 2 == 0 ? text_of(lines) : compressed(lines, 1 + random() % 9));
    LogFile log(folder / "log");
    REQUIRE(log.size() == frames.size());
    CHECK(is_one_line(log.problem()));
    for (std::size_t i = 0; i < 2 * frames.size(); ++i) {
      const std::size_t frame = i < frames.size() ? i : random() % frames.size();
      CAPTURE(frame);
      REQUIRE(same(log.at(frame), frames[frame]));
    }
  }
}

TEST_CASE("a compressed log that is cut at any byte keeps all frames before the cut") {
  const TemporaryFolder folder;
  constexpr int kFramesOfLog = 12;
  const auto lines = match(kFramesOfLog);
  const bool by_server = GENERATE(true, false);
  const std::string whole = by_server ? compressed(lines, 3) : one_frame(text_of(lines));
  std::size_t before = 0;
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    CAPTURE(cut);
    write_file(folder / "log", whole.substr(0, cut));
    LogFile log(folder / "log");
    REQUIRE(log.size() >= before);
    before = log.size();
    check_frames(log);
    REQUIRE(is_one_line(log.problem()));
    // If a server is killed between two zstd frames, nothing is missing.
    if (!by_server && cut < whole.size()) REQUIRE_FALSE(log.problem().empty());
  }
  CHECK(before == kFramesOfLog);
}

TEST_CASE("a damaged byte of a compressed log loses only the zstd frame it is in") {
  const TemporaryFolder folder;
  constexpr int kFramesOfLog = 12;
  constexpr int kLines = 3;  // of the match, in each zstd frame
  const std::string whole = compressed(match(kFramesOfLog), kLines);
  const std::size_t index = whole.rfind("\x5e\x2a\x4d\x18");
  std::mt19937 random(7);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    CAPTURE(at);
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ static_cast<char>(1 + random() % 255));
    write_file(folder / "log.zst", bytes);
    LogFile log(folder / "log.zst");
    REQUIRE(log.size() >= (at < index ? kFramesOfLog - kLines : kFramesOfLog));
    check_frames(log);
    REQUIRE(is_one_line(log.problem()));
    if (log.size() < kFramesOfLog) REQUIRE_THAT(log.problem(), Catch::StartsWith("data at byte "));
  }
}

TEST_CASE("several damages, and garbage between frames, are reported in one line") {
  const TemporaryFolder folder;
  const auto lines = match(100);
  std::string bytes;
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i + 10 <= lines.size(); i += 10) {
    begins.push_back(bytes.size());
    bytes += compressed(
        {lines.begin() + static_cast<std::ptrdiff_t>(i), lines.begin() + static_cast<std::ptrdiff_t>(i) + 10}, 10,
        false);
  }
  bytes.replace(begins[7], 0, std::string(300'000, '\0'));  // frames are searched farther than one buffer
  bytes[begins[3]] ^= 1;
  bytes[begins[5] + 50] ^= 1;
  write_file(folder / "log", bytes);
  LogFile log(folder / "log");
  // The ten frames hold the Init, 99 frames of the match; two are lost.
  CHECK(log.size() == 79);
  CHECK(log.problem() == fmt::format("data at byte {} is damaged or cut, and 2 more", begins[3]));
  check_frames(log);
}

TEST_CASE("files that would take too much memory or time are dropped") {
  const TemporaryFolder folder;
  const auto file = folder / "bomb";
  const auto problem = [&](const std::string& bytes) {
    write_file(file, bytes);
    LogFile log(file);
    for (std::size_t i = 0; i < std::min<std::size_t>(log.size(), 3); ++i) log.at(log.size() - 1 - i);
    CHECK(is_one_line(log.problem()));
    return log.problem();
  };
  SECTION("one zstd frame with too much text") {
    CHECK_THAT(problem(one_frame(std::string(80 << 20, '\n'))), Catch::StartsWith("data at byte 0 is damaged"));
  }
  SECTION("zstd frames with more than 1 GiB of text in all") {
    const std::string frame = one_frame(std::string(60 << 20, 'x') + "\n");
    std::string bytes;
    for (int i = 0; i < 20; ++i) bytes += frame;
    CHECK_THAT(problem(bytes), Catch::Contains("it is more than 1 GiB of text"));
  }
  SECTION("only beginnings of zstd frames") {
    std::string bytes;
    for (int i = 0; i < 1'000'000; ++i) bytes += "\x28\xb5\x2f\xfd";
    CHECK(problem(bytes) ==
          "data at byte 0 is damaged or cut, and 999 more; "
          "there is no frame of a match in it");
  }
  SECTION("lines without an end") {
    std::string bytes;
    for (int i = 0; i < 100'000; ++i) bytes += one_frame("x");
    CHECK_THAT(problem(bytes), Catch::Contains("there is no frame of a match in it"));
  }
  SECTION("lines without a number") {
    std::string bytes;
    for (std::size_t i = 0; i <= LogFile::kMaxLines; ++i) bytes += "(Info)\n";
    CHECK(problem(bytes) == "only the first 1000000 lines are read");
  }
  SECTION("markers that change in each line") {
    std::string bytes = "(Info";
    for (int i = 0; i < 1000; ++i) bytes += fmt::format("(F (id {})(pos 1 1 {}))", i, i);
    bytes += ")\n";
    for (int i = 0; i < 100'000; ++i) bytes += fmt::format("(Info (half {}))\n", i % 7);
    CHECK(problem(bytes).empty());
  }
  SECTION("a line of a megabyte and a longer one") {
    const std::string beyond(LineReader::kMaxLineSize + 1, '(');
    CHECK_THAT(problem("(Info (time 1" + std::string((1 << 20) - 100, '1') + "x))\n" + beyond + "\n" + beyond),
               Catch::StartsWith("3 lines could not be read completely, first: no number in 'time'"));
  }
}

TEST_CASE("a pipe is rejected as a log without waiting for it") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(LogFile(folder / "pipe"), "cannot read " + (folder / "pipe").string() + ": it is not a file");
}

TEST_CASE("a plain log with the name of a compressed one is read as a plain log") {
  const TemporaryFolder folder;
  write_file(folder / "log.zst", text_of(match(10)));
  LogFile log(folder / "log.zst");
  CHECK(log.size() == 10);
  CHECK(log.problem().empty());
}
