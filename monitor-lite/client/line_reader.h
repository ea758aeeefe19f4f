// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "monitor-lite/client/snapshot.h"
#include "spark/sexp/reader.h"

namespace monitor {

/// What teams are to be called whatever a stream says; empty: what it says.
struct TeamNames {
  std::string left;
  std::string right;
};

/// Understands the lines of a monitor stream or log, in their order, and keeps the match as they tell it.
///
/// Any bytes may be given. A line that is none of Init, Info and Die changes nothing; parts of a line that make no
/// sense (a position that is not finite, a number that is none) are left out, the rest counts. `problem()` says what it
/// was.
class LineReader {
 public:
  enum class Kind { init, info, die, unreadable };
  /// Longer lines are not read.
  static constexpr std::size_t kMaxLineSize = 1024 * 1024;
  static constexpr std::size_t kMaxPlayers = 1000;
  /// What may stand around a line and is no part of it: servers and systems end lines in several ways.
  static constexpr std::string_view kAround{" \t\r\0", 4};

  explicit LineReader(TeamNames names = {});

  /// `line` without its newline. An Init begins a new match: nothing of the one before is kept.
  Kind read(std::string_view line);

  const Game& game() const { return game_; }
  const Snapshot& snapshot() const { return snapshot_; }
  /// What was wrong with the last line, for people; empty if nothing was.
  const std::string& problem() const { return problem_; }
  /// Whether an Init has been read.
  bool has_game() const { return has_game_; }
  /// Whether the last line, an Info, has told players, markers; else they are those of the line before.
  bool has_told_players() const { return players_begun_; }
  bool has_told_markers() const { return markers_begun_; }

  /// For readers of logs, which know the state at some line: goes on from there.
  void go_on_from(const Snapshot& snapshot) { snapshot_ = snapshot; }

 private:
  using Expression = spark::sexp::Expression;

  void read_init(const Expression& line);
  void read_info(const Expression& line);
  void name_teams();
  void read_item(const Expression& item);
  void read_object(const Expression& item, char kind);
  void read_player(const Expression& item);
  void read_marker(const Expression& item, const char* name);
  bool read_position(const Expression& item, Point& position);
  bool read_number(const Expression& item, double& number);
  void read_integer(const Expression& item, int& number);
  void complain(std::string_view what, std::string_view where);

  spark::sexp::Reader reader_;
  TeamNames names_;
  Game game_;
  Snapshot snapshot_;
  std::string problem_;
  bool has_game_ = false;
  bool players_begun_ = false;  ///< in this line
  bool markers_begun_ = false;
};

}  // namespace monitor
