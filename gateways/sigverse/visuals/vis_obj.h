// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/visuals/shape_library.h"

namespace sigverse::visuals {

/// The file for the whole object in its present state; null if there is none or if it cannot be drawn.
const DrawnFile* whole_file(ShapeLibrary& library, const client::Object& object, const client::ShapeBase& shapes);

/// A part of a shape file with its frame.
struct DrawnPart {
  const DrawnFile* file = nullptr;  ///< never null
  std::size_t part = 0;             ///< index in its model
  glm::mat4 frame{1.0F};            ///< from the frame of the part to the world: m, z up
};

/// Draws one object. Its `scalex`, `scaley` and `scalez` scale shapes along the axes of the object, and of each part of
/// a humanoid, as in the bodies that the server makes from the same files.
///
/// Parts without a drawable shape file are drawn as their collision shapes, in grey: the whole object or, if there are
/// files for some parts, all other parts.
class VisObj {
 public:
  virtual ~VisObj() = default;

  /// Whether this can draw the object in its present state; it can as long as class and kind of shape stay the same.
  virtual bool suits(const client::Object& object, const client::ShapeBase& shapes) const = 0;
  /// Updates the poses of the object and its parts, and its state. `suits` must be true for the object.
  void update(const client::Object& object, const client::ShapeBase& shapes);
  /// The visible parts.
  const std::vector<DrawnPart>& drawn() const { return drawn_; }

 protected:
  /// The library outlives it.
  explicit VisObj(ShapeLibrary& library) : library_(library) {}

  /// Adds the file for the whole object.
  virtual void add_whole(const client::Object& object, const DrawnFile& file) = 0;
  void add(const DrawnFile& file, std::size_t part, const spark::Pose& pose, const glm::dvec3& scale);
  /// Adds a file with all of its joints in their initial poses.
  void add_at_rest(const DrawnFile& file, const spark::Pose& pose, const glm::dvec3& scale);
  /// The frame of a joint whose offset is scaled, given the frame of its parent.
  static spark::Pose below(const spark::Pose& above, const spark::Pose& joint, const glm::dvec3& scale);
  ShapeLibrary& library() const { return library_; }

 private:
  void add_collision_shape(const client::Part& part);

  ShapeLibrary& library_;
  std::vector<DrawnPart> drawn_;
};

/// An object whose shape is rigid, such as a table. The constructor loads the files of all states; one of them is
/// visible.
class VisObjStatic : public VisObj {
 public:
  VisObjStatic(ShapeLibrary& library, const client::Object& object, const client::ShapeBase& shapes);
  bool suits(const client::Object& object, const client::ShapeBase& shapes) const override;

 private:
  void add_whole(const client::Object& object, const DrawnFile& file) override;

  std::string class_name_;
};

/// A humanoid or another robot: each segment of its file is drawn at the part with the same name. A segment without
/// such a part keeps its pose relative to the parent joint.
class VisObjHumanoid : public VisObj {
 public:
  VisObjHumanoid(ShapeLibrary& library, const DrawnFile& file) : VisObj(library), file_(file) {}
  bool suits(const client::Object& object, const client::ShapeBase& shapes) const override;

 private:
  void add_whole(const client::Object& object, const DrawnFile& file) override;

  const DrawnFile& file_;
  std::vector<spark::Pose> poses_;  ///< of the joints, cm
};

}  // namespace sigverse::visuals
