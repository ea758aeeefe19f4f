// SPDX-License-Identifier: Apache-2.0
// The shots that a director chooses, with footage and clock of the test.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "tests/monitor-lite/broadcast/fake_footage.h"

using namespace monitor;
using Kind = OnAir::Kind;
using CardKind = OnAir::CardKind;

namespace {

/// Watches a broadcast picture by picture.
struct Viewing {
  static constexpr double kPicture = 0.04;  // s

  explicit Viewing(FakeFootage& shown) : footage(shown) { director.begin(shown); }

  /// The shots in order: kind, beginning and duration.
  struct Shot {
    Kind kind;
    std::string camera;
    CardKind card;
    double began;  ///< s of the broadcast
    double from, to;
    double goal;  ///< time of the replayed one, -1: none
  };
  void watch(double seconds) {
    for (double left = seconds; left > kPicture / 2; left -= kPicture) {
      director.advance(kPicture);
      now += kPicture;
      const OnAir& air = director.on_air();
      if (shots.empty() || number != air.shot)
        shots.push_back({air.kind, std::string(air.camera), air.card, now, air.place, air.place,
                         air.replayed ? air.replayed->time : -1.0});
      number = air.shot;
      shots.back().to = air.place;
    }
  }
  std::vector<Shot> of(Kind kind) const {
    std::vector<Shot> found;
    for (const Shot& shot : shots)
      if (shot.kind == kind) found.push_back(shot);
    return found;
  }
  std::vector<CardKind> cards() const {
    std::vector<CardKind> found;
    for (const Shot& shot : of(Kind::card)) found.push_back(shot.card);
    return found;
  }
  int replays_of(double goal) const {
    int count = 0;
    for (const Shot& shot : of(Kind::replay)) count += shot.goal == goal ? 1 : 0;
    return count;
  }

  FakeFootage& footage;
  Director director;
  std::vector<Shot> shots;
  int number = -1;
  double now = 0.0;
};

}  // namespace

TEST_CASE("a shoot-out attempt is shown for some seconds, without a replay and not as a goal of the match") {
  FakeFootage footage;
  footage.add(20.0, Event::Kind::attempt, Side::right);
  footage.moments_.back().event.scored = true;
  Viewing viewing(footage);
  viewing.watch(21.0);
  REQUIRE(viewing.director.on_air().attempt);
  CHECK(viewing.director.on_air().attempt->side == Side::right);
  CHECK(viewing.director.on_air().attempt->scored);
  viewing.watch(Director::kAttempt);
  CHECK_FALSE(viewing.director.on_air().attempt);
  CHECK_FALSE(viewing.director.on_air().lower_third);
  CHECK(viewing.of(Kind::replay).empty());
  CHECK(viewing.director.goals().empty());
  CHECK(viewing.director.place() == Approx(24.0).margin(0.1));
}

TEST_CASE("a goal is followed by its celebration and two slow-motion replays, then play resumes where it stopped") {
  FakeFootage footage;
  footage.goal(20.0, Side::left);
  footage.balls = {{18.0, 45.0}};
  Viewing viewing(footage);
  viewing.watch(21.0);
  REQUIRE(viewing.director.on_air().lower_third);
  CHECK(viewing.director.on_air().lower_third->side == Side::left);
  CHECK(viewing.director.on_air().kind == Kind::play);
  viewing.watch(24.0);
  const auto replays = viewing.of(Kind::replay);
  REQUIRE(replays.size() == 2);
  CHECK(replays[0].camera == "right");  // from behind the goal that it went into
  CHECK(replays[1].camera == "ball");
  CHECK(replays[0].began == Approx(20.0 + Director::kCelebration).margin(0.2));
  for (const auto& replay : replays) {
    CHECK(replay.goal == 20.0);
    CHECK(replay.from < 18.6);
    CHECK(replay.to == Approx(20.7).margin(0.1));
  }
  // In slow motion.
  CHECK(replays[1].began - replays[0].began > 1.5 * (replays[0].to - replays[0].from));
  const auto plays = viewing.of(Kind::play);
  REQUIRE(plays.size() >= 2);
  CHECK(plays.back().from < plays.back().to);
  const auto after = std::find_if(viewing.shots.begin(), viewing.shots.end(),
                                  [&](const auto& shot) { return shot.kind == Kind::play && shot.began > 22.9; });
  REQUIRE(after != viewing.shots.end());
  CHECK(after->from == Approx(20.0 + Director::kCelebration).margin(0.2));
  CHECK_FALSE(viewing.director.on_air().lower_third);
}

