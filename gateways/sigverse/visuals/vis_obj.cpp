// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/visuals/vis_obj.h"

#include <algorithm>

#include "gateways/sigverse/visuals/frames.h"

namespace sigverse::visuals {
namespace {

spark::Pose pose_of_object(const client::Object& object) {
  return pose_of({object.number("x"), object.number("y"), object.number("z")},
                 {object.number("qw", 1.0), object.number("qx"), object.number("qy"), object.number("qz")});
}

glm::dvec3 scale_of_object(const client::Object& object) {
  const auto scale = [&](const char* attribute) {
    const double factor = object.number(attribute, 1.0);
    return factor > 0.0 ? factor : 1.0;
  };
  return {scale("scalex"), scale("scaley"), scale("scalez")};
}

}  // namespace

const DrawnFile* whole_file(ShapeLibrary& library, const client::Object& object, const client::ShapeBase& shapes) {
  const auto shown = shapes.files_of(object);
  if (shown.empty() || !shown.front().part.empty()) return nullptr;
  return library.find(shown.front().file);
}

void VisObj::update(const client::Object& object, const client::ShapeBase& shapes) {
  drawn_.clear();
  bool is_whole = false;
  std::vector<std::string_view> shown_parts;
  for (const client::ShapeBase::Shown& shown : shapes.files_of(object)) {
    const DrawnFile* file = library_.find(shown.file);
    if (!file) continue;
    if (shown.part.empty()) {
      is_whole = true;
      add_whole(object, *file);
    } else if (const client::Part* part = object.find_part(shown.part)) {
      add_at_rest(*file, pose_of(part->place, part->turn), scale_of_object(object));
      shown_parts.push_back(shown.part);
    }
  }
  if (is_whole) return;
  for (const client::Part& part : object.parts)
    if (std::ranges::find(shown_parts, part.name) == shown_parts.end()) add_collision_shape(part);
}

void VisObj::add(const DrawnFile& file, std::size_t part, const spark::Pose& pose, const glm::dvec3& scale) {
  drawn_.push_back({&file, part, drawn_frame(pose, scale)});
}

spark::Pose VisObj::below(const spark::Pose& above, const spark::Pose& joint, const glm::dvec3& scale) {
  const spark::Vec3& at = joint.position;
  return above * spark::Pose{{at.x * scale.x, at.y * scale.y, at.z * scale.z}, joint.rotation};
}

void VisObj::add_at_rest(const DrawnFile& file, const spark::Pose& pose, const glm::dvec3& scale) {
  if (!file.is_humanoid()) return add(file, 0, pose, scale);
  std::vector<spark::Pose> poses;
  for (const DrawnFile::Joint& joint : file.joints()) {
    poses.push_back(below(joint.above ? poses[*joint.above] : pose, joint.pose, scale));
    if (joint.part) add(file, *joint.part, poses.back(), scale);
  }
}

void VisObj::add_collision_shape(const client::Part& part) {
  const spark::Pose pose = pose_of(part.place, part.turn) * pose_of(part.shape_place, part.shape_turn);
  const auto& [x, y, z] = part.size;
  glm::dvec3 size(x, y, z);
  if (part.kind == wire::PartShape::cylinder) size = {x, y, x};
  if (part.kind == wire::PartShape::sphere) size = glm::dvec3(x);
  add(library_.simple_shapes(), static_cast<std::size_t>(part.kind), pose, size);
}

VisObjStatic::VisObjStatic(ShapeLibrary& library, const client::Object& object, const client::ShapeBase& shapes)
    : VisObj(library), class_name_(object.class_name) {
  for (const client::ShapeBase::Entry* entry : shapes.entries_of(class_name_)) library.find(entry->file);
}

bool VisObjStatic::suits(const client::Object& object, const client::ShapeBase& shapes) const {
  if (object.class_name != class_name_) return false;
  const DrawnFile* file = whole_file(library(), object, shapes);
  return !file || !file->is_humanoid();
}

void VisObjStatic::add_whole(const client::Object& object, const DrawnFile& file) {
  add_at_rest(file, pose_of_object(object), scale_of_object(object));
}

bool VisObjHumanoid::suits(const client::Object& object, const client::ShapeBase& shapes) const {
  return whole_file(library(), object, shapes) == &file_;
}

void VisObjHumanoid::add_whole(const client::Object& object, const DrawnFile& file) {
  const spark::Pose whole = pose_of_object(object);
  const glm::dvec3 scale = scale_of_object(object);
  poses_.clear();
  for (const DrawnFile::Joint& joint : file.joints()) {
    // The segment `body` is drawn in the frame of the object, from which that of the part `body` may differ: if that
    // part is a simple shape of the class, its frame is in the middle of the shape.
    const client::Part* part =
        joint.segment.empty() || joint.segment == "body" ? nullptr : object.find_part(joint.segment);
    poses_.push_back(part ? pose_of(part->place, part->turn)
                          : below(joint.above ? poses_[*joint.above] : whole, joint.pose, scale));
    if (joint.part) add(file, *joint.part, poses_.back(), scale);
  }
}

}  // namespace sigverse::visuals
