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

/// The file that shows the whole object as it is now; null if there is none, or it cannot be drawn.
const DrawnFile* whole_file(ShapeLibrary& library, const client::Object& object, const client::ShapeBase& shapes);

/// A part of a shape file at a place.
struct DrawnPart {
  const DrawnFile* file = nullptr;  ///< never null
  std::size_t part = 0;             ///< of its model
  glm::mat4 frame{1.0F};            ///< from the frame of the part to the world: m, z up
};

/// One object as it is drawn. Shapes are where `scalex`, `scaley` and `scalez` of the object put them: they scale along
/// the axes of the object, and of each part of a humanoid, just as the bodies that the server makes of the same files.
///
/// What has no shape file that can be drawn is drawn by its collision shapes, in grey: the whole object, or, where
/// files show single parts, all others.
class VisObj {
 public:
  virtual ~VisObj() = default;

  /// Whether it can draw the object, as it is now. It can as long as class and kind of shape stay the same.
  virtual bool suits(const client::Object& object, const client::ShapeBase& shapes) const = 0;
  /// Takes over where the object and its parts are, and its state. It has to suit.
  void update(const client::Object& object, const client::ShapeBase& shapes);
  /// What is visible.
  const std::vector<DrawnPart>& drawn() const { return drawn_; }

 protected:
  /// The library outlives it.
  explicit VisObj(ShapeLibrary& library) : library_(library) {}

  /// Adds the file that shows the whole object.
  virtual void add_whole(const client::Object& object, const DrawnFile& file) = 0;
  void add(const DrawnFile& file, std::size_t part, const spark::Pose& pose, const glm::dvec3& scale);
  /// Adds a file as it is, with all joints where it has them.
  void add_at_rest(const DrawnFile& file, const spark::Pose& pose, const glm::dvec3& scale);
  /// The frame of a joint whose offset is scaled, below that of the joint above.
  static spark::Pose below(const spark::Pose& above, const spark::Pose& joint, const glm::dvec3& scale);
  ShapeLibrary& library() const { return library_; }

 private:
  void add_collision_shape(const client::Part& part);

  ShapeLibrary& library_;
  std::vector<DrawnPart> drawn_;
};

/// An object whose shape does not move in itself, such as a table. The files of all its states are loaded when it is
/// made; one of them is visible.
class VisObjStatic : public VisObj {
 public:
  VisObjStatic(ShapeLibrary& library, const client::Object& object, const client::ShapeBase& shapes);
  bool suits(const client::Object& object, const client::ShapeBase& shapes) const override;

 private:
  void add_whole(const client::Object& object, const DrawnFile& file) override;

  std::string class_name_;
};

/// A humanoid or another robot: each segment of its file is drawn where the part of its name is. A segment without such
/// a part keeps its place behind the joint above.
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
