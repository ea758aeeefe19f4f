// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "monitor-lite/web/columns.h"
#include "monitor-lite/web/gzip.h"
#include "monitor-lite/web/packed_log.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace monitor;

namespace {

/// Random frames: players come and go, jump and stand; time stands, jumps and goes back.
std::vector<PageFrame> wild_frames(unsigned seed, std::size_t count) {
  std::minstd_rand random(seed);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  const auto anywhere = [&] { return below(65536) - 32768; };
  std::vector<PageFrame> frames(count);
  std::int64_t time = 0;
  PageFrame::Place ball{};
  for (PageFrame& frame : frames) {
    time = below(20) == 0 ? below(1'000'000) : time + 1500 * below(2);
    frame.time = time;
    frame.half = 1 + below(3);
    frame.score_left = below(30) == 0 ? below(1'000'001) : 0;
    frame.play_mode = below(256);
    ball = below(9) == 0 ? PageFrame::Place{anywhere(), anywhere(), anywhere()} : ball;
    frame.ball = ball;
    for (int number = 1; number <= 12; ++number)
      if (below(5) != 0)
        frame.players.push_back(
            {number <= 6 ? Side::left : Side::right, number, below(4) == 0,
             below(3) == 0 ? PageFrame::Place{anywhere(), -32768, 32767} : PageFrame::Place{number, 0, 0}});
  }
  return frames;
}

std::string line(double time, const std::string& rest) {
  return fmt::format("(Info (time {:.3f}){})\n", time, rest);
}

/// A short match, as text.
std::string some_log() {
  std::string log =
      "(Init (FieldLength 104)(FieldWidth 68)(GoalWidth 7.32)(play_modes BeforeKickOff KickOff_Left KickOff_Right "
      "PlayOn Goal_Left))\n";
  for (int i = 0; i < 60; ++i) {
    std::string rest =
        i == 0 ? "(team_left <b>foo)(team_right bar)(half 1)(score_left 0)(score_right 0)(play_mode 3)" : "";
    if (i == 30) rest += "(score_left 1)(play_mode 4)";
    const std::string said = i == 20 ? "(say hello)" : "";
    rest += fmt::format(
        "(P (s 1)(id 9)(pos {:.4f} {:.4f} 0.2200){})(P (s 2)(id 1)(pos 51.9637 0.0313 0.2200))(B (pos {:.4f} 0.1234 "
        "0.1110))",
        0.0317 * i, -0.0113 * i * i, said, 0.9 * i);
    log += line(0.15 * i, rest);
  }
  return log;
}

}  // namespace

TEST_CASE("columns are read back as the frames that were written") {
  const auto frames = wild_frames(GENERATE(1U, 2U, 3U), GENERATE(std::size_t{1}, std::size_t{2}, std::size_t{300}));
  const std::string columns = columns_of(frames);
  CHECK(frames_of(columns, frames.size()) == frames);
  CHECK_THROWS_WITH(frames_of(columns, frames.size() - 1), "the packed log is damaged");
  CHECK_THROWS(frames_of(columns + '\0', frames.size()));
}

TEST_CASE("cut columns are rejected, and changed ones are rejected or read without harm") {
  const auto frames = wild_frames(5, 40);
  const std::string columns = columns_of(frames);
  for (std::size_t size = 0; size < columns.size(); ++size)
    CHECK_THROWS_WITH(frames_of(columns.substr(0, size), 1000), "the packed log is damaged");
  std::minstd_rand random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string changed = columns;
    changed[random() % changed.size()] = static_cast<char>(random());
    std::size_t count = 0;
    try {
      count = frames_of(changed, 1000).size();
    } catch (const std::runtime_error& error) {
      CHECK(std::string(error.what()) == "the packed log is damaged");
    }
    CHECK(count <= 1000);
  }
}

TEST_CASE("columns are rejected if a time is out of range, a side invalid, or players are out of order") {
  // One frame at `time` with these players, each by side and number.
  const auto columns = [](std::int64_t time, const std::vector<std::pair<int, int>>& men) {
    NumberWriter to;
    for (const std::int64_t number : {std::int64_t{1}, time}) to.add(number);
    for (const int number : {1, 1, 0, 0, 3}) to.add(number);  // one frame of this half, score and play mode
    for (int axis = 0; axis < 3; ++axis) to.add(0);
    to.add(static_cast<std::int64_t>(men.size()));
    for (const auto& [side, man] : men)
      for (const int number : {side, man, 1, 1, 0, 0, 0}) to.add(number);
    return to.take();
  };
  constexpr std::int64_t kLast = 1'000'000'000'000;
  CHECK(frames_of(columns(kLast, {{1, 1}, {1, 127}, {2, 1}}), 1).at(0).players.size() == 3);
  for (const std::string& wrong : {columns(-1, {}), columns(kLast + 1, {}), columns(0, {{0, 1}}), columns(0, {{3, 1}}),
                                   columns(0, {{1, 0}}), columns(0, {{1, 128}}), columns(0, {{1, 5}, {1, 5}}),
                                   columns(0, {{1, 5}, {1, 4}}), columns(0, {{2, 1}, {1, 1}})})
    CHECK_THROWS_WITH(frames_of(wrong, 1), "the packed log is damaged");
}

