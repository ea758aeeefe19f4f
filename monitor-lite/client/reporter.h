// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "monitor-lite/client/report.h"

namespace monitor {

/// Computes the report of a match: add its frames in order. For matches with a game only.
class Reporter {
 public:
  void add(const Game& game, const Snapshot& snapshot);
  /// The report up to the last frame.
  Report report() const;
  /// The passes of that report; those completed in the last frame are at the end.
  const std::vector<Report::Pass>& passes() const { return report_.passes; }

 private:
  using Person = TouchFinder::Person;
  struct Running {
    Report::PlayerLine line;
    double x = 0.0, y = 0.0;  ///< sums for the mean place
    int frames = 0;
    double x_in_play = 0.0;
    int frames_in_play = 0;
    Point last;  ///< in the last sample
    bool is_known = false;
    bool is_settling = false;  ///< he was moved, and has been falling or sliding since
    double moved_at = 0.0;
    double last_speed = 0.0;
    std::optional<double> shot_at;  ///< the moment of his last shot
    bool was_on_target = false;
    int shown_kicks = 0;
  };
  /// A ball in flight.
  struct Flight {
    Person by;
    Point from;
    double time = 0.0;
    double moment = 0.0;
    double speed = 0.0, direction = 0.0;  ///< as in `Report::Kick`
    bool is_touched = false;              ///< the frame in which it was kicked shows another toucher
    bool is_shot = false, is_on_target = false;
  };

  void take(const Game& game, const Snapshot& now);
  void add_event(Event event);
  void add_goal(const Event& event);
  void add_mode(const Snapshot& now, double seconds);
  Report::ModeLine& mode_line(const Snapshot& now);
  void count_mode(const Snapshot& now);
  void add_players(const Snapshot& now, double seconds);
  void add_sample(const Snapshot& now);
  void add_way(Running& runner, const Point& position, bool is_running);
  void add_ball(const Snapshot& now, bool is_dense);
  void add_places(const Snapshot& now, double seconds);
  void add_touch(const Snapshot& now);
  void take_shown_kicks();
  void follow_kick(const Snapshot& now);
  void find_kick(const Snapshot& now, const Point& velocity);
  bool has_kicked(const Person& who) const;
  bool could_kick(const Person& who) const;
  std::optional<Person> kicker() const;
  bool was_placed(const Snapshot& now, const Point& velocity) const;
  void drop_flight();
  void measure_kick(const Point& velocity);
  void judge_shot(const Snapshot& now, const Point& velocity);
  void count_shot(const Person& by, bool is_new, bool is_on_target);
  void add_shot_of_goal(const Person& scorer);
  void end_flight(const Point& where);
  void heat(std::size_t which, const Point& at, double seconds);
  Running& person(const Person& who) { return people_[{static_cast<int>(who.side), who.number}]; }

  Report report_;
  EventFinder finder_;
  std::map<std::pair<int, int>, Running> people_;
  Snapshot last_;
  bool begun_ = false;
  double dense_ = 0.0, far_apart_ = 0.0;  ///< s of the clock in frames close enough together, and in others
  bool playing_ = false;                  ///< the ball was in play between the last frame and this one
  // Bodies are evaluated in samples: frames about the usual interval apart, or more.
  Snapshot sample_;
  TouchFinder touches_;           ///< of samples
  double moment_ = 0.0;           ///< of the last sample, s since the first frame, on the clock of the bodies
  double since_sample_ = 0.0;     ///< s, likewise
  double passed_ = 0.0;           ///< s of the game's clock since then
  int mode_before_ = -1;          ///< the play mode before that of the last sample
  double mode_since_ = 0.0;       ///< the moment of the first sample with its mode
  std::vector<ShownKick> kicks_;  ///< in play, since the last sample
  std::optional<Flight> flight_;
  Point velocity_;           ///< of the ball up to the last sample
  bool is_kicking_ = false;  ///< the ball also accelerated in the last sample, so it is the same kick
};

/// The report of a log, plain or compressed, or of the one in a log folder: of the whole log, however long, because
/// only the figures are in memory. Unreadable lines are omitted and reported in `problem`. Throws `std::runtime_error`
/// with one line if it cannot be read at all, has no frames, or has none of a game.
Report report_of_log(const std::filesystem::path& place, std::string& problem);

}  // namespace monitor
