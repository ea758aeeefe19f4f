// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/sigverse/recording/player.h"
#include "monitor-lite/window/playback_keys.h"
#include "tests/gateways/sigverse/recording/worlds.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace sigverse;
using recording::Player;
using Kind = monitor::Status::Kind;

namespace {

/// A recording of slightly more than 10 s, in frames of 0.04 s.
struct Played {
  TemporaryFolder folder;
  std::vector<client::World> worlds = record_room(folder / "a.svd", 256);
  Player player{folder / "a.svd"};
  double now = 100.0;

  Played() { player.advance(now); }
  /// Advances for that many seconds, with 50 pictures a second.
  void watch(double seconds) {
    const int pictures = static_cast<int>(seconds * 50 + 0.5);
    for (int i = 0; i != pictures; ++i) player.advance(now += 0.02);
  }
  void press(char letter) {
    monitor::Input input;
    input.kind = monitor::Input::Kind::letter;
    input.letter = letter;
    CHECK(monitor::press_playback_key(player, input));
    player.advance(now += 0.02);
  }
  bool shows(std::size_t frame) const { return player.frame() == frame && is_same(player.world(), worlds[frame]); }
};

}  // namespace

TEST_CASE("a recording plays in real time, and stops at its end") {
  Played played;
  CHECK(played.shows(0));
  played.watch(3.01);
  CHECK(played.player.place() == Approx(75).margin(1.01));
  CHECK(played.player.time() == Approx(3.0).margin(0.05));
  CHECK(played.shows(played.player.frame()));
  CHECK(played.player.has_changed());
  CHECK(played.player.status().kind == Kind::running);
  played.watch(20);
  CHECK(played.shows(255));
  CHECK_FALSE(played.player.is_playing());
  CHECK(played.player.status().kind == Kind::over);
  played.player.advance(played.now += 1);
  CHECK_FALSE(played.player.has_changed());
  played.press(' ');
  played.watch(0.5);
  CHECK(played.player.place() == Approx(12.5).margin(1.01));
}

TEST_CASE("each step, forward and back, shows the frame as it was recorded") {
  Played played;
  played.press(' ');
  CHECK(played.player.status().kind == Kind::paused);
  for (std::size_t i = 1; i != played.worlds.size(); ++i) {
    played.press('.');
    REQUIRE(played.shows(i));
  }
  for (std::size_t i = played.worlds.size() - 1; i-- != 0;) {
    played.press(',');
    REQUIRE(played.shows(i));
  }
  played.press(',');
  CHECK(played.shows(0));
}

TEST_CASE("speeds go from 0.1 to 16 times real time") {
  Played played;
  std::vector<double> speeds;
  for (int i = 0; i != 20; ++i) played.player.slower();
  for (int i = 0; i != 9; ++i, played.player.faster()) speeds.push_back(played.player.speed());
  CHECK(speeds == std::vector<double>{0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 16});
  played.watch(0.25);
  CHECK(played.player.time() == Approx(4.0).margin(0.4));
  for (int i = 0; i != 20; ++i) played.player.slower();
  played.player.seek(50);
  played.watch(2.0);
  CHECK(played.player.place() == Approx(55).margin(1.01));
}

TEST_CASE("seeking by seconds uses the time of the recording") {
  Played played;
  played.player.play(false);
  played.player.seek(100);
  played.player.seek_seconds(5);
  CHECK(played.player.place() == Approx(225).margin(0.01));
  played.player.seek_seconds(-2.5);
  CHECK(played.player.place() == Approx(162.5).margin(0.01));
  played.player.seek_seconds(-30);
  CHECK(played.player.place() == 0);
  played.player.seek_seconds(1e9);
  CHECK(played.player.place() == played.player.last_place());
  played.player.seek(-7);
  CHECK(played.player.place() == 0);
  played.player.advance(played.now += 1);
  CHECK(played.shows(0));
}