TEST_CASE("places must fit into sixteen bits") {
  for (const auto& [place, is_one] : {std::pair{32767, true}, {-32768, true}, {32768, false}, {-32769, false}}) {
    CAPTURE(place);
    PageFrame frame;
    frame.ball = {0, place, 0};
    const std::string columns = columns_of({frame});
    if (is_one)
      CHECK(frames_of(columns, 1).at(0).ball[1] == place);
    else
      CHECK_THROWS_WITH(frames_of(columns, 1), "the packed log is damaged");
  }
}

TEST_CASE("numbers near zero take one octet, and numbers of up to 62 bits are read back") {
  NumberWriter writer;
  const std::vector<std::int64_t> numbers{
      0, -1, 1, 63, -64, 64, 1'000'000, -(std::int64_t{1} << 61), (std::int64_t{1} << 61) - 1};
  for (const std::int64_t number : numbers) writer.add(number);
  const std::string octets = writer.take();
  CHECK(octets.substr(0, 5) == std::string("\x00\x01\x02\x7e\x7f", 5));
  NumberReader reader(octets);
  for (const std::int64_t number : numbers) CHECK(reader.next() == number);
  CHECK(reader.is_done());
  CHECK_THROWS(reader.next());
  CHECK_THROWS(NumberReader(std::string(11, '\xff')).next());
}

TEST_CASE("a packed log has every place of the log to a millimetre, and the events") {
  const TemporaryFolder folder;
  write_file(folder.path() / "monitor.log", some_log());
  LogFile log(folder.path() / "monitor.log");
  const PackedLog packed = unpack(pack(packed_log(log)));
  REQUIRE(packed.frames.size() == log.size());
  const double unit = packed.about["game"]["unit"];
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Snapshot& now = log.at(i);
    const PageFrame& frame = packed.frames[i];
    CHECK(static_cast<double>(frame.time) * 1e-4 == Approx(now.time).margin(1e-4));
    REQUIRE(frame.players.size() == now.players.size());
    for (std::size_t k = 0; k < now.players.size(); ++k) {
      CHECK(std::abs(frame.players[k].place[0] * unit - now.players[k].position.x) < 0.0010001);
      CHECK(std::abs(frame.players[k].place[1] * unit - now.players[k].position.y) < 0.0010001);
    }
    CHECK(std::abs(frame.ball[0] * unit - now.ball.x) < 0.0010001);
  }
  CHECK(packed.about["teams"] == nlohmann::ordered_json::parse(R"([{"frame":0,"left":"<b>foo","right":"bar"}])"));
  CHECK(packed.about["speech"] ==
        nlohmann::ordered_json::parse(R"([{"frame":20,"side":"left","number":9,"text":"hello"}])"));
  const auto& events = packed.about["events"];
  const auto goal =
      std::find_if(events.begin(), events.end(), [](const auto& event) { return event["kind"] == "goal"; });
  REQUIRE(goal != events.end());
  CHECK((*goal)["frame"] == 30);
  CHECK((*goal)["left"] == 1);
  CHECK(packed.about["report"]["score"] == nlohmann::ordered_json::parse("[1,0]"));
}

TEST_CASE("a packed log has scores of more than 255 goals") {
  TemporaryFolder folder;
  write_file(folder / "monitor.log", line(0, "(score_left 301)(score_right 1)(play_mode 3)(B (pos 0 0 0.1))"));
  LogFile log(folder / "monitor.log");
  const PackedLog packed = unpack(pack(packed_log(log)));
  REQUIRE(packed.frames.size() == 1);
  CHECK(packed.frames[0].score_left == 301);
  CHECK(packed.frames[0].score_right == 1);
  NumberWriter beyond;
  for (const int number : {1, 0, 1, 256, 0, 0, 3}) beyond.add(number);  // a frame of half 256
  CHECK_THROWS_WITH(frames_of(beyond.take(), 10), "the packed log is damaged");
}

