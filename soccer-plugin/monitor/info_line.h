// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "soccer-plugin/play_mode.h"
#include "soccer-plugin/soccer_types.h"
#include "spark/core/clock.h"

namespace spark::sexp {
class Writer;
}

namespace soccer {

class AgentState;
class BallStateAspect;
class GameStateAspect;

/// Writes the state of the game as monitors see it (behaviour 8.4). Remembers what it has sent already: names, score,
/// half and play mode appear when they change, markers once. With MonitorSay it includes the players' messages since
/// the last line, in order of connection, as far as the line's length allows.
class InfoLine {
 public:
  /// Bytes, with the newline that follows: monitors of 0.5.2 read lines into 4096 bytes with a NUL at the end.
  static constexpr std::size_t kMaxLineSize = 4095;

  InfoLine(const GameStateAspect& game, const BallStateAspect& ball) : game_(game), ball_(ball) {}

  void append_to(std::string& out);
  /// A new monitor has connected: the next line contains everything again.
  void repeat_all() { sent_ = {}; }
  /// Another episode begins: nothing has been sent, nobody has spoken.
  void restart();
  /// The next line acknowledges to the trainer that its commands up to here have been carried out.
  void acknowledge() { acknowledge_ = true; }

 private:
  void append_team(spark::sexp::Writer& writer, Side side);
  void append_changes(spark::sexp::Writer& writer);
  void append_players(spark::sexp::Writer& writer, const std::string& line);
  void append_markers(spark::sexp::Writer& writer);
  /// Puts the messages into the finished line, which begins at `start`.
  void insert_messages(std::string& line, std::size_t start);

  /// A player's message, and where in the line it belongs.
  struct Speech {
    const AgentState* player;
    std::size_t place;
  };
  struct Sent {
    PerSide<bool> name;
    bool markers = false;
    std::optional<int> half;
    PerSide<std::optional<int>> score;
    std::optional<PlayMode> play_mode;
  };
  const GameStateAspect& game_;
  const BallStateAspect& ball_;
  Sent sent_;
  bool acknowledge_ = false;
  spark::Step last_line_ = 0;
  std::vector<Speech> speeches_;  ///< of the line that is being written
};

}  // namespace soccer
