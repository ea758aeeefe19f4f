// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/world/frames.h"
#include "gateways/sigverse/world/links.h"
#include "gateways/sigverse/world/sim_obj.h"
#include "gateways/sigverse/world/wheel_drive.h"
#include "gateways/sigverse/world/world_plan.h"
#include "spark/core/class_registry.h"
#include "spark/core/held.h"
#include "spark/core/transform.h"
#include "spark/physics/force_source.h"
#include "spark/physics/step_listener.h"
#include "spark/physics/world_state.h"

namespace sigverse {

/// A SIGVerse world: the contents of a world file, and SIG time. It is a node directly below the scene, next to the
/// scene's World and Space. Its objects are children of the scene node with their own names, so `get('/sig/ball')`
/// returns one. A script creates the world and calls `load`.
///
/// It is called for each step of the scene's World. Before the step, object by object in the order of the world file,
/// wheels move their objects and forces are applied, so that the step detects contacts at the new poses. After the
/// step, everything carried by parts that the physics moves is moved along (`Links`), SIG time advances, and the
/// collisions of the step are collected. If the file has autostep="false", the World is stopped
/// (`spark::World::set_stopped`), and nothing moves except by `step`.
///
/// Runs on the simulation thread. Its interface is in SIG's units and frame (frames.h).
class SimWorld : public spark::BaseNode, public spark::ForceSource, public spark::StepListener {
 public:
  static constexpr int kContactsPerPair = 10;

  SimWorld();
  ~SimWorld() override;

  /// Reads the world file and builds everything in it. `WorldFiles` defines where files are searched for; the script
  /// variable `Sig.MissingClass` determines what happens if a class file is missing. Throws `WorldFileError` with
  /// "FILE:LINE: error", which ends the start of the server. May be called only once.
  void load(const std::string& file);
  /// Builds a plan from another source. Relative names in it refer to `folder`.
  void build(const WorldPlan& plan, const std::string& folder);

  /// The name of the world in its file; `name()` is the name of the node.
  const std::string& world_name() const { return world_name_; }
  /// The folder of the world file.
  const std::string& folder() const { return folder_; }
  /// If false, START does not make time pass; only single steps of controllers do (`<worldparam autostep="false">`).
  bool is_autostep() const { return autostep_; }
  /// `<worldparam stepsize>`, in s; the script sets the server's step length to it.
  double step_seconds() const { return step_seconds_; }

  /// All objects in the order of the world file; the object at index i has id i + 1. They live as long as the world.
  const std::vector<SimObj*>& objects() const { return objects_; }
  /// Null if there is no such object.
  SimObj* find(std::string_view name) const;
  /// The files of all `x3d` elements, in the order of classes and elements.
  const std::vector<ShapeFile>& shapes() const { return shapes_; }

  /// Seconds since the last reset: exactly the number of steps times their length, if that is constant.
  double time() const { return time_before_ + static_cast<double>(steps_) * step_length_; }

  /// In a world without autostep: makes one step of that length, within the limits of `WorldPlan`, with the iterative
  /// solver if `quick`. Returns false, with no effect, in other worlds and for other lengths.
  bool step(double seconds, bool quick);

  /// Returns every object to its loaded state and SIG time to 0, and releases everything that was connected or grasped
  /// at run time. The same steps with the same requests then give the same bits.
  void reset();

  /// The number of resets, for code that stores data of one run.
  std::uint64_t resets() const { return resets_; }

  /// The links between its objects at run time.
  Links& links() { return links_; }
  const Links& links() const { return links_; }
  /// The wheels of an object; null if it has none (`SimObj::is_wheeled`).
  WheelDrive* wheels(const SimObj& object);

  // Called by the World.
  void apply_forces() override;
  void step_made(double seconds) override;

  static void register_class(spark::ClassRegistry& classes);

 protected:
  void linked() override;  ///< throws `Misplaced` if there is no World beside it
  void unlinking() override;

 private:
  void set_physics(const WorldPlan& plan);
  void build_ground(const WorldPlan::Contact& contact);
  void drive(SimObj& object, WheelDrive& wheels);
  void build_object(const ObjectPlan& plan, const WorldPlan::Contact& contact);

  spark::Held<spark::World> world_{*this};
  std::string world_name_, folder_;
  bool is_loaded_ = false;
  bool autostep_ = true;
  double step_seconds_ = 0.01;
  std::vector<SimObj*> objects_;
  std::vector<spark::Held<SimObj>> held_objects_;
  std::map<std::string, SimObj*, std::less<>> by_name_;
  PartTable parts_;
  Links links_{*this, objects_};
  std::map<std::uint32_t, WheelDrive> wheels_;  ///< by the object's id
  std::vector<ShapeFile> shapes_;
  spark::WorldState state_;

  double time_before_ = 0.0, step_length_ = 0.01;  ///< s; the `steps_` since then all have that length
  std::uint64_t steps_ = 0;
  std::uint64_t resets_ = 0;
};

}  // namespace sigverse
