// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "monitor-lite/broadcast/footage.h"
#include "monitor-lite/broadcast/shot_picker.h"

namespace monitor {

/// The present output of a broadcast.
struct OnAir {
  enum class Kind { play, replay, card };
  enum class CardKind { none, opening, half_time, full_time, broken_off };
  Kind kind = Kind::play;
  double place = 0.0;                ///< of the footage
  std::string_view camera = "side";  ///< one of kCameraNames
  int shot = 0;                      ///< changes with each cut
  double age = 0.0;                  ///< s since this cut
  bool is_interrupted = false;       ///< the cut leads to a replay, or back from one
  std::optional<Event> replayed;     ///< the goal
  std::optional<Event> lower_third;  ///< a goal to announce
  double lower_third_age = 0.0;      ///< s
  std::optional<Event> attempt;      ///< of the shoot-out, which has just ended
  double attempt_age = 0.0;          ///< s
  CardKind card = CardKind::none;
  double card_age = 0.0;
};

/// Directs the broadcast of one match: chooses cameras, replays goals, and shows cards.
///
/// Plain logic: its only clock is the seconds passed to it, so the same footage gives the same broadcast. Play pauses
/// during replays and most cards, and resumes where it stopped, so nothing is missed. Live footage then sets the speed
/// for catching up. A goal is replayed once, when its celebration is over, from behind the goal and from near the ball.
class Director {
 public:
  static constexpr double kCelebration = 2.8;    ///< s from a goal to its replay; the usual pause after a goal is 3
  static constexpr double kHold = 1.5;           ///< s from half time and full time to the card
  static constexpr double kLowerThird = 6.0;     ///< s
  static constexpr double kAttempt = 3.0;        ///< s for which the outcome of an attempt is shown
  static constexpr double kOpeningCard = 4.0;    ///< s
  static constexpr double kHalfTimeCard = 7.0;   ///< s
  static constexpr double kFullTimeCard = 10.0;  ///< s at least, before the next match
  static constexpr double kKept = 12.0;          ///< s before the present place, kept for replays

  /// Begins a match at its first picture; the footage must outlive the director, or the next `begin`.
  void begin(Footage& footage);
  /// Advances the broadcast by this many seconds.
  void advance(double seconds);
  /// Continues from that place. Replays that were due or running are dropped; those already shown are not repeated,
  /// unless it is the beginning. Goals in between are not replayed.
  void seek(double place);

  const OnAir& on_air() const { return air_; }
  /// The place of play, or where it will resume.
  double place() const { return place_; }
  /// Whether the match is over and its last card has been shown.
  bool is_done() const;
  /// The goals up to the place of play.
  std::vector<Event> goals() const;
  /// The events that play has passed since the last call.
  std::vector<Event> take_events();

 private:
  /// A piece of footage to replay.
  struct Clip {
    Event goal;
    double from, to;
    double speed;
    std::string_view camera;
  };
  using CardKind = OnAir::CardKind;

  void step(double seconds);
  void play(double seconds);
  void replay(double seconds);
  void show_card(double seconds);
  void move_on(double seconds, double pace);
  void pass_moments();
  double limit() const;
  bool waits_for_kick_off() const;
  void due(CardKind card);
  bool open();
  void start_replays();
  void add_clips(std::size_t moment);
  void start_clip();
  void start_card(CardKind card);
  void start_play();
  void cut(OnAir::Kind kind, std::string_view camera, double place);

  Footage* footage_ = nullptr;
  ShotPicker picker_;
  OnAir air_;
  double place_ = 0.0;
  std::size_t next_moment_ = 0;
  std::vector<std::size_t> pending_;  ///< moments of the goals to be replayed
  std::set<std::size_t> replayed_;
  double since_goal_ = 0.0;
  CardKind due_ = CardKind::none;
  double since_due_ = 0.0;
  bool opened_ = false;
  bool over_ = false;  ///< full time was shown
  std::vector<Clip> clips_;
  std::vector<Event> events_;
};

}  // namespace monitor
