// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "monitor-lite/client/drawn_shape.h"
#include "monitor-lite/client/snapshot.h"
#include "spark/sexp/reader.h"

namespace monitor {

/// Team names to use instead of the stream's; empty: the stream's.
struct TeamNames {
  std::string left;
  std::string right;
};

/// Parses the lines of a monitor stream or log, in order, and holds the state of the match.
///
/// Any bytes may be given. A line other than Init, Info and Die changes nothing, an Info about a pause only
/// `is_paused()`, one about a trainer's drawing only `drawing()`; invalid parts of a line (a position that is not
/// finite, an invalid number) are omitted, the rest counts. `problem()` has the error.
class LineReader {
 public:
  enum class Kind { init, info, pause, drawing, die, unreadable };
  /// Longer lines are skipped.
  static constexpr std::size_t kMaxLineSize = 1024 * 1024;
  static constexpr std::size_t kMaxPlayers = 1000;
  static constexpr std::size_t kMaxBodies = 5000;
  static constexpr std::size_t kMaxAttempts = 1000;
  static constexpr std::size_t kMaxKicks = 1000;  ///< of a frame
  /// Characters that may surround a line without being part of it: servers and systems end lines in several ways.
  static constexpr std::string_view kAround{" \t\r\0", 4};

  explicit LineReader(TeamNames names = {});

  /// `line` without its newline. An Init begins a new match and clears the one before.
  Kind read(std::string_view line);

  const Game& game() const { return game_; }
  const Snapshot& snapshot() const { return snapshot_; }
  /// The error of the last line, for users; empty if there was none.
  const std::string& problem() const { return problem_; }
  /// Whether the clock is stopped; nothing: unknown.
  std::optional<bool> is_paused() const { return is_paused_; }
  /// The drawing of a trainer, after a line that has one.
  const LiveDrawing& drawing() const { return drawing_; }
  /// Whether an Init has been read.
  bool has_game() const { return has_game_; }
  /// Whether the last line, an Info, contained players, and whether it contained markers; otherwise they are those of
  /// the previous line.
  bool has_players() const { return players_begun_; }
  bool has_markers() const { return markers_begun_; }

  /// Called by readers of logs, which store the state at certain lines: resumes from that state.
  void resume_from(const Snapshot& snapshot) { snapshot_ = snapshot; }

 private:
  using Expression = spark::sexp::Expression;

  void read_init(const Expression& line);
  void read_info(const Expression& line);
  void name_teams();
  bool read_pause(const Expression& item);
  void read_item(const Expression& item);
  void read_change_of_sides(const Expression& item);
  void read_attempts(const Expression& item);
  void read_kicks(const Expression& item);
  void read_object(const Expression& item, char kind);
  void read_player(const Expression& item);
  void read_body_item(const Expression& item);
  void read_shape_item(const Expression& item);
  bool read_look(const Expression& item);
  void read_marker(const Expression& item, const char* name);
  bool read_position(const Expression& item, Point& position);
  void read_velocity(const Expression& item, std::optional<Point>& velocity);
  bool read_vector(const Expression& item, std::string_view name, Point& vector);
  bool read_number(const Expression& item, double& number);
  void read_integer(const Expression& item, int& number);
  void complain(std::string_view what, std::string_view where);

  spark::sexp::Reader reader_;
  TeamNames names_;
  Game game_;
  Snapshot snapshot_;
  std::string problem_;
  std::optional<bool> is_paused_;
  LiveDrawing drawing_;
  bool has_game_ = false;
  bool players_begun_ = false;  ///< in this line
  bool markers_begun_ = false;
  std::shared_ptr<BodyShapes> shapes_;  ///< of this line
};

}  // namespace monitor