TEST_CASE("a part of a log has its own frames, frame numbers and report, and is not complete") {
  const TemporaryFolder folder;
  write_file(folder.path() / "monitor.log", some_log() + "(Die)\n");
  LogFile log(folder.path() / "monitor.log");
  const PackedLog whole = packed_log(log);
  CHECK((whole.about["complete"] == true && whole.about["part"] == false));
  const PackedLog part = packed_log(log, {.from = 3.0, .to = 6.0});
  CHECK(part.frames.front().time == 30000);
  CHECK(part.frames.back().time == 60000);
  CHECK(part.frames.size() == 21);
  CHECK(part.about["speech"][0]["frame"] == 0);
  CHECK((part.about["complete"] == false && part.about["part"] == true));
  CHECK(part.about["report"]["goals"].size() == 1);
  CHECK(part.about["report"]["time"] == 6.0);
  const PackedLog before = packed_log(log, {.to = 3.0});
  CHECK(before.about["report"]["goals"].empty());
  CHECK(before.about["report"]["score"] == nlohmann::ordered_json{0, 0});
  CHECK(packed_log(log, {.from = 6.0}).about["complete"] == true);
  CHECK(part.about["teams"][0]["left"] == "<b>foo");
  CHECK(packed_log(log, {.from = 1e6}).frames.size() == 1);
}

TEST_CASE("data that is not a packed log is rejected with one line") {
  const TemporaryFolder folder;
  write_file(folder.path() / "monitor.log", some_log());
  LogFile log(folder.path() / "monitor.log");
  const std::string packed = pack(packed_log(log));
  for (std::size_t size = 0; size < packed.size(); ++size)
    CHECK_THROWS_WITH(unpack(std::string_view(packed).substr(0, size)), "it is not compressed by gzip, or cut off");
  CHECK_THROWS_WITH(unpack(packed + "x"), "it is not compressed by gzip, or cut off");
  CHECK_THROWS_WITH(unpack(gzip("RCSSLOG2....")), "it is not a packed log");
  CHECK_THROWS_WITH(unpack(gzip(std::string("RCSSLOG1\xff\xff\xff\xff{}", 14))), "the packed log is cut off");
  CHECK_THROWS_WITH(unpack(gzip(std::string("RCSSLOG1\x02\0\0\0[]", 14))), "the packed log is damaged");
}

TEST_CASE("gzip compresses as well as it can, and writes no time") {
  // RFC 1952: deflate, no name, no time, the slowest algorithm.
  CHECK(gzip("some text").substr(0, 9) == std::string("\x1f\x8b\x08\0\0\0\0\0\x02", 9));
  CHECK(gunzip(gzip(""), 0).empty());
}

