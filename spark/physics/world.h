// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "spark/core/transform.h"
#include "spark/numerics/ode_world.h"
#include "spark/physics/bad_states.h"
#include "spark/physics/collision_pass.h"
#include "spark/physics/contact_meter.h"
#include "spark/physics/space.h"
#include "spark/physics/step_solver.h"
#include "spark/physics/swept_bodies.h"
#include "spark/physics/world_settings.h"

namespace spark {

class Body;
class Collider;
class ForceSource;
class Joint;
class StepListener;
struct RestoreReport;
struct WorldObjects;
struct WorldState;

/// The physics of one scene; a child of the scene, and a sibling of its `Space`.
///
/// It owns ODE's world. It borrows bodies, joints, colliders, force sources and step listeners and keeps them in flat
/// lists (walking the tree in every step would cost more than the physics); they enter and leave with the scene. Its
/// settings are plain data (`WorldSettings`); `StepSolver` moves the bodies in a step.
///
/// A step consists of these parts, in this order (behaviour 2.5):
///  1. objects added since the last step are saved for `restore_start`, and lists are rebuilt if the scene has changed;
///  2. force sources apply forces;
///  3. touching colliders are found, recorders notified (`CollisionPass`);
///  4. the solver moves all bodies, and fast ones stop at thin obstacles (`SweptBodies`);
///  5. each body is checked and, if its state is not finite or beyond the limits, stopped and returned to where it was
///     before the step, with a complaint in the log and counted (`BadStates`): a NaN would make ODE abort the process
///     in the next step. Then its pose goes to its node;
///  6. step listeners are called.
///
/// Units are SI. Runs on the simulation thread only; worlds of several simulations run on as many threads.
class World : public BaseNode {
 public:
  World();
  ~World() override;

  dWorldID id() const { return ode_.id(); }
  /// The Space of the same scene; throws `Misplaced` if the scene has none.
  Space& space();

  /// Makes a step of `seconds` (> 0).
  ///
  /// The tree below the scene must not change while a step runs, that is, in `ForceSource::apply_forces` and
  /// `StepListener::step_made`.
  void step(double seconds);
  /// Stops or resumes: while it is stopped, `step` does nothing, and only `step_stopped` makes steps. For worlds whose
  /// time differs from that of the simulation around them.
  void set_stopped(bool on) { stopped_ = on; }
  bool is_stopped() const { return stopped_; }
  /// Makes a step while stopped; to be called between two steps of the simulation.
  void step_stopped(double seconds);
  /// Length of the current step; between steps, of the last one. 0 before the first.
  double step_seconds() const { return step_seconds_; }
  static constexpr double kMaxDistance = spark::kMaxDistance;  ///< metres

  /// Makes the next step search for bodies, colliders, force sources and step listeners again.
  void invalidate_order() { order_valid_ = false; }

  const WorldSettings& settings() const { return settings_; }
  /// Applies all of them, from the next step on. False, without a change, if a number is out of range.
  bool set_settings(const WorldSettings& settings);

  // The settings one by one, for scripts (`WorldSettings`). False, without a change, for numbers out of range.
  bool set_gravity(Vec3 acceleration) { return set(&WorldSettings::gravity, acceleration); }
  Vec3 gravity() const { return settings_.gravity; }
  bool set_erp(double erp) { return set(&WorldSettings::erp, erp); }
  double erp() const { return settings_.erp; }
  bool set_cfm(double cfm) { return set(&WorldSettings::cfm, cfm); }
  double cfm() const { return settings_.cfm; }
  /// A body outside of a narrowed arena is stopped and moved to its edge after the next step.
  bool set_arena(double radius) { return set(&WorldSettings::limits, {radius, settings_.limits.speed}); }
  double arena() const { return settings_.limits.distance; }
  bool set_max_speed(double speed) { return set(&WorldSettings::limits, {settings_.limits.distance, speed}); }
  double max_speed() const { return settings_.limits.speed; }
  const MotionLimits& limits() const { return settings_.limits; }
  bool set_contacts_per_pair(int count) { return set(&WorldSettings::contacts_per_pair, count); }
  int contacts_per_pair() const { return settings_.contacts_per_pair; }
  void set_isolated_bodies(bool on) { set(&WorldSettings::isolated_bodies, on); }
  bool has_isolated_bodies() const { return settings_.isolated_bodies; }
  void set_quick_step(bool on) { set(&WorldSettings::quick_step, on); }
  bool is_quick_step() const { return settings_.quick_step; }
  bool set_quick_step_above(int contacts) { return set(&WorldSettings::quick_step_above, contacts); }
  int quick_step_above() const { return settings_.quick_step_above; }
  bool set_quick_step_iterations(int count) { return set(&WorldSettings::quick_step_iterations, count); }
  int quick_step_iterations() const { return settings_.quick_step_iterations; }

