// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <glm/glm.hpp>
#include <limits>
#include <span>
#include <vector>

#include "monitor-lite/model/gpu_model.h"
#include "monitor-lite/model/model.h"
#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/dome.h"
#include "monitor-lite/view/painter.h"

namespace monitor {

/// Draws a model. Borrows painter and model. Needs a current OpenGL context, also in the destructor.
class ModelView {
 public:
  ModelView(Painter& painter, const GpuModel& model);

  /// Sets the limits beyond which nothing is drawn, m along the line of sight. By default there are none.
  void set_limits(float nearest, float farthest);

  /// Begins a picture with sky and all parts, at `poses`: one for each part of the model, in the world. Opaque shapes
  /// are drawn first, then transparent ones, from far to near. A box, ball or cylinder that contains the eye is not
  /// drawn. The near and far planes of `camera` are set so that everything is between them.
  void draw(std::span<const glm::mat4> poses, const Camera& camera, int width, int height);
  /// The same for depths (`Painter::Output`), without sky and transparent shapes. Returns the camera with its planes,
  /// between which the depths are.
  Camera draw_depths(std::span<const glm::mat4> poses, const Camera& camera, int width, int height);

 private:
  /// A shape in the present picture.
  struct Seen {
    const Model::Shape* shape;
    std::size_t part;
    glm::mat4 frame;  ///< in the world
    float away;       ///< from the eye to the middle
    // Valid only for shapes that are axis-aligned.
    float top = 0;  ///< in the world
    bool is_floor = false, is_flat = false;
  };
  Camera look(std::span<const glm::mat4> poses, const Camera& camera, float aspect);
  void look(std::size_t part, const Model::Shape& shape, const glm::mat4& pose, const glm::vec3& eye);
  void sort_out_marks(const glm::vec3& eye);
  void paint_shadows();
  void paint(const Seen& seen);

  Painter& painter_;
  const GpuModel& model_;
  Dome dome_;
  float near_limit_ = 0, far_limit_ = std::numeric_limits<float>::infinity();
  // State of the picture in progress.
  std::vector<Seen> floors_, marks_, opaque_, glass_;
  float nearest_ = 0, farthest_ = 0;
  float ground_ = 0;  ///< the height of the floors, if there are any
};

/// The poses of the parts in the document.
std::vector<glm::mat4> poses_of(const Model& model);

/// The view from a viewpoint of the model. `field_of_view`: the smaller angle of the picture, radians.
Camera camera_at(const Model& model, std::size_t viewpoint, std::span<const glm::mat4> poses, float field_of_view,
                 float aspect);
/// A view from one side and above, as near as the whole model fits into the picture.
Camera camera_around(const Model& model, std::span<const glm::mat4> poses, float aspect);

}  // namespace monitor