TEST_CASE("the broadcast is the same for pictures a hundredth, a quarter or a whole second apart") {
  std::vector<std::vector<std::string>> seen;
  for (const double picture : {0.01, 0.25, 1.0}) {
    FakeFootage footage;
    footage.goal(20.0, Side::right);
    footage.add(40.0, Event::Kind::game_over);
    Director director;
    director.begin(footage);
    std::vector<std::string> shots;
    for (int i = 1; i <= 90; ++i) {
      for (int part = 0; part < static_cast<int>(1.0 / picture + 0.5); ++part) director.advance(picture);
      const OnAir& air = director.on_air();
      std::string shot = fmt::format("{} {} {}", static_cast<int>(air.kind), air.camera, static_cast<int>(air.card));
      if (shots.empty() || shots.back() != shot) shots.push_back(std::move(shot));
    }
    seen.push_back(shots);
    CHECK(director.place() == Approx(78.0).margin(1.5));
  }
  CHECK(seen[0].size() == 6);
  CHECK(seen[0] == seen[1]);
  CHECK(seen[1] == seen[2]);
}

TEST_CASE("each of two goals within seconds is replayed twice, without showing the other goal") {
  FakeFootage footage;
  const double second = GENERATE(20.9, 22.0, 24.0);
  CAPTURE(second);
  footage.goal(20.0, Side::left);
  footage.goal(second, Side::right);
  footage.balls = {{18.0, 45.0}, {20.3, -45.0}};
  Viewing viewing(footage);
  viewing.watch(80.0);
  CHECK(viewing.replays_of(20.0) == 2);
  CHECK(viewing.replays_of(second) == 2);
  CHECK(viewing.of(Kind::replay).size() == 4);
  for (const auto& replay : viewing.of(Kind::replay)) {
    if (replay.goal == 20.0) CHECK(replay.to < second);
    if (replay.goal == second) CHECK(replay.from >= 20.0);
  }
}

TEST_CASE("a goal shortly before full time is replayed before the card, which nothing follows") {
  FakeFootage footage(60.0);
  const double over = GENERATE(50.1, 52.0, 54.0);
  CAPTURE(over);
  footage.goal(50.0, Side::left);
  footage.add(over, Event::Kind::game_over);
  Viewing viewing(footage);
  viewing.watch(120.0);
  CHECK(viewing.replays_of(50.0) == 2);
  CHECK(viewing.cards() == std::vector{CardKind::full_time});
  CHECK(viewing.shots.back().kind == Kind::card);
  CHECK(viewing.of(Kind::replay).back().began < viewing.of(Kind::card).front().began);
  CHECK_FALSE(viewing.director.on_air().lower_third);
  CHECK(viewing.director.is_done());
  CHECK(viewing.director.goals().size() == 1);
}

TEST_CASE("half time shows a card, and the kick-off is shown after the card") {
  FakeFootage footage;
  footage.add(30.0, Event::Kind::half);
  footage.add(32.0, Event::Kind::kick_off, Side::left);
  Viewing viewing(footage);
  viewing.watch(31.0 + Director::kHold);
  CHECK(viewing.director.on_air().kind == Kind::card);
  CHECK(viewing.director.on_air().card == CardKind::half_time);
  viewing.watch(Director::kHalfTimeCard - 1.5);
  CHECK(viewing.director.on_air().kind == Kind::card);
  CHECK(viewing.director.place() < 32.0);
  viewing.watch(1.0);
  CHECK(viewing.director.on_air().kind == Kind::play);
  CHECK(viewing.cards().size() == 1);
  viewing.watch(5.0);
  CHECK(viewing.director.place() > 32.0);
}

