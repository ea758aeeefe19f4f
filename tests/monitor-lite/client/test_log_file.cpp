// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>
#include <random>

#include "monitor-lite/client/log_file.h"
#include "tests/monitor-lite/client/packed.h"
#include "tests/monitor-lite/client/streams.h"
#include "tests/support/archive_file.h"

using namespace monitor;

namespace {

constexpr int kFrames = 400;

void check_whole(LogFile& log) {
  CHECK(log.problem().empty());
  CHECK(log.is_complete());
  REQUIRE(log.size() == kFrames);
  CHECK(log.game().field_length == 40);
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    const int frame = i == 0 ? 0 : i == 1 ? kFrames - 1 : static_cast<int>(random() % kFrames);
    const Snapshot& now = log.at(static_cast<std::size_t>(frame));
    CAPTURE(frame);
    CHECK(now.time == Approx(frame * 0.15).epsilon(1e-4));
    CHECK(log.time_of(static_cast<std::size_t>(frame)) == now.time);
    CHECK(now.half == (frame >= kFrames * 3 / 4 ? 2 : 1));
    CHECK(now.score_left == (frame >= kFrames / 2 ? 1 : 0));
    CHECK(now.team_left == (frame >= 1 ? "foo" : ""));
    CHECK(now.play_mode == (frame == kFrames - 1       ? 12
                            : frame >= kFrames / 2 + 3 ? 3
                            : frame == kFrames / 2 + 2 ? 2
                            : frame >= kFrames / 2     ? 13
                            : frame >= 3               ? 3
                            : frame == 2               ? 1
                                                       : 0));
    CHECK(now.markers.size() == 2);
    CHECK(now.players.size() == 2);
    CHECK(now.ball.x == Approx(frame * 0.1).margin(1e-4));
  }
  REQUIRE(log.marks().size() == 8);
  CHECK(log.marks()[3].frame == kFrames / 2);
  CHECK(log.marks()[3].event.kind == Event::Kind::goal);
}

}  // namespace

TEST_CASE("logs open plain, compressed, without an index, or compressed by other programs") {
  const TemporaryFolder folder;
  const auto lines = match(kFrames);
  const std::string plain = text_of(lines);
  const auto file = folder / "monitor.log";
  SECTION("plain") {
    write_file(file, plain);
  }
  SECTION("plain, without the last newline") {
    write_file(file, plain.substr(0, plain.size() - 1));
  }
  SECTION("with CR LF at the ends of lines") {
    std::string text;
    for (const auto& line : lines) text += line + "\r\n";
    write_file(file, text);
  }
  SECTION("compressed") {
    write_file(file, compressed(lines, 7));
  }
  SECTION("compressed, by a server that was killed") {
    write_file(file, compressed(lines, 7, false));
  }
  SECTION("compressed, with an index that does not match") {
    std::string bytes = compressed(lines, 7);
    bytes[bytes.size() - 20] ^= 1;
    write_file(file, bytes);
  }
  SECTION("compressed by another program") {
    write_file(file, of_another_program(plain));
  }
  LogFile log(file);
  check_whole(log);
}

TEST_CASE("frames without a valid ball or time keep those of the frame before") {
  const TemporaryFolder folder;
  write_file(folder / "log", kInit + "\n" + kFirst +
                                 "\n(Info (time 1)(B (pos 1 0 0)))\n(Info (time 2)(B (pos nan 0 0)))\n"
                                 "(Info (B (pos 3 0 0)))\n");
  LogFile log(folder / "log");
  REQUIRE(log.size() == 4);
  CHECK(log.at(2).time == 2);
  CHECK(log.at(2).ball.x == 1);
  CHECK(log.at(3).time == 2);
  CHECK(log.at(3).ball.x == 3);
}

