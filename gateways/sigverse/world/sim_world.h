// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateways/sigverse/world/frames.h"
#include "gateways/sigverse/world/sim_obj.h"
#include "gateways/sigverse/world/world_plan.h"
#include "spark/core/class_registry.h"
#include "spark/core/held.h"
#include "spark/core/transform.h"
#include "spark/physics/force_source.h"
#include "spark/physics/step_listener.h"
#include "spark/physics/world_state.h"

namespace sigverse {

/// A world of SIGVerse: what a world file says, and SIG time. One node, directly below the scene, beside the scene's
/// World and Space; its objects are children of the scene's node with their own names, so that `get('/sig/ball')` is
/// one. A script creates it and calls `load`.
///
/// It hangs on the steps of the scene's World: before each, forces that act in it are handed over; after each, SIG time
/// has gone on and the collisions of the step are known. Where the file says autostep="false", the World is stopped
/// (`spark::World::set_stopped`), and only `step` moves anything.
///
/// Runs on the simulation thread. Everything it offers is in SIG's units and frame (frames.h).
class SimWorld : public spark::BaseNode, public spark::ForceSource, public spark::StepListener {
 public:
  /// One step of a controller, and of the world: s.
  static constexpr double kMinStep = 0.0005, kMaxStep = 0.1;
  static constexpr int kContactsPerPair = 10;

  SimWorld();
  ~SimWorld() override;

  /// Reads the world file and builds everything in it. The file is looked for like a scene file, also in the folder
  /// `sigverse` of each folder of these; the script variables `Sig.DataPath` and `Sig.MissingClass` count. Throws
  /// `WorldFileError` with "FILE:LINE: what is wrong", which ends the start. Once only.
  void load(const std::string& file);
  /// The same for a plan that somebody else has made. `folder`: what relative names in it mean.
  void build(const WorldPlan& plan, const std::string& folder);

  /// What the world file calls the world; `name()` is that of the node.
  const std::string& world_name() const { return world_name_; }
  /// The folder of the world file.
  const std::string& folder() const { return folder_; }
  /// False: START does not let time run, only single steps of controllers do (`<worldparam autostep="false">`).
  bool is_autostep() const { return autostep_; }
  /// `<worldparam stepsize>`: s; the script sets the length of the server's steps by it.
  double step_seconds() const { return step_seconds_; }

  /// In the order of the world file; number i has id i + 1. They live as long as the world.
  const std::vector<SimObj*>& objects() const { return objects_; }
  /// Null if there is none.
  SimObj* find(std::string_view name) const;
  /// Of all `x3d` elements, in the order of classes and elements.
  const std::vector<ShapeFile>& shapes() const { return shapes_; }

  /// Seconds since the last reset, exactly the number of steps times their length where steps are of one length.
  double time() const { return time_before_ + static_cast<double>(steps_) * step_length_; }

  /// One step of that length, `kMinStep` to `kMaxStep`, by iteration if `quick`, in a world without autostep. False,
  /// and nothing happens, in others and for other lengths.
  bool step(double seconds, bool quick);

  /// Every object into its state as loaded, SIG time 0, what was joined or grasped at run time let go. The same steps
  /// with the same requests give the same bits again.
  void reset();

  /// How often anything has been reset; for whoever keeps what belongs to a run.
  std::uint64_t resets() const { return resets_; }

  // Called by the World.
  void apply_forces() override;
  void step_made(double seconds) override;

  static void register_class(spark::ClassRegistry& classes);

 protected:
  void linked() override;  ///< throws `Misplaced` if there is no World beside it
  void unlinking() override;

 private:
  struct PartOf {
    const SimObj* object;
    std::string_view part;
  };
  void set_physics(const WorldPlan& plan);
  void build_ground(const WorldPlan::Contact& contact);
  void add_surface(spark::Node& collider, const WorldPlan::Contact& contact);
  void build_object(const ObjectPlan& plan, const WorldPlan::Contact& contact);
  void note_collisions(SimObj& object);

  spark::Held<spark::World> world_{*this};
  std::string world_name_, folder_;
  bool is_loaded_ = false;
  bool autostep_ = true;
  double step_seconds_ = 0.01;
  std::vector<SimObj*> objects_;
  std::vector<spark::Held<SimObj>> held_objects_;
  std::map<std::string, SimObj*, std::less<>> by_name_;
  std::unordered_map<const spark::Collider*, PartOf> parts_;
  std::vector<ShapeFile> shapes_;
  spark::WorldState state_;

  double time_before_ = 0.0, step_length_ = 0.01;  ///< s; the steps below are all of that length
  std::uint64_t steps_ = 0;
  std::uint64_t resets_ = 0;
};

}  // namespace sigverse
