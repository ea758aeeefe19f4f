// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "monitor-lite/model/gpu_model.h"
#include "monitor-lite/model/model.h"
#include "monitor-lite/model/texture_store.h"
#include "spark/core/vec3.h"
#include "spark/x3d/humanoid.h"
#include "spark/x3d/scene.h"
#include "spark/x3d/warnings.h"

namespace sigverse::visuals {

/// An X3D or VRML97 file, ready to be drawn: uploaded once, for any number of objects. Its model has the units and axes
/// of the file, which are those of SIG. Needs a current OpenGL context, even in the destructor. Immutable.
class DrawnFile {
 public:
  /// A joint of a humanoid, with the segment that it moves. In the list, a joint comes after its parent.
  struct Joint {
    std::optional<std::size_t> above;  ///< index of the parent joint; nullopt: the frame of the object
    spark::Pose pose;                  ///< in the frame of the parent joint, cm, as in the file
    std::string segment;               ///< the name of the segment
    std::optional<std::size_t> part;   ///< of the model, to draw the segment; nullopt if it has none
  };

  /// Which sides of surfaces are visible: as the file says, or also the insides of solid surfaces.
  enum class Sides { as_written, both };
  /// Throws `std::runtime_error` with a one-line message if nothing of the scene can be drawn, or if it has more than
  /// `max_vertices`. Warnings about omitted parts are added to `warnings`. The textures outlive this object.
  DrawnFile(const x3d::Scene& scene, std::size_t max_vertices, monitor::TextureStore& textures, x3d::Warnings& warnings,
            Sides sides = Sides::as_written);

  bool is_humanoid() const { return !joints_.empty(); }
  /// The joints of a humanoid. Segments without a joint belong to an additional joint that never turns.
  const std::vector<Joint>& joints() const { return joints_; }
  /// One part for the whole file, or one per segment of its humanoid.
  const monitor::Model& model() const { return model_; }
  const monitor::GpuModel& gpu() const { return *gpu_; }
  std::size_t vertex_count() const;

 private:
  void add(const x3d::Joint& joint, std::optional<std::size_t> above, std::vector<monitor::PlacedPart>& parts);
  std::optional<std::size_t> add(const x3d::Segment& segment, std::vector<monitor::PlacedPart>& parts);

  std::vector<Joint> joints_;
  monitor::Model model_;
  std::optional<monitor::GpuModel> gpu_;
};

}  // namespace sigverse::visuals
