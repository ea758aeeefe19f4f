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
#include "gateways/sigverse/world/sim_obj.h"
#include "spark/core/held.h"

namespace spark {
class FixedJoint;
}

namespace sigverse {

/// The answers to a request to grasp something; the numbers are those of the wire.
enum class GraspAnswer { holds, no_such_target, hand_is_full, held_already, not_graspable, too_far };

/// What ties objects of a world to each other at run time: connections, which have a name, and things that are held by
/// a part of an object, a hand. Each links one part of the object that has made it, the owner, to one part of another
/// object, the target, in the pose that the two have to each other then. Owned by `SimWorld`, which borrows it the
/// objects; on the simulation thread.
///
/// How a link is kept up depends on who is moved by the physics:
///
/// | owner | target | connection | hand |
/// |---|---|---|---|
/// | dynamics | dynamics | a fixed joint | a fixed joint |
/// | none | dynamics | a fixed joint: the target hangs on the owner | the target is carried |
/// | dynamics | none | a fixed joint: the owner hangs on the target | the target is carried |
/// | none | none | the target is carried | the target is carried |
///
/// A joint cannot hold what the physics does not move, so a target that is *carried* is put to where the link wants it
/// whenever the owner's part has moved, exactly and without drift: its pose is computed from the one that was stored
/// when the link was made. Its physics rest meanwhile, and come back when it is released. Links follow when dynamics
/// are switched; they then go on with the poses of that moment.
///
/// When things move:
///  * What is set by a request, by wheels or by joints without dynamics takes along at once, in the same call, all that
///    is linked to it, and what is linked to that: what it carries, and as if it were one rigid body with it, what a
///    joint ties to it.
///  * What hangs on a part that the physics moves is carried after each step (`step_made`), before SIG time and
///    collisions of the step are read. Links are visited in the order of their owners in the world file.
///
/// Links never close a loop, so each carried object has one carrier, the outcome depends on no order, and there are
/// fewer links than objects. Parts that a connection links, and a held thing and all of its holder, do not touch.
class Links final : public ObjectListener {
 public:
  /// A hand that moves its thing faster than this was put elsewhere rather than moved, and throws nothing: cm/s. The
  /// fastest human hand reaches about 4500.
  static constexpr double kMaxThrow = 5000.0;
  static constexpr std::size_t kLongestName = 255;  ///< octets

  /// Joints are made below `node`, which outlives it. `objects` are all of the world, in order; they outlive it, too.
  Links(spark::Node& node, const std::vector<SimObj*>& objects);
  ~Links() override;

  /// Connects two parts by a name that no joint of the owner has yet, those of its body among them. Empty part names
  /// mean `body`. Returns why it refuses, or an empty text.
  std::string_view connect(SimObj& owner, std::string_view name, std::string_view part, SimObj& target,
                           std::string_view target_part);
  /// False if there is no such connection.
  bool disconnect(const SimObj& owner, std::string_view name);
  /// Also of the joints of its own body. Nothing if there is no such joint; zeros where the physics moves neither part.
  std::optional<JointLoads> loads(const SimObj& owner, std::string_view name) const;

  /// Whether the object can hold or be connected by a part of that name. A part body that is blind, as in many robots,
  /// stands for the first part that is not.
  static bool has_part(const SimObj& object, std::string_view part);
  /// Takes the target by its part body, if it is graspable, within its `graspRadius` of the centre of the hand, and
  /// neither held nor linked to the owner otherwise.
  GraspAnswer grasp(SimObj& owner, std::string_view part, SimObj& target);
  /// Drops what the part holds, which has the velocity of the hand from then on if it has dynamics. False if the part
  /// holds nothing.
  bool drop(const SimObj& owner, std::string_view part);
  bool is_held(const SimObj& object) const;
  /// Whether `holder` holds it, or holds what holds it.
  bool is_held_by(const SimObj& object, const SimObj& holder) const;

  /// After each step of the world, of that length in s.
  void step_made(double seconds);
  /// Releases all, without throwing anything.
  void clear();

  // Called by objects.
  void object_moved(SimObj& object) override;
  void dynamics_changed(SimObj& object) override;
  bool is_tied_to_held(const SimObj& object) const override;

 private:
  enum class Way { none, joint, carries };
  struct Link;

  Link& add(Link link);
  void remove(Link& link);
  Link* find(const SimObj& owner, std::string_view name) const;
  Link* held_by_part(const SimObj& owner, std::size_t part) const;
  Link* grasp_of(const SimObj& target) const;
  const std::vector<Link*>& links_of(const SimObj& object) const;
  Link*& carrier_of(const SimObj& target);
  bool are_linked(const SimObj& a, const SimObj& b) const;

  Way wanted_way(const Link& link);
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
  std::vector<std::unique_ptr<Link>> links_;  ///< in the order of their owners, then as they were made
  // By the objects' numbers; as long as the list of objects once there has been a link.
  std::vector<std::vector<Link*>> by_object_;           ///< those that it owns or is the target of, as they were made
  std::vector<Link*> carriers_;                         ///< the one that carries it; null: none
  std::vector<spark::Held<spark::FixedJoint>> joints_;  ///< those that hold nothing are used again
  std::vector<std::pair<const SimObj*, const Link*>> moved_;  ///< while motion spreads: what has moved, by which link
  mutable std::vector<std::pair<const SimObj*, const Link*>> followed_;  ///< while joints are followed, likewise
  double step_seconds_ = 0.0;                                            ///< of the last step
  bool is_after_step_ = false;                                           ///< nodes have the places of the step already
};

}  // namespace sigverse