TEST_CASE("data that would unpack to more than the limit is not unpacked") {
  const std::string much(10'000'000, 'x');
  const std::string packed = gzip(much);
  CHECK(packed.size() < 20'000);
  CHECK(gunzip(packed, much.size()) == much);
  CHECK_THROWS_WITH(gunzip(packed, much.size() - 1), "there is too much to unpack");
}

TEST_CASE("a log without a frame is rejected") {
  const TemporaryFolder folder;
  write_file(folder.path() / "empty.log", "");
  LogFile empty(folder.path() / "empty.log");
  CHECK_THROWS_WITH(packed_log(empty), "there is no frame in it");
}

namespace {

/// A crate that slides, a cart that comes with frame 20 and turns, and another colour of the crate from frame 40 on.
std::string log_of_a_world() {
  std::string log = "(Init (TimePerStep 0.01)(bodies crate)(shape crate (box 1 1 1 0 0 0))(scenery (plane 0 0 0)))\n";
  for (int i = 0; i < 64; ++i) {
    std::string rest = i == 40 ? "(shape crate (colour 1 0 0)(box 1 1 1 0 0 0))" : "";
    rest += fmt::format("(body crate {:.4f} -0.5 0.5 1 0 0 0)", 0.05 * i);
    if (i >= 20)
      rest += fmt::format("(body cart/hull 3 2 0.1 {:.6f} 0 0 {:.6f})", std::cos(0.1 * i), std::sin(0.1 * i));
    log += line(0.15 * i, rest);
  }
  return log;
}

}  // namespace

TEST_CASE("the packed log of a world has its bodies, and their looks from their frames on") {
  const TemporaryFolder folder;
  write_file(folder.path() / "monitor.log", log_of_a_world());
  LogFile log(folder.path() / "monitor.log");
  const PackedLog packed = unpack(pack(packed_log(log)));
  REQUIRE(packed.frames.size() == 64);
  CHECK(packed.about["game"]["bodies"] == true);
  CHECK(packed.about["report"].is_null());
  const double unit = packed.about["game"]["unit"];
  for (std::size_t i = 0; i < 64; ++i) {
    const PageFrame& frame = packed.frames[i];
    CHECK(frame.time == static_cast<int>(1500 * i));
    REQUIRE(frame.bodies.size() == (i < 20 ? 1 : 2));
    CHECK(frame.bodies[0].place[0] * unit == Approx(0.05 * static_cast<double>(i)).margin(0.00026));
    if (i < 20) continue;
    const double angle = 0.1 * static_cast<double>(i), sign = std::cos(angle) < 0 ? -1 : 1;
    CHECK(frame.bodies[1].turn[0] == Approx(sign * std::cos(angle) * 32767).margin(1.1));
    CHECK(frame.bodies[1].turn[3] == Approx(sign * std::sin(angle) * 32767).margin(1.1));
  }
  const auto& looks = packed.about["looks"];
  REQUIRE(looks.size() == 3);
  CHECK(looks[0]["frame"] == 0);
  CHECK(looks[0]["look"]["bodies"].size() == 1);
  CHECK(looks[1]["frame"] == 20);
  CHECK(looks[1]["look"]["bodies"][1]["name"] == "cart/hull");
  CHECK(looks[2]["frame"] == 40);
  CHECK(looks[2]["look"]["bodies"][0]["shapes"][0]["colour"] == nlohmann::ordered_json::parse("[1.0,0.0,0.0]"));
  // Its events are bodies that come.
  REQUIRE(packed.about["events"].size() == 2);
  CHECK(packed.about["events"][1]["frame"] == 20);
}

TEST_CASE("from the packed log of a world with many bodies frames are left out evenly") {
  const TemporaryFolder folder;
  write_file(folder.path() / "monitor.log", log_of_a_world());
  LogFile log(folder.path() / "monitor.log");
  const std::size_t most = GENERATE(std::size_t{107}, std::size_t{60}, std::size_t{30}, std::size_t{1});
  CAPTURE(most);
  const PackedLog packed = packed_log(log, {.max_poses = most});
  const auto step = static_cast<std::int64_t>(std::lround(packed.about["interval"].get<double>() / 0.15));
  CHECK((step & (step - 1)) == 0);
  std::size_t poses = 0;
  for (std::size_t i = 0; i < packed.frames.size(); ++i) {
    CHECK(packed.frames[i].time == 1500 * step * static_cast<std::int64_t>(i));
    poses += packed.frames[i].bodies.size();
  }
  CHECK(packed.frames.size() == static_cast<std::size_t>((64 + step - 1) / step));
  CHECK(poses <= std::max<std::size_t>(most, 1));
  for (const auto& look : packed.about["looks"])
    if (look["look"]["bodies"].size() == 2) {
      const auto at = look["frame"].get<std::int64_t>();
      CHECK(at * step <= 40);
      CHECK(at < static_cast<std::int64_t>(packed.frames.size()));
    }
  CHECK(packed.about["events"][1]["frame"] == 20 / step);
}

TEST_CASE("impossible bodies in columns are rejected, and so are cut columns") {
  std::vector<PageFrame> frames(3);
  for (PageFrame& frame : frames) {
    frame.has_bodies = true;
    frame.bodies = {{0, {1, 2, 3}, {32767, 0, 0, 0}}, {7, {-2147483647, 0, 2147483647}, {0, -32767, 0, 0}}};
  }
  frames[1].bodies.pop_back();
  const std::string columns = columns_of(frames);
  CHECK(frames_of(columns, 3) == frames);
  // Without the part with the bodies the columns are three frames of a match.
  std::vector<PageFrame> plain(3);
  const std::size_t without = columns_of(plain).size();
  for (std::size_t size = without + 1; size < columns.size(); ++size)
    CHECK_THROWS_WITH(frames_of(columns.substr(0, size), 3), "the packed log is damaged");
  for (PageFrame& frame : frames) frame.bodies = {{-1, {}, {}}};
  CHECK_THROWS_WITH(frames_of(columns_of(frames), 3), "the packed log is damaged");
  for (PageFrame& frame : frames) frame.bodies = {{0, {}, {0, 32768, 0, 0}}};
  CHECK_THROWS_WITH(frames_of(columns_of(frames), 3), "the packed log is damaged");
}
