// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "agent-sample/lib/geometry.h"
#include "agent-sample/lib/world.h"

namespace rcss3d::agent {

/// Debug drawings of an agent: lines, circles and words on the field, by layer ("ball", "pass", "place"), for one
/// cycle. An agent on pipes sends them to the server as a message of their own (`kLetter`), in the same cycle; the
/// server writes it to `agentN-draw.log`, and the monitor draws it over a replay (docs/write/agents.md). It is not an
/// act and changes nothing in the match. Own frame, m.
///
/// One cycle: `begin`, drawing calls, then `text` is sent. Nothing is stored unless drawing is switched on, so the
/// calls may stay in the code; if the words are expensive to make, check `on` first. Numbers that are not finite are
/// omitted, and so is everything beyond `kMaxText`, which the server would refuse.
class Drawing {
 public:
  static constexpr char kLetter = 'V';
  static constexpr std::size_t kMaxText = 16 * 1024;

  void switch_on(bool on) { on_ = on; }
  bool on() const { return on_; }

  /// Begins another cycle: the agent and the time of the game. Drops the previous drawing.
  void begin(const World& world);

  void line(std::string_view layer, Vector from, Vector to);
  void circle(std::string_view layer, Vector centre, double radius);
  /// Quotes, backslashes and control characters are replaced.
  void words(std::string_view layer, Vector at, std::string_view text);

  /// The text of this cycle; empty if nothing was drawn.
  std::string_view text() const { return text_.size() > head_ ? std::string_view(text_) : std::string_view(); }

 private:
  void open(std::string_view kind, std::string_view layer);
  bool number(double value);
  void close(std::size_t begin, bool good);

  bool on_ = false;
  std::string text_;
  std::size_t head_ = 0;  ///< length of the text of `begin`
};

}  // namespace rcss3d::agent