TEST_CASE("the card of half time waits until a running replay has ended") {
  FakeFootage footage(100.0, false);
  footage.goal(20.0, Side::left);
  Viewing viewing(footage);
  viewing.watch(25.0);
  REQUIRE(viewing.director.on_air().kind == Kind::replay);
  footage.add(23.5, Event::Kind::half);  // comes now
  viewing.watch(30.0);
  CHECK(viewing.replays_of(20.0) == 2);
  CHECK(viewing.cards() == std::vector{CardKind::half_time});
  CHECK(viewing.of(Kind::replay).back().began < viewing.of(Kind::card).front().began);
}

TEST_CASE("seeking replays neither goals that were shown before nor goals that were skipped") {
  FakeFootage footage;
  footage.goal(20.0, Side::left);
  footage.goal(50.0, Side::right);
  Viewing viewing(footage);
  viewing.watch(45.0);
  REQUIRE(viewing.replays_of(20.0) == 2);
  viewing.director.seek(10.0);
  viewing.watch(15.0);
  CHECK(viewing.replays_of(20.0) == 2);
  viewing.director.seek(60.0);
  viewing.watch(10.0);
  CHECK(viewing.replays_of(50.0) == 0);
  viewing.director.seek(45.0);
  viewing.watch(9.0);
  REQUIRE(viewing.director.on_air().kind == Kind::replay);
  viewing.director.seek(48.0);  // in the middle of it
  CHECK(viewing.director.on_air().kind == Kind::play);
  viewing.watch(15.0);
  CHECK(viewing.replays_of(50.0) == 1);
  viewing.director.seek(0.0);  // anew
  viewing.watch(45.0);
  CHECK(viewing.replays_of(20.0) == 4);
}

TEST_CASE("seeking to the end shows the full-time card, and seeking back removes it") {
  FakeFootage footage(60.0);
  footage.add(55.0, Event::Kind::game_over);
  Viewing viewing(footage);
  viewing.director.seek(1e9);
  viewing.watch(20.0);
  CHECK(viewing.director.on_air().card == CardKind::full_time);
  CHECK(viewing.director.is_done());
  viewing.director.seek(30.0);
  CHECK_FALSE(viewing.director.is_done());
  CHECK(viewing.director.on_air().kind == Kind::play);
}

TEST_CASE("footage that ends before full time ends with the card for a match that broke off") {
  FakeFootage footage(30.0);
  footage.goal(29.0, Side::right);
  Viewing viewing(footage);
  viewing.watch(70.0);
  CHECK(viewing.replays_of(29.0) == 2);
  CHECK(viewing.cards() == std::vector{CardKind::broken_off});
  CHECK(viewing.director.is_done());
}

TEST_CASE("a live broadcast stops when the connection is lost, and continues without a card") {
  FakeFootage footage(30.0, false);
  Viewing viewing(footage);
  viewing.watch(60.0);
  CHECK(viewing.director.place() == 30.0);
  CHECK(viewing.director.on_air().kind == Kind::play);
  footage.last = 50.0;
  viewing.watch(10.0);
  CHECK(viewing.director.place() == Approx(40.0).margin(0.1));
  footage.is_whole = true;  // another match has begun
  viewing.watch(40.0);
  CHECK(viewing.cards() == std::vector{CardKind::broken_off});
}

TEST_CASE("a live broadcast catches up after replays, and keeps the footage that they need") {
  FakeFootage footage(1000.0, false);
  footage.goal(100.0, Side::left);
  footage.speed = 1.5;
  Viewing viewing(footage);
  viewing.watch(70.0);  // at 1.5: the goal has been seen
  REQUIRE(viewing.director.on_air().kind == Kind::replay);
  CHECK(footage.forgotten < 97.0);
  CHECK(viewing.replays_of(100.0) >= 1);
  viewing.watch(30.0);
  CHECK(viewing.replays_of(100.0) == 2);
  CHECK(footage.forgotten > 95.0);
}

