// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "spark/core/transform.h"
#include "spark/physics/bad_states.h"
#include "spark/physics/collision_pass.h"
#include "spark/physics/heaps.h"
#include "spark/physics/lone_bodies.h"
#include "spark/physics/ode_library.h"
#include "spark/physics/space.h"
#include "spark/physics/sphere_heaps.h"
#include "spark/physics/step_threading.h"
#include "spark/physics/swept_bodies.h"

namespace spark {

class Body;
class Collider;
class ForceSource;
class Joint;
class StepListener;
struct PutBack;
struct WorldState;

/// The ODE world of one scene; hangs directly below the scene, beside its `Space`.
///
/// Owns the dWorld and the contact joints; borrows bodies, joints, colliders and force sources and keeps them in flat
/// lists (walking the tree in every step would cost more than the physics). One step is, in this order (behaviour 2.5):
/// force sources, collision detection, the step of bodies that are alone (`LoneBodies`), dWorldStep (or the quick step)
/// of all others, swept bodies back to what they have run into (`SweptBodies`), poses to the nodes, step listeners.
/// Runs on the simulation thread only; worlds of several simulations run on as many threads (`StepThreading`).
class World : public BaseNode {
 public:
  World();
  ~World() override;

  dWorldID id() const { return world_; }
  /// Space of the same scene; throws `Misplaced` if the scene has none.
  Space& space();

  /// One step of `seconds` (> 0). Every body whose state is not finite, or which is farther away or faster than the
  /// world's limits allow afterwards, is stopped and put back where it was before the step, with one complaint in the
  /// log, and counted: a NaN would abort the process in the next one.
  ///
  /// The tree below the scene must not change while a step runs, that is in `ForceSource::apply_forces` and
  /// `StepListener::step_made`.
  void step(double seconds);
  /// Stands still from now on, or goes on: while it is stopped, `step` does nothing at all, and only `step_stopped`
  /// makes steps. For worlds whose time is not that of the simulation around them.
  void set_stopped(bool on) { stopped_ = on; }
  bool is_stopped() const { return stopped_; }
  /// Makes a step although it is stopped; between two steps of the simulation.
  void step_stopped(double seconds);
  /// Length of the step that is being made; between steps, of the last one. 0 before the first.
  double step_seconds() const { return step_seconds_; }
  static constexpr double kMaxDistance = spark::kMaxDistance;  ///< metres

  /// Makes the next step search for bodies, colliders, force sources and step listeners again.
  void invalidate_order() { order_valid_ = false; }

  // Script methods; values not finite or out of range are refused (false). Upper bounds keep ODE's arithmetic finite.
  bool set_gravity(Vec3 acceleration);  ///< m/s², at most 1e6; default 0
  Vec3 gravity() const;
  bool set_erp(double erp);  ///< 0 … 1, default 0.2
  double erp() const;
  bool set_cfm(double cfm);  ///< 0 … 1e6, default 1e-5: what 0.5.2 ran with (behaviour 2.1)
  double cfm() const;

  /// How far from the origin bodies may be: from 1 m to `kMaxDistance`, which it is unless set. Who is outside when it
  /// becomes narrower is put at its edge after the next step.
  bool set_arena(double radius);
  double arena() const { return limits_.distance; }
  /// How fast, from 0.1 m/s to `Body::kMaxSpeed`, which it is unless set.
  bool set_max_speed(double speed);
  double max_speed() const { return limits_.speed; }
  const MotionLimits& limits() const { return limits_; }
  /// Bodies that were put back since the world was made; not kept and put back with its state.
  const BadStates& bad_states() const { return bad_states_; }
  BadStates& bad_states() { return bad_states_; }

  /// At most that many contact points per pair of shapes; 1 … 64, default 6.
  bool set_contacts_per_pair(int count) { return collisions_.set_contacts_per_pair(count); }
  int contacts_per_pair() const { return collisions_.contacts_per_pair(); }
  /// Whether colliders of the two groups touch from now on. Two of one group do not unless switched on here, those of
  /// different groups do. False if a name is empty.
  bool set_touching(const std::string& group_a, const std::string& group_b, bool on);
  bool touching(const std::string& group_a, const std::string& group_b);
  CollisionGroups& groups() { return collisions_.groups; }

  /// Whether bodies that are alone in a step are computed here instead of by ODE (`LoneBodies`): several times faster,
  /// and the same to the last bit. On unless set; quick steps never are.
  void set_lone_bodies(bool on) { lone_bodies_ = on; }
  bool has_lone_bodies() const { return lone_bodies_; }
  /// How many were.
  int lone_bodies_of_last_step() const { return lone_.count(); }