TEST_CASE("a marked section is repeated") {
  Played played;
  played.player.seek(20);
  played.press('[');
  played.player.seek(40);
  played.press(']');
  played.watch(10);
  CHECK(played.player.place() >= 20);
  CHECK(played.player.place() <= 41);
  CHECK(played.player.is_playing());
}

TEST_CASE("frames and gaps are shown for as long as they lasted") {
  const TemporaryFolder folder;
  recording::Serializer se;
  Room room;
  for (const double time : {0.0, 0.5, 4.0, 4.01, 4.02, 6.0}) se.serializeWorld(time, room.world());
  se.writeToFile(folder / "a.svd");
  Player player(folder / "a.svd");
  double now = 5.0;
  player.advance(now);
  const auto watch = [&](double seconds) {
    for (double left = seconds; left > 1e-9; left -= 0.01) player.advance(now += 0.01);
  };
  watch(3.9);
  CHECK(player.time() == 0.5);
  watch(0.2);
  CHECK(player.time() >= 4.0);
  CHECK(player.time() < 6.0);
  watch(2.0);
  CHECK(player.time() == 6.0);
  CHECK(player.time_of(5) == 6.0);
  CHECK(player.time_of(0) == 0.0);
}

TEST_CASE("after a reset of the server the time starts again, with a mark on the bar") {
  const TemporaryFolder folder;
  recording::Serializer se;
  Room room;
  for (int run = 0; run != 3; ++run)
    for (int i = 0; i != 10; ++i) se.serializeWorld(0.1 * i, room.world());
  se.writeToFile(folder / "a.svd");
  Player player(folder / "a.svd");
  REQUIRE(player.marks().size() == 2);
  CHECK(player.marks()[0].frame == 10);
  CHECK(player.marks()[1].frame == 20);
  CHECK(player.next_mark());
  CHECK(player.place() == 10);
  player.advance(1.0);
  CHECK(player.time() == 0.0);
  CHECK(player.next_mark());
  CHECK_FALSE(player.next_mark());
  player.seek(15);
  CHECK(player.previous_mark());
  CHECK(player.place() == 10);
  CHECK_FALSE(player.previous_mark());
  // Playing continues from one run into the next.
  player.seek(8);
  double now = 1.0;
  for (int i = 0; i != 20; ++i) player.advance(now += 0.02);
  CHECK(player.frame() >= 11);
  CHECK(player.frame() <= 13);
  CHECK(player.is_playing());
}

TEST_CASE("at a damaged place the last world stays visible, with a message") {
  Played played;
  std::string octets = content(played.folder / "a.svd");
  // The third block is damaged.
  std::size_t at = 0;
  for (int i = 0; i != 3; ++i) at = octets.find("BLK1", at + 1);
  octets[at + 60] = static_cast<char>(octets[at + 60] ^ 0x55);
  write_file(played.folder / "b.svd", octets);
  std::vector<std::string> lines;
  Player player(played.folder / "b.svd", [&](const std::string& line) { lines.push_back(line); });
  CHECK(lines.empty());
  player.play(false);
  double now = 1.0;
  for (const std::size_t frame : {49, 50, 60, 74}) {
    player.seek(static_cast<double>(frame));
    player.advance(now += 1);
    CHECK(is_same(player.world(), played.worlds[49]));
    CHECK(player.is_readable() == (frame == 49));
    CHECK((player.status().text == "the recording is damaged here") == (frame != 49));
  }
  player.step(1);
  player.advance(now += 1);
  CHECK(is_same(player.world(), played.worlds[75]));
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == (played.folder / "b.svd").string() +
                        ": frames 51 to 75 are left out, as their block is damaged: its octets cannot be unpacked");
}

TEST_CASE("a recording without a frame cannot be played") {
  const TemporaryFolder folder;
  recording::Serializer().writeToFile(folder / "a.svd");
  CHECK_THROWS_WITH(Player(folder / "a.svd"), (folder / "a.svd").string() + ": nothing has been recorded");
}