  /// Sets whether colliders of the two groups touch from now on. By default those of one group do not, and those of
  /// different groups do. Returns false if a name is empty.
  bool set_touching(const std::string& group_a, const std::string& group_b, bool on);
  bool touching(const std::string& group_a, const std::string& group_b);
  CollisionGroups& groups() { return collisions_.groups; }
  /// Sets whether the two bodies, regardless of their groups, touch from now on; by default all do. Returns false if
  /// one of them is not in this scene, or if they are the same.
  bool set_bodies_touching(const Body& a, const Body& b, bool on);
  bool bodies_touching(const Body& a, const Body& b) const { return !collisions_.passing.contains(a, b); }

  /// The number of isolated bodies in the last step (`IsolatedBodies`).
  int isolated_bodies_of_last_step() const { return solver_.isolated_count(); }
  /// The bodies that were returned since the world was made; not part of its state.
  const BadStates& bad_states() const { return bad_states_; }
  BadStates& bad_states() { return bad_states_; }

  /// The world of the scene of `node`: the first World among the children of its ancestors. `of` throws `Misplaced` if
  /// there is none, `find` returns null.
  static World& of(const Leaf& node);
  static World* find(const Leaf& node);

  /// The state of everything that moves here, between two steps; no side effects. Defined in world_state.h.
  WorldState save();
  /// Restores that state. It is a programming error to pass a state of another world.
  ///
  /// Bodies added since then are not changed; removed ones do not return. A joint added since then is released if it
  /// holds a body of the state; a joint of the state whose body is gone is detached. If nothing was added or removed,
  /// the same steps give the same bits as after `save`.
  RestoreReport restore(const WorldState& state);

  /// Saves the current state of objects added since the last call, for `restore_start`; `step` calls it.
  void note_newcomers();
  /// Restores everything that still exists to its state before its first step.
  void restore_start();
  /// Writes the poses of all bodies, which may have been moved since the last step, to their nodes.
  void show_places();

  /// All bodies, in the order in which they are stepped.
  const std::vector<Body*>& bodies() const { return bodies_; }
  /// All colliders, in the order in which they entered.
  const std::vector<Collider*>& colliders() const { return colliders_; }

  /// Measures contacts on request.
  ContactMeter& contact_meter() { return contact_meter_; }

  /// Numbers the events of this world, in order: a smaller number was earlier.
  std::uint64_t next_serial() { return ++last_serial_; }

  // Called by the objects of this room when they enter and leave the scene.
  void add(Body& body);
  void remove(Body& body);
  void add(Collider& collider);
  void remove(Collider& collider);
  void add(Joint& joint) { joints_.push_back(&joint), has_newcomers_ = true; }
  void remove(Joint& joint) { std::erase(joints_, &joint); }
  void geoms_changed();  ///< `Space::geoms_changed`
  void forget(const Space& space);

 protected:
  /// Reads the settings from the script variables (physics_variables.h).
  void linked() override;

 private:
  template <typename T>
  bool set(T WorldSettings::*setting, const T& value) {
    WorldSettings changed = settings_;
    changed.*setting = value;
    return set_settings(changed);
  }
  void make_step(double seconds);
  void rebuild_order();
  void warn_once(bool& warned, const std::string& what);
  bool find_space();
  WorldObjects objects() const;

  OdeWorld ode_;
  WorldSettings settings_;
  Space* space_ = nullptr;
  std::vector<ForceSource*> force_sources_;
  std::vector<StepListener*> step_listeners_;
  std::vector<Body*> bodies_;  ///< after a rebuild: a body whose node is above another's comes before it
  std::vector<Collider*> colliders_;
  std::vector<Joint*> joints_;
  bool order_valid_ = false;
  CollisionPass collisions_;
  StepSolver solver_;
  SweptBodies swept_;
  ContactMeter contact_meter_;
  BadStates bad_states_;
  bool stopped_ = false;
  double step_seconds_ = 0.0;
  std::uint64_t last_serial_ = 0;
  bool has_newcomers_ = true;
  std::unique_ptr<WorldState> start_;  ///< of each object when it was added; for `restore_start`
  bool warned_inside_ = false, warned_message_ = false;
};

}  // namespace spark
