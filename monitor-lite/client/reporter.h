// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "monitor-lite/client/report.h"

namespace monitor {

/// Makes the report of a match: add its frames in order. For matches with a game only.
class Reporter {
 public:
  void add(const Game& game, const Snapshot& snapshot);
  /// Up to the frame added last.
  Report report() const;
  /// The passes of that report; those that arrived with the frame added last are at the end.
  const std::vector<Report::Pass>& passes() const { return report_.passes; }

 private:
  using Person = TouchFinder::Person;
  const TouchFinder& touches() const { return finder_.touches(); }
  struct Running {
    Report::PlayerLine line;
    double x = 0.0, y = 0.0;  ///< sums for the mean place
    int frames = 0;
    double x_in_play = 0.0;
    int frames_in_play = 0;
    Point last;
    bool is_settling = false;  ///< he was moved, and falls or slides since
    double moved_at = 0.0;
    double last_speed = 0.0;
  };
  /// A ball on its way.
  struct Flight {
    Person by;
    Point from;
    double time = 0.0;
    double speed = 0.0, direction = 0.0;  ///< as in `Report::Kick`
  };

  void take(const Game& game, const Snapshot& now);
  void add_event(Event event);
  void add_goal(const Event& event);
  void add_mode(const Snapshot& now, double seconds);
  void add_players(const Snapshot& now, double seconds);
  void add_way(Running& runner, const Point& position, double time, double seconds);
  void add_ball(const Snapshot& now, double seconds);
  void add_touch(const Snapshot& now);
  void find_kick(const Snapshot& now, double seconds);
  bool could_kick(const Person& who, double seconds) const;
  std::optional<Person> kicker(double seconds) const;
  void measure_kick(const Snapshot& now, double speed);
  void judge_shot(const Snapshot& now, double seconds);
  void end_flight(const Point& where);
  void heat(std::size_t which, const Point& at, double seconds);
  Running& person(const Person& who) { return people_[{static_cast<int>(who.side), who.number}]; }

  Report report_;
  EventFinder finder_;
  std::map<std::pair<int, int>, Running> people_;
  Snapshot last_;
  bool begun_ = false;
  double last_seconds_ = 0.0;
  double interval_ = 0.15;  ///< between frames while the clock runs, s
  bool steady_ = false;     ///< time went on as between the two frames before
  bool playing_ = false;    ///< between the last frame and this one the ball was in play
  std::optional<Flight> flight_;
  double last_speed_ = 0.0;  ///< of the ball
  bool is_kicking_ = false;  ///< the ball got faster in the last frame, too: the same kick
  bool has_shot_ = false;    ///< this kick has been judged to be a shot
};

/// The report of a log, plain or compressed, or of the one in a log folder: of all of it, however long it is, since
/// only the numbers stay in memory. Whatever lines cannot be read are left out, and `problem` says so. Throws
/// `std::runtime_error` with one line if it cannot be read at all, has no frames, or has none of a game.
Report report_of_log(const std::filesystem::path& place, std::string& problem);

}  // namespace monitor