TEST_CASE("frames without players keep those of the frame before") {
  const TemporaryFolder folder;
  write_file(folder / "log", kInit + "\n" + kFirst +
                                 "\n(Info (time 1)(play_mode 3)(P (s 1)(id 4)(pos 1 1 1))(B (pos 1 0 0)))\n"
                                 "(Info (time 2)(score_left 3)(B (pos 2 0 0)))\n(Info (time 3)(B (pos 3 0 0)))\n");
  LogFile log(folder / "log");
  REQUIRE(log.size() == 4);
  for (const std::size_t frame : {3, 0, 2, 1, 3, 2}) {
    const Snapshot& now = log.at(frame);
    CHECK(now.players.size() == (frame == 0 ? 2 : 1));
    CHECK(now.play_mode == (frame == 0 ? 0 : 3));
    CHECK(now.score_left == (frame >= 2 ? 3 : 0));
  }
  CHECK_FALSE(log.is_complete());
}

TEST_CASE("a log that is cut anywhere shows the frames that are left") {
  const TemporaryFolder folder;
  const auto lines = match(12);
  const std::string plain = text_of(lines);
  const std::string packed = compressed(lines, 3);
  for (const std::string& whole : {plain, packed}) {
    std::size_t before = 0;
    for (std::size_t cut = 0; cut<whole.size(); cut += whole.size()> 3000 ? 3 : 1) {
      write_file(folder / "log", whole.substr(0, cut));
      LogFile log(folder / "log");
      REQUIRE(log.size() >= before);  // the earlier contents stay
      before = log.size();
      for (std::size_t i = 0; i < log.size(); ++i) REQUIRE(log.at(i).time == Approx(static_cast<double>(i) * 0.15));
      if (log.size() == 0) REQUIRE_FALSE(log.problem().empty());
    }
    CHECK(before == 12);
  }
}

TEST_CASE("damaged logs show what can be read, and report the rest in one line") {
  const TemporaryFolder folder;
  auto lines = match(kFrames);
  lines[50] = "(Info (time";
  lines[60] = std::string(2 << 20, 'x');
  lines[70] = "(Info (time 10.2)(P (s 1)(id 1)(pos nan 0 0))(B (pos 1 1 1)))";
  write_file(folder / "log", text_of(lines));
  LogFile log(folder / "log");
  CHECK(log.size() == kFrames - 2);
  CHECK(log.problem() == "3 lines could not be read completely, first: a line that is cut '(Info (time'");
  CHECK(log.is_complete());

  std::string packed = compressed(match(kFrames), 7);
  packed[packed.size() / 2] ^= 0x55;
  write_file(folder / "packed", packed);
  LogFile damaged(folder / "packed");
  CHECK(damaged.size() == kFrames - 7);
  CHECK(damaged.is_complete());
  CHECK_THAT(damaged.problem(), Catch::Matches("data at byte [0-9]+ is damaged or cut"));
}

TEST_CASE("files that are no logs are reported with the reason") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(LogFile(folder / "missing"),
                    "cannot read " + (folder / "missing").string() + ": No such file or directory");
  CHECK_THROWS_WITH(LogFile(folder.path()), "there is no monitor.log in " + folder.path().string());
  CHECK(why_not_shown(folder.path()) == "there is no monitor.log in " + folder.path().string());
  CHECK(why_not_shown(folder / "missing") ==
        "cannot read " + (folder / "missing").string() + ": No such file or directory");
  write_file(folder / "empty", "");
  CHECK(LogFile(folder / "empty").problem() == "there is no frame of a match in it");
  write_file(folder / "noise", "\x28\xb5\x2f\xfdnot zstd at all");
  LogFile noise(folder / "noise");
  CHECK(noise.size() == 0);
  CHECK_FALSE(noise.problem().empty());
  std::string zeros(100000, '\0');
  write_file(folder / "zeros", zeros);
  // Bytes that are no text are never printed.
  const std::string kNoLog =
      "it is not a log: expected a monitor.log, plain or compressed (zst, gz, bz2, xz), a log folder, or one in a file "
      "(zip, tar, tgz)";
  write_file(folder / "program",
             "\x7f"
             "ELF\1\2 and\nso on\n");
  for (const char* name : {"zeros", "program"}) {
    CHECK(LogFile(folder / name).size() == 0);
    CHECK(LogFile(folder / name).problem() == kNoLog);
    CHECK(why_not_shown(folder / name) == (folder / name).string() + ": " + kNoLog);
  }
  write_file(folder / "text", "some words\n");
  CHECK(LogFile(folder / "text").problem() ==
        "1 line could not be read completely, first: not a line of a match 'some words'; there is no frame of a match "
        "in it");
}