TEST_CASE("a live broadcast does not wait for footage that the buffer has dropped") {
  FakeFootage footage(1000.0, false);
  footage.goal(30.0, Side::left);
  Viewing viewing(footage);
  viewing.watch(10.0);
  footage.first = 500.0;
  viewing.watch(15.0);
  CHECK(viewing.director.place() > 500.0);
  CHECK(viewing.of(Kind::replay).empty());
}

TEST_CASE("before kick-off a card shows the teams once their names are known") {
  FakeFootage footage;
  footage.usual.play_mode = 0;
  footage.modes = {{2.0, 1}, {4.0, 3}};
  footage.add(2.0, Event::Kind::kick_off, Side::left);
  Viewing viewing(footage);
  viewing.watch(Director::kOpeningCard - 0.2);
  CHECK(viewing.director.on_air().card == CardKind::opening);
  CHECK(viewing.director.place() < 2.0);
  viewing.watch(20.0);
  CHECK(viewing.cards() == std::vector{CardKind::opening});
  FakeFootage nameless;
  nameless.usual.play_mode = 0;
  nameless.usual.team_right.clear();
  Viewing other(nameless);
  other.watch(20.0);
  CHECK(other.cards().empty());
}

TEST_CASE("no shot is shorter than the minimum, and cuts do not go back and forth") {
  FakeFootage footage(600.0);
  // A ball that flies from one end to the other every second.
  for (int i = 0; i < 600; ++i) footage.balls.emplace_back(i, i % 2 ? 48.0 : -2.0);
  Viewing viewing(footage);
  viewing.watch(590.0);
  REQUIRE(viewing.shots.size() > 5);
  CHECK(viewing.shots.size() < 120);
  for (std::size_t i = 1; i + 1 < viewing.shots.size(); ++i) {
    const double length = viewing.shots[i + 1].began - viewing.shots[i].began;
    CHECK(length >= ShotPicker::kMinLength - 0.1);
    if (viewing.shots[i + 1].camera == viewing.shots[i - 1].camera) CHECK(length >= ShotPicker::kReturn - 0.1);
  }
}

TEST_CASE("the camera goes close near a goal, behind the goal at a corner, and later back to the field") {
  FakeFootage footage(200.0);
  footage.balls = {{10.0, 45.0}, {40.0, 0.0}, {60.0, -50.0}};
  footage.modes = {{60.0, 7}, {75.0, 3}};
  Viewing viewing(footage);
  viewing.watch(9.9);
  CHECK(viewing.director.on_air().camera == "side");
  viewing.watch(1.1);
  CHECK(viewing.director.on_air().camera == "ball");
  CHECK(viewing.shots.back().began == Approx(10.0 + ShotPicker::kSure).margin(0.2));
  viewing.watch(30.0);
  CHECK(viewing.director.on_air().camera == "side");
  viewing.watch(25.0);
  CHECK(viewing.director.on_air().camera == "left");
}

TEST_CASE("empty and impossible footage does no harm") {
  FakeFootage empty(0.0, false);
  Viewing viewing(empty);
  viewing.watch(5.0);
  viewing.director.seek(1e300);
  viewing.director.seek(-1e300);
  viewing.director.advance(-1.0);
  viewing.director.advance(0.0);
  FakeFootage odd(20.0);
  odd.of.field_length = 1e-3;
  odd.usual.ball = {1e6, -1e6, 1e6};
  for (int i = 0; i < 200; ++i) odd.goal(10.0, i % 2 ? Side::left : Side::none);
  Viewing busy(odd);
  busy.watch(30.0);
  CHECK(busy.director.on_air().kind != Kind::card);
  Director idle;
  idle.advance(1.0);
  idle.seek(3.0);
  CHECK_FALSE(idle.is_done());
  CHECK(idle.goals().empty());
}
