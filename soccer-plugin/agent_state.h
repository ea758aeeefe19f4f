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
  bool due = false;  ///< delivered with the listener's next sensation
  double direction =
      0.0;  ///< degrees to the speaker, listener's own frame (behaviour 4.5); meaningless for own messages
  std::string text;
};

/// One ear, which hears the messages of one team (behaviour 4.5). A message uses HearDecay of the capacity HearMax, and
/// each sensation restores HearInc, so with the usual settings at most every second sensation carries a message.
struct HearSlot {
  double spent = 0.0;  ///< part of the capacity
  HeardMessage message;
};

/// The state of one created player: plain data that effectors, referee and trainer change and perceptors and monitor
/// read.
class AgentState : public ObjectState, public spark::Noted {
 public:
  static constexpr std::string_view kShirt = "shirt";
  Side side = Side::none;
  int unum = 0;              ///< 1 … 11 after a successful init
  std::string team_name;     ///< validated: an atom of at most 64 characters
  std::string refusal;       ///< why its last init was refused, for people; empty if it was accepted
  bool refusal_due = false;  ///< set by a refused init; the next GameState percept then has the reason
  static constexpr double kFull = 100.0;
  double battery = kFull;  ///< percent
  double pan_deg = 0.0;    ///< camera, own frame; only with restricted vision
  double tilt_deg = 0.0;
  CameraRange pan_range{-90, 90};  ///< class defaults; scene files widen pan and narrow tilt (behaviour 1.7)
  CameraRange tilt_range{-20, 20};
  bool has_camera = false;      ///< set by the restricted vision perceptor when it is linked
  bool looks_back = false;      ///< a robot of several bodies that was turned to face the left goal
  bool game_block_due = false;  ///< set by a successful init; the next GameState percept then carries the constants
  HeardMessage own_message;
  spark::Step spoke_at = -1;  ///< when `own_message` was said; -1: never
  HearSlot team_mates;
  HearSlot opponents;

  spark::AgentAspect& agent() const { return *agent_; }
  /// The body that stands for all bodies of the player (`spark::main_body`): its pose is the player's.
  spark::Body& body() const { return *body_; }
  /// The pose after the last completed step.
  const spark::Pose& pose() const { return followed().world_pose(); }
  /// Chooses the body, once. To be called when the player is complete, because the masses of its bodies are among the
  /// last things that scene files set.
  void settle();

  /// Paints the drawing nodes named `shirt` in the colour of the side. Other nodes of a robot keep their colours.
  void paint();
  /// Moves the player to the other side, with the same team and number.
  void change_side();

  /// Restores the initial state: a full battery, a camera that looks ahead, empty ears.
  void restart() override;
  /// Writes team and number; for a player without a team it writes neither: `( (id 0) (pol …))` (behaviour 4.1).
  void write_identity(spark::PerceptWriter& writer, const AgentState& viewer) const override;

  /// Side and number ("player left 11"), once the player has joined a team.
  void add_notes(std::vector<std::string>& notes) const override;

 protected:
  /// Throws `Misplaced` unless there is an agent above with a Body below it.
  void linked() override;

 private:
  spark::AgentAspect* agent_ = nullptr;
  spark::Held<spark::Body> body_{*this};
  bool settled_ = false;
};

/// The state of the player that `part` (an effector or perceptor) belongs to. Throws `Misplaced` if its agent has none
/// yet.
AgentState& player_of(const spark::Leaf& part);

}  // namespace soccer
