// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "soccer-plugin/soccer_types.h"

namespace spark::sexp {
class Writer;
}

namespace soccer {

class BallStateAspect;
class GameStateAspect;

/// Writes the state of the game as monitors see it (behaviour 8.4). Remembers what it has told already: names, score,
/// half and play mode appear when they change, markers once.
class InfoLine {
 public:
  InfoLine(const GameStateAspect& game, const BallStateAspect& ball) : game_(game), ball_(ball) {}

  void append_to(std::string& out);
  /// Somebody new is listening: the next line tells everything again.
  void repeat_all() { sent_ = {}; }
  /// The next line tells the trainer that its commands up to here have been carried out.
  void acknowledge() { acknowledge_ = true; }

 private:
  void append_team(spark::sexp::Writer& writer, Side side);
  void append_changes(spark::sexp::Writer& writer);
  void append_players(spark::sexp::Writer& writer) const;
  void append_markers(spark::sexp::Writer& writer);

  struct Sent {
    bool left_name = false;
    bool right_name = false;
    bool markers = false;
    std::optional<int> half;
    std::optional<int> score_left;
    std::optional<int> score_right;
    std::optional<PlayMode> play_mode;
  };
  const GameStateAspect& game_;
  const BallStateAspect& ball_;
  Sent sent_;
  bool acknowledge_ = false;
};

}  // namespace soccer
