// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/core/transform.h"

namespace spark {
class PerceptWriter;
}

namespace soccer {

class AgentState;

/// Makes the Transform above it visible: vision lists every node that has an ObjectState, in scene order.
class ObjectState : public spark::BaseNode {
 public:
  const std::string& percept_name() const { return percept_name_; }  ///< "Flag", "Goal", "Ball", "Player"
  const std::string& id() const { return id_; }                      ///< "1_l" … for markers
  void set_percept_name(std::string name) { percept_name_ = std::move(name); }
  void set_id(std::string id) { id_ = std::move(id); }

  /// The object's position after the last completed step (m, world frame).
  const spark::Vec3& position() const { return node_->world_pose().position; }

  /// Writes what distinguishes the object from others of its kind, between name and position of its vision element:
  /// `(id 1_l)` for a marker, nothing for the ball (behaviour 4.1). `viewer` is the player that sees it.
  virtual void write_identity(spark::PerceptWriter& writer, const AgentState& viewer) const;

 protected:
  /// Overrides must call these first. Registers with the game state, which keeps the list for perceptors. Throws unless
  /// a Transform is above.
  void linked() override;
  void unlinking() override;
  /// Takes the object's position from `node`, instead of the Transform above.
  void follow(const spark::Transform& node) { node_ = &node; }
  const spark::Transform& followed() const { return *node_; }

 private:
  const spark::Transform* node_ = nullptr;
  std::string percept_name_;
  std::string id_;
};

}  // namespace soccer
