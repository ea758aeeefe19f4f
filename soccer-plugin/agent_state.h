// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "soccer-plugin/camera_range.h"
#include "soccer-plugin/object_state.h"
#include "soccer-plugin/soccer_types.h"
#include "spark/core/clock.h"
#include "spark/core/held.h"
#include "spark/scene/noted.h"

namespace spark {
class AgentAspect;
class Body;
}  // namespace spark

namespace soccer {

/// A message for a listener. The memory of the text is reused from message to message.
struct HeardMessage {
  bool due = false;  ///< is delivered with the listener's next sensation
  double direction =
      0.0;  ///< degrees to the speaker, listener's own frame (behaviour 4.5); of no meaning for own messages
  std::string text;
};

/// One ear: messages of one team (behaviour 4.5). A message costs HearDecay of the capacity HearMax, and each
/// sensation restores HearInc, so usually at most every second sensation carries a message.
struct HearSlot {
  double spent = 0.0;  ///< of the capacity
  HeardMessage message;
};

/// The state of one created player: plain data that effectors, referee and trainer change and perceptors and monitor
/// read.
class AgentState : public ObjectState, public spark::Noted {
 public:
  static constexpr std::string_view kShirt = "shirt";
  Side side = Side::none;
  int unum = 0;              ///< 1 … 11 after a successful init
  std::string team_name;     ///< checked: an atom of at most 64 characters
  std::string refusal;       ///< why its last init was refused, for people; empty if it was not
  bool refusal_due = false;  ///< set by a refused init; the next GameState percept then says why
  static constexpr double kFull = 100.0;
  double battery = kFull;  ///< percent
  double pan_deg = 0.0;    ///< camera, own frame; only with restricted vision
  double tilt_deg = 0.0;
  CameraRange pan_range{-90, 90};  ///< class defaults; scene files widen pan and narrow tilt (behaviour 1.7)
  CameraRange tilt_range{-20, 20};
  bool has_camera = false;      ///< set by the restricted vision perceptor when it is linked
  bool looks_back = false;      ///< a robot of several bodies that has been turned to look to the left goal
  bool game_block_due = false;  ///< set by a successful init; the next GameState percept then carries the constants
  HeardMessage own_message;
  spark::Step spoke_at = -1;  ///< when `own_message` was said; -1: never
  HearSlot team_mates;
  HearSlot opponents;

  spark::AgentAspect& agent() const { return *agent_; }
  /// The body that stands for all bodies of the player (`spark::main_body`): where it is, the player is.
  spark::Body& body() const { return *body_; }
  /// As of the last completed step.
  const spark::Pose& pose() const { return followed().world_pose(); }
  /// Chooses the body, once. Scene files set the masses of bodies last, so this is to be called when the player is
  /// complete.
  void settle();

  /// Paints the drawing nodes called `shirt` in the colour of the side. Robots may have other nodes, with colours of
  /// their own.
  void paint();
  /// Plays for the other side from now on, with the same team and number.
  void change_side();

  /// Gives the player what it starts with: a full battery, a camera that looks ahead, ears that have heard nothing.
  void restart() override;
  /// Team and number. A player without team has neither kind nor team: `( (id 0) (pol …))` (behaviour 4.1).
  void write_identity(spark::PerceptWriter& writer, const AgentState& viewer) const override;

  /// Side and number ("player left 11"), once it has joined a team.
  void add_notes(std::vector<std::string>& notes) const override;

 protected:
  /// Throws `Misplaced` unless an agent is above that has a Body below it.
  void linked() override;

 private:
  spark::AgentAspect* agent_ = nullptr;
  spark::Held<spark::Body> body_{*this};
  bool settled_ = false;
};

/// The state of the player that `part` (an effector or perceptor) belongs to. Throws `Misplaced` if its
/// agent has none (yet).
AgentState& player_of(const spark::Leaf& part);

}  // namespace soccer
