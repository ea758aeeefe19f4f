// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "soccer-plugin/play_mode.h"
#include "soccer-plugin/soccer_types.h"
#include "spark/core/clock.h"
#include "spark/monitor/monitor_feed.h"

namespace spark {
class Body;
namespace sexp {
class Writer;
}
}  // namespace spark

namespace soccer {

class AgentState;
class BallStateAspect;
class GameStateAspect;

/// Writes the state of the game for monitors (behaviour 8.4). It remembers what was sent last: names, score, half,
/// sides, shoot-out and play mode are written when they change, markers once. With MonitorSay the line includes the
/// players' messages since the last line, in order of connection, as far as its maximum length allows; with
/// MonitorKicks it includes the kicks since then. In a new episode everything is sent again.
class InfoLine {
 public:
  /// Bytes, including the newline: monitors of 0.5.2 read a line into 4096 bytes, with a NUL at the end.
  static constexpr std::size_t kMaxLineSize = 4095;

  /// With `contents` the length is unlimited: monitors that subscribe can read lines of any length.
  InfoLine(const GameStateAspect& game, const BallStateAspect& ball, const spark::FeedContents& contents = {});

  void append_to(std::string& out);
  /// To be called when a monitor has connected: the next line contains everything again.
  void repeat_all() { sent_ = {}; }
  /// Makes the next line acknowledge that the trainer's commands so far have been carried out.
  void acknowledge() { acknowledge_ = true; }

 private:
  void notice_restart();
  void append_body(spark::sexp::Writer& writer, const spark::Body* body) const;
  void append_team(spark::sexp::Writer& writer, Side side);
  void append_changes(spark::sexp::Writer& writer);
  void append_shoot_out(spark::sexp::Writer& writer);
  void append_kicks(spark::sexp::Writer& writer);
  void append_players(spark::sexp::Writer& writer, const std::string& line);
  void append_markers(spark::sexp::Writer& writer);
  /// Inserts the messages into the finished line, which begins at `start`.
  void insert_messages(std::string& line, std::size_t start);

  /// A player's message, and its place in the line.
  struct Speech {
    const AgentState* player;
    std::size_t place;
  };
  struct Sent {
    PerSide<std::string> name;
    bool markers = false;
    std::optional<int> half;
    PerSide<std::optional<int>> score;
    std::optional<PlayMode> play_mode;
    std::optional<int> sides_changed;
    PerSide<std::optional<int>> shoot_out;
    std::optional<int> shooter, lot;
    std::optional<std::size_t> attempts;
  };
  const GameStateAspect& game_;
  const BallStateAspect& ball_;
  const spark::FeedContents contents_;
  spark::Step begin_;  ///< of the episode
  Sent sent_;
  bool acknowledge_ = false;
  spark::Step last_line_;
  std::size_t kicks_;             ///< kicks of this episode that were sent, or that happened before this object existed
  std::vector<Speech> speeches_;  ///< messages in the line that is being written
};

}  // namespace soccer
