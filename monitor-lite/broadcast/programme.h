// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "monitor-lite/broadcast/channel.h"
#include "monitor-lite/broadcast/director.h"
#include "monitor-lite/broadcast/framing.h"
#include "monitor-lite/client/speech.h"
#include "monitor-lite/view/camera_rig.h"
#include "monitor-lite/view/cards.h"
#include "monitor-lite/view/match_view.h"

namespace monitor {

/// A broadcast as seen by viewers: match after match, as shown by a director, with replay tags, lower thirds and cards.
/// Needs a current OpenGL context.
class Programme {
 public:
  Programme(Channel& channel, const Palette& palette);

  /// `now`: seconds of a steady clock.
  void advance(double now);
  /// While a log is paused, only input is read.
  void pause(bool paused) { paused_ = paused; }
  bool is_paused() const { return paused_; }
  /// Moves back or forward by this many seconds of the match.
  void seek_by(double seconds);
  void seek_to_begin();
  /// The painter remains open for more; `end_picture` completes the picture.
  void draw(int width, int height);
  void end_picture() { painter_.end(); }

  /// The last card of the last match has been shown, and no other match will come.
  bool is_over() const;
  const Director& director() const { return director_; }
  /// The events shown since the last call.
  std::vector<Event> take_events() { return director_.take_events(); }
  /// "foo 2 : 1 bar", for the present output; empty while there is none.
  std::string title() const;
  Painter& painter() { return painter_; }

 private:
  void begin_match();
  void draw_overlay(const Screen& screen, const Snapshot& shown);
  void draw_shooter(const Screen& screen, const Snapshot& shown) const;
  Card card() const;
  Status status() const;

  Channel& channel_;
  Palette palette_;
  Font font_;
  Painter painter_{font_};
  MatchView view_;
  CameraRig cameras_;
  Framing framing_;
  Director director_;
  Footage* footage_ = nullptr;  ///< the footage of the director
  Speech speech_;
  std::optional<double> last_;
  double aired_ = 0.0;   ///< s
  double passed_ = 0.0;  ///< s since the last picture
  int shot_ = -1;        ///< of the last picture
  bool paused_ = false;
  Snapshot now_;  ///< the match at the place of play, which a replay does not change
};

}  // namespace monitor