  /// Steps by iteration instead of an exact solution (`quick_step`): faster in heaps of many bodies, softer, and just
  /// as repeatable, with random numbers of its own from the match seed and this world's path. Off unless set; heaps
  /// (`Heaps`) are stepped so in any case, and all others as without them.
  void set_quick_step(bool on) { quick_ = on; }
  bool is_quick_step() const { return quick_; }
  /// So that sets of bodies with more than `contacts` contacts are heaps: solved by iteration, as if they were large
  /// ones, and all others as without them. 0 … 1,000,000; 0, the default, is never: only those beyond
  /// `Heaps::kMaxExactContacts`, which more than that does not change either. In such a heap bodies give way more than
  /// exactly solved ones do, so what happens there is another course of events, as repeatable as any quick step.
  /// Heaps of spheres are then solved here (`SphereHeaps`), with as many passes as a quick step has iterations; but not
  /// where all is left to ODE (`set_lone_bodies`).
  bool set_quick_step_above(int contacts);
  int quick_step_above() const { return heaps_.most_exact(); }
  bool set_quick_step_iterations(int count);  ///< 1 … 1000, default 20
  int quick_step_iterations() const;

  /// The world of the scene that `node` hangs in: the first World among the children of its ancestors. `of` throws
  /// `Misplaced` if there is none, `find` gives null.
  static World& of(const Leaf& node);
  static World* find(const Leaf& node);

  /// The state of everything that moves here, between two steps; nothing is changed by it. Defined in world_state.h.
  WorldState keep();
  /// Puts it back. A state of another world is a programmer's mistake.
  ///
  /// Bodies that have come since stay as they are, those that have gone are not brought back. A joint that has come
  /// since lets go if it holds a body of the state; one of the state whose body has gone holds nothing. If none has
  /// come or gone, the same steps give the same bits as they did after `keep`.
  PutBack put_back(const WorldState& state);

  /// Keeps what has come since the last call as it is now, for `put_back_start`; `step` calls it.
  void note_newcomers();
  /// Puts everything that is still there back to where it was before its first step.
  void put_back_start();
  /// Puts all nodes to where their bodies have been moved since the last step.
  void show_places();

  /// All that are in it, in the order in which they are stepped.
  const std::vector<Body*>& bodies() const { return bodies_; }

  /// Numbers what happens in this world, so that it can be told what was there before what.
  std::uint64_t next_serial() { return ++last_serial_; }

  // For the objects of this room, when they enter and leave the scene.
  void add(Body& body);
  void remove(Body& body);
  void add(Collider& collider);
  void remove(Collider& collider);
  void add(Joint& joint) { joints_.push_back(&joint), has_newcomers_ = true; }
  void remove(Joint& joint) { std::erase(joints_, &joint); }
  void geoms_changed();  ///< `Space::geoms_changed`
  void forget(const Space& space);

 protected:
  /// Takes the settings that the script variables have now (physics_variables.h).
  void linked() override;

 private:
  void make_step(double seconds);
  void choose_lone_bodies();
  bool find_heaps(double seconds);
  void step_others(double seconds, bool has_heaps);
  void rebuild_order();
  void make_quick_step(double seconds);
  void step_heaps_apart(double seconds);
  void say_once(bool& said, const std::string& what);
  void put_back_settings(const WorldState& state);
  void put_back_joints(const WorldState& state);
  void put_back_colliders(const WorldState& state);
  bool find_space();

  StepThreading threading_;
  dWorldID world_ = nullptr;
  dJointGroupID contacts_ = nullptr;
  Space* space_ = nullptr;
  bool order_valid_ = false;
  double step_seconds_ = 0.0;
  MotionLimits limits_{kMaxDistance, kMaxBodySpeed};
  BadStates bad_states_;
  bool stopped_ = false;
  std::uint64_t last_serial_ = 0;
  bool has_newcomers_ = true;
  std::unique_ptr<WorldState> start_;  ///< of each object when it came; for `put_back_start`
  bool quick_ = false;
  std::optional<std::uint32_t> quick_random_;  ///< none before the first quick step
  std::vector<ForceSource*> force_sources_;
  std::vector<StepListener*> step_listeners_;
  std::vector<Body*> bodies_;  ///< after a rebuild: a body that carries others' nodes comes before them
  std::vector<Collider*> colliders_;
  std::vector<Joint*> joints_;
  CollisionPass collisions_;
  Heaps heaps_;
  bool lone_bodies_ = true;
  LoneBodies lone_;
  SphereHeaps sphere_heaps_;
  SweptBodies swept_;
  std::vector<Body*> in_heaps_;   ///< that were stepped apart
  std::vector<dBodyID> resting_;  ///< meanwhile
  bool said_heap_ = false, said_inside_ = false, said_message_ = false;
};

}  // namespace spark
