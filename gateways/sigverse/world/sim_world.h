// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/world/frames.h"
#include "gateways/sigverse/world/sim_obj.h"
#include "spark/core/class_registry.h"
#include "spark/core/node.h"
#include "spark/physics/world_state.h"

namespace sigverse {

/// A key of the shape data base, "class:parts:state:value", and the file that it stands for.
struct ShapeFile {
  std::string key, file;
};

/// A world of SIGVerse: what a world file says, and SIG time. One node, "SimWorld", directly below the scene, beside
/// the scene's World and Space; its objects are children of the scene's node with their own names, so that
/// `get('/sig/ball')` is one. A script creates it and calls `load`.
///
/// Runs on the simulation thread. Everything it offers is in SIG's units and frame (frames.h).
class SimWorld : public spark::BaseNode {
 public:
  SimWorld();
  ~SimWorld() override;

  /// Reads the world file and builds everything in it. Throws `WorldFileError` with "FILE:LINE: what is wrong", which
  /// ends the start. Once only.
  void load(const std::string& file);

  const std::string& name() const { return name_; }
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
  double time() const;
  /// Called by the world's step hook before each step of physics: accelerations and forces that act in this step are
  /// handed over. After each step: SIG time goes on, collisions of the step are noted.
  void begin_step(double seconds);
  void end_step(double seconds);

  /// Every object into its state as loaded, SIG time 0, what was joined or grasped at run time let go. The same steps
  /// with the same requests give the same bits again.
  void reset();

  /// How often anything has been reset; for whoever keeps what belongs to a run.
  std::uint64_t resets() const { return resets_; }

  static void register_class(spark::ClassRegistry& classes);

 private:
  // The helper who writes this room fills it in.
  std::string name_, folder_;
  bool autostep_ = true;
  double step_seconds_ = 0.01;
  std::vector<SimObj*> objects_;
  std::vector<ShapeFile> shapes_;
  std::uint64_t resets_ = 0;
};

}  // namespace sigverse