TEST_CASE("logs in ZIP archives open") {
  const TemporaryFolder folder;
  const std::string plain = text_of(match(kFrames));
  const std::string packed = compressed(match(kFrames), 7);
  const auto file = folder / "match";
  const auto open = [&](const std::vector<std::pair<std::string, std::string>>& files) {
    write_zip(file, files);
    LogFile log(file);
    check_whole(log);
  };
  SECTION("a single log with any name") {
    open({{"game 7.txt", plain}});
  }
  SECTION("an archive of the server with a compressed log") {
    open({{"match/parameters.xml", "<x/>"}, {"match/monitor.log.zst", packed}});
  }
  SECTION("the match's log among those of agents, the plain one if there are two") {
    open({{"m/agent0-files/monitor.log", "none"}, {"m/monitor.log.zst", "none"}, {"m/monitor.log", plain}});
  }
  SECTION("beside links and folders with the name of a log") {
    open({{"monitor.log/", ""}, {"link@", ""}, {"x/monitor.log", plain}});
  }
}

TEST_CASE("archives without exactly one log are rejected with the reason") {
  const TemporaryFolder folder;
  const auto file = folder / "match.zip";
  const auto why = [&](const std::vector<std::pair<std::string, std::string>>& files) {
    write_zip(file, files);
    const std::string text = why_not_shown(file);
    CHECK_THROWS_WITH(LogFile(file), text);
    const std::string begin = "cannot read " + file.string() + ": ";
    REQUIRE_THAT(text, Catch::StartsWith(begin));
    return text.substr(begin.size());
  };
  CHECK(why({{"a", "x"}, {"b", "y"}}) == "there is no monitor.log in it");
  CHECK(why({{"a/monitor.log", kFirst}, {"b/monitor.log", kFirst}}) ==
        "it has the logs of several matches, in a/ and b/: unpack it, and name one folder");
  CHECK(why({{"monitor.log", kFirst}, {"monitor.log", kFirst}}) == "it has two files monitor.log");
}

TEST_CASE("an archive that is cut shows the beginning of its log, and reports the cut") {
  const TemporaryFolder folder;
  std::mt19937 random(5);
  std::string noise(200'000, ' ');  // that deflate cannot shorten much
  for (char& c : noise) c = static_cast<char>('a' + random() % 20);
  std::vector<std::string> lines = match(kFrames);
  lines.push_back(noise);
  write_zip(folder / "whole.zip", {{"monitor.log", text_of(lines)}, {"server.log", "x"}});
  std::ifstream in(folder / "whole.zip", std::ios::binary);
  const std::string whole(std::istreambuf_iterator<char>(in), {});
  write_file(folder / "cut.zip", whole.substr(0, whole.size() / 2));
  LogFile log(folder / "cut.zip");
  CHECK(log.size() == kFrames);
  CHECK_THAT(log.problem(), Catch::StartsWith("what is packed after byte "));
}

TEST_CASE("a log folder stands for the log in it, the plain one if there are two") {
  const TemporaryFolder folder;
  write_file(folder / "monitor.log.zst", compressed(match(7), 7));
  CHECK(LogFile(folder.path()).size() == 7);
  CHECK(why_not_shown(folder.path()).empty());
  write_file(folder / "monitor.log", fmt::format("{}\n", fmt::join(match(5), "\n")));
  CHECK(LogFile(folder.path()).size() == 5);
}
