// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "agent-sample/lib/ball_motion.h"
#include "agent-sample/lib/geometry.h"

namespace rcss3d::agent {

/// An agent's answer to one sensation, as text for the server. Numbers are clamped to the server's ranges, and omitted
/// if they are not finite.
///
/// An agent on pipes can also act between two sensations: it requests to be woken (`R`) and then sends a part of its
/// answer (`T`). `after(k)` selects k = 0 … 19 steps of 0.01 s for the following commands; 0 is the moment of `World`.
/// The server ignores a kick if the ball is out of range, so kicks at several steps do no harm. On TCP only the
/// commands for step 0 are sent.
class Acts {
 public:
  static constexpr int kSteps = 20;

  void clear();
  Acts& after(int steps);

  Acts& drive(Vector command);                 ///< share of the full force along each axis, at most 1 in length
  Acts& kick(double elevation, double power);  ///< degrees 0 to 50, power 1 to 100
  Acts& catch_ball();                          ///< number 1 only, in its own penalty area
  Acts& beam(Vector place);                    ///< before the kick-off only, own half
  Acts& say(std::string_view text);            ///< printable ASCII without blanks, brackets and quotes
  Acts& turn_camera(double pan, double tilt);  ///< degrees, at most 90 and 10, relative

  /// The commands for that many steps later; empty if there are none.
  std::string_view text(int steps) const { return at(steps).text; }

  /// The last drive command and the last kick that many steps later, for the model of the agent's own motion.
  const std::optional<Vector>& drive_at(int steps) const { return at(steps).drive; }
  const std::optional<KickCommand>& kick_at(int steps) const { return at(steps).kick; }
  double pan_at(int steps) const { return at(steps).pan; }  ///< degrees, all turns of the camera together
  /// The drive command of step 0; {0, 0} if there is none.
  bool drives() const { return at(0).drive.has_value(); }
  Vector driven() const { return at(0).drive.value_or(Vector{}); }

 private:
  struct Step {
    std::string text;
    std::optional<Vector> drive;
    std::optional<KickCommand> kick;
    double pan = 0;
  };

  const Step& at(int steps) const { return steps_[static_cast<std::size_t>(steps)]; }
  Step& now() { return steps_[static_cast<std::size_t>(after_)]; }

  std::array<Step, kSteps> steps_;
  int after_ = 0;
};

}  // namespace rcss3d::agent
