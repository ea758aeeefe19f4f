// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/frames.h"
#include "gateways/sigverse/world/joint_loads.h"
#include "gateways/sigverse/world/sim_obj.h"
#include "spark/core/held.h"

namespace spark {
class FixedJoint;
}

namespace sigverse {

/// The results of a request to grasp something; the numbers are those of the protocol.
enum class GraspAnswer { holds, no_such_target, hand_is_full, held_already, not_graspable, too_far };

/// The links made between objects of a world at run time: connections, which have names, and objects that are held by a
/// hand, which is a part of an object. Each link ties a part of one object, the owner, which made the link, to a part
/// of another object, the target, in their present relative pose. Owned by `SimWorld`, whose objects it borrows; used
/// on the simulation thread.
///
/// How a link is maintained depends on which of the objects the physics moves:
///
/// | owner | target | connection | hand |
/// |---|---|---|---|
/// | dynamics | dynamics | a fixed joint | a fixed joint |
/// | none | dynamics | a fixed joint: the owner supports the target | the target is carried |
/// | dynamics | none | a fixed joint: the target supports the owner | the target is carried |
/// | none | none | the target is carried | the target is carried |
///
/// A joint cannot hold an object that the physics does not move, so a *carried* target is placed by the link whenever
/// the owner's part has moved, exactly and without drift: its pose is computed from the relative pose that was stored
/// when the link was made. Its dynamics are suspended meanwhile and resume when it is released. Links adapt when
/// dynamics are switched, and continue with the poses of that moment.
///
/// When objects move:
///  * A request, wheels, or joints without dynamics move everything that is linked to the moved part at once, in the
///    same call, and in turn everything linked to that: what the part carries, and what a joint ties to it, as if they
///    were one rigid body.
///  * Objects that are carried by a part that the physics moves are moved after each step (`step_made`), before SIG
///    time and the collisions of the step are read. Links are visited in the order of their owners in the world file.
///
/// Links never form a loop, so each carried object has one carrier, the result does not depend on the order, and there
/// are fewer links than objects. Parts that are linked by a connection do not collide, and a held object does not
/// collide with any part of its holder.
class Links final : public ObjectListener {
 public:
  /// cm/s. If a hand moves its object faster than this, it was teleported rather than moved, and throws nothing. The
  /// fastest human hand reaches about 4500.
  static constexpr double kMaxThrow = 5000.0;
  static constexpr std::size_t kLongestName = 255;  ///< octets

  /// Joints are created below `node`. `objects` are all objects of the world, in order. Both outlive this object.
  Links(spark::Node& node, const std::vector<SimObj*>& objects);
  ~Links() override;

  /// Connects two parts under a name that no joint of the owner has, including the joints of its body. Empty part names
  /// mean `body`. Returns the reason of a refusal, or an empty text.
  std::string_view connect(SimObj& owner, std::string_view name, std::string_view part, SimObj& target,
                           std::string_view target_part);
  /// Returns false if there is no such connection.
  bool disconnect(const SimObj& owner, std::string_view name);
  /// Works for joints of the object's body, too. nullopt if there is no such joint; zeros if the physics moves neither
  /// part.
  std::optional<JointLoads> loads(const SimObj& owner, std::string_view name) const;

  /// Whether the object has a part with that name that can hold or be connected. A blind part `body`, as in many
  /// robots, is replaced by the first part that is not blind.
  static bool has_part(const SimObj& object, std::string_view part);
  /// Grasps the target by its part `body`, if the target is graspable, not held, not linked to the owner in another
  /// way, and if the part is within the target's `graspRadius` of the centre of the hand.
  GraspAnswer grasp(SimObj& owner, std::string_view part, SimObj& target);
  /// Drops the object that the part holds; with dynamics it keeps the velocity of the hand. Returns false if the part
  /// holds nothing.
  bool drop(const SimObj& owner, std::string_view part);
  bool is_held(const SimObj& object) const;
  /// Whether `holder` holds it, directly or through other held objects.
  bool is_held_by(const SimObj& object, const SimObj& holder) const;

  /// Called after each step of the world; `seconds` is its length.
  void step_made(double seconds);
  /// Releases all objects without throwing them.
  void clear();

  // Called by objects.
  void object_moved(SimObj& object) override;
  void dynamics_changed(SimObj& object) override;
  bool is_tied_to_held(const SimObj& object) const override;

 private:
  enum class Coupling { none, joint, carries };
  struct Link;

  Link& add(Link link);
  void remove(Link& link);
  Link* find(const SimObj& owner, std::string_view name) const;
  Link* held_by_part(const SimObj& owner, std::size_t part) const;
  Link* grasp_of(const SimObj& target) const;
  const std::vector<Link*>& links_of(const SimObj& object) const;
  Link*& carrier_of(const SimObj& target);
  bool are_linked(const SimObj& a, const SimObj& b) const;

  Coupling wanted_coupling(const Link& link);
  bool follow_dynamics(Link& link);
  void stop(Link& link);
  void show_hold(SimObj& target);
  void settle(SimObj& object);
  void set_touching(const Link& link, bool on) const;
  spark::FixedJoint& free_joint();

  void put(SimObj& object, std::size_t part, const SigPose& wanted) const;
  void put_target(const Link& link) const;
  void put_owner(const Link& link) const;
  void spread_motion(const SimObj& object, const Link* by);

  spark::Node& node_;
  const std::vector<SimObj*>& objects_;
  std::vector<std::unique_ptr<Link>> links_;  ///< in the order of their owners, then of their creation
  // By object number; as long as the list of objects once there has been a link.
  std::vector<std::vector<Link*>> by_object_;           ///< links of which it is owner or target, in order of creation
  std::vector<Link*> carriers_;                         ///< the link that carries the object, or null
  std::vector<spark::Held<spark::FixedJoint>> joints_;  ///< unused ones are reused
  std::vector<std::pair<const SimObj*, const Link*>> moved_;             ///< objects moved so far, and by which link
  mutable std::vector<std::pair<const SimObj*, const Link*>> followed_;  ///< the same while joints are followed
  double step_seconds_ = 0.0;                                            ///< of the last step
  bool is_after_step_ = false;                                           ///< the nodes have the poses after the step
};

}  // namespace sigverse
