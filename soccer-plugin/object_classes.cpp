// SPDX-License-Identifier: Apache-2.0
#include "soccer-plugin/agent_state.h"
#include "soccer-plugin/ball.h"
#include "soccer-plugin/object_state.h"
#include "soccer-plugin/player_eye.h"
#include "soccer-plugin/soccer_classes.h"
#include "spark/core/class_registry.h"
#include "spark/core/transform.h"

namespace soccer {
namespace {

/// A marker of the field: a place without a shape. The ObjectState below it has its name and id (behaviour 1.3).
class FieldFlag : public spark::Transform {};

}  // namespace

void register_object_classes(spark::ClassRegistry& classes) {
  classes.add<ObjectState>("ObjectState", "oxygen/BaseNode", "Makes the node above it visible to players.")
      .method("setPerceptName", &ObjectState::set_percept_name, "name", "Its name in vision: Flag, Goal, Ball.")
      .method("setID", &ObjectState::set_id, "id", "What distinguishes it from others in vision.");
  classes.add<AgentState>("AgentState", "ObjectState", "Team, number, battery and senses of a player.");
  classes.add<PlayerEye>("PlayerEye", "oxygen/Camera", "The camera of a player, turned by side, pan and tilt.")
      .method("setHeight", &PlayerEye::set_height, "height (m)", "How far above the player's centre (0.35).");
  classes.add<Ball>("Ball", "oxygen/Transform", "The ball.");
  classes.add<FieldFlag>("FieldFlag", "oxygen/Transform", "A marker of the field.");
}

}  // namespace soccer
