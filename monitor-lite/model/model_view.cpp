// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/model/model_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "monitor-lite/view/shadow.h"

namespace monitor {
namespace {

using Shape = Model::Shape;

/// m; an eye this close to the surface of a shape counts as inside it.
constexpr float kSkin = 0.01F;
/// The default sky.
const std::vector<Dome::Stop> kDay{{0.0F, {0.45F, 0.58F, 0.75F}},  //
                                   {1.5708F, {0.85F, 0.88F, 0.90F}},
                                   {3.1416F, {0.45F, 0.46F, 0.46F}}};

/// The distance of a point of the shape's own frame from the box around the shape, along each axis.
glm::vec3 beyond(const Shape& shape, const glm::vec3& point) {
  return glm::max(glm::abs(point - shape.middle) - shape.half, glm::vec3(0));
}

bool is_inside(const Shape& shape, const glm::vec3& point) {
  switch (shape.kind) {
    case Shape::Kind::box:
      return glm::length(beyond(shape, point)) < kSkin;
    case Shape::Kind::ball:
      return glm::length(point) < shape.sizes.x + kSkin;
    case Shape::Kind::cylinder:
      return glm::length(glm::vec2(point)) < shape.sizes.x + kSkin && std::abs(point.z) < shape.sizes.y / 2 + kSkin;
    case Shape::Kind::mesh:
      break;
  }
  return false;
}

// m; in worlds of a server, the criteria for floors and for marks on them.
constexpr float kFloor = 2.0F;  // minimum edge; a floor is at most a tenth of its edge thick
constexpr float kMark = 0.03F;  // maximum thickness of a mark, and maximum distance of its top from that of the floor

/// Half the extent along the axes of the world of an axis-aligned box or cylinder; nothing for others.
std::optional<glm::vec3> straight_half(const Shape& shape, const glm::mat4& frame) {
  if (shape.kind != Shape::Kind::box && shape.kind != Shape::Kind::cylinder) return std::nullopt;
  glm::vec3 half(0);
  bool is_straight = false;
  for (int axis = 0; axis < 3; ++axis) {
    const glm::vec3 way(frame[axis]);
    is_straight = is_straight || std::abs(way.z) > 0.9999F;
    half += glm::abs(way) * shape.half[axis];
  }
  return is_straight ? std::optional(half) : std::nullopt;
}

glm::vec3 scale_of(const glm::mat4& frame) {
  return {glm::length(glm::vec3(frame[0])), glm::length(glm::vec3(frame[1])), glm::length(glm::vec3(frame[2]))};
}

}  // namespace

ModelView::ModelView(Painter& painter, const GpuModel& model) : painter_(painter), model_(model) {
  dome_.set(model.model().sky.value_or(kDay));
}

void ModelView::look(std::size_t part, const Shape& shape, const glm::mat4& pose, const glm::vec3& eye) {
  const glm::mat4 frame = pose * shape.frame;
  const glm::vec3 scale = scale_of(frame);
  const glm::vec3 there = glm::vec3(glm::inverse(frame) * glm::vec4(eye, 1));
  if (is_inside(shape, there)) return;
  const float away = glm::distance(eye, glm::vec3(frame * glm::vec4(shape.middle, 1)));
  const float reach = glm::length(shape.half * scale);
  if (!std::isfinite(away) || !std::isfinite(reach)) return;
  const float gap = glm::length(beyond(shape, there) * scale);
  nearest_ = std::min(nearest_, std::isfinite(gap) ? gap : 0.0F);
  farthest_ = std::max(farthest_, away + reach);
  const Seen seen{&shape, part, frame, away};
  if (model_.is_solid(shape)) opaque_.push_back(seen);
  if (model_.is_glass(shape)) glass_.push_back(seen);
}

/// Finds the lowest floor under the eye, which may consist of several shapes, and the marks on it. Everything else is
/// above it, so it may hide the marks; only the height of the eye decides whether they are visible.
void ModelView::sort_out_marks(const glm::vec3& eye) {
  float ground = eye.z;
  for (Seen& seen : opaque_) {
    const auto half = straight_half(*seen.shape, seen.frame);
    seen.is_flat = half && half->z <= kMark / 2;
    seen.top = half ? seen.frame[3].z + half->z : 0;
    seen.is_floor = half && std::min(half->x, half->y) >= kFloor / 2 && half->z <= std::min(half->x, half->y) / 10;
    if (seen.is_floor) ground = std::min(ground, seen.top);
  }
  if (ground == eye.z) return;
  ground_ = ground;
  const auto is_at_ground = [&](const Seen& seen) {
    return seen.top >= ground && seen.top < std::min(ground + kMark, eye.z);
  };
  for (const Seen& seen : opaque_) {
    if (!is_at_ground(seen) || !(seen.is_floor || seen.is_flat)) continue;
    (seen.is_floor ? floors_ : marks_).push_back(seen);
  }
  std::erase_if(opaque_, [&](const Seen& seen) { return is_at_ground(seen) && (seen.is_floor || seen.is_flat); });
  // Without a floor there are no marks.
  const auto is_on_floor = [&](const Seen& mark) {
    return std::ranges::any_of(floors_, [&](const Seen& floor) {
      const glm::vec2 away = glm::abs(glm::vec2(mark.frame[3] - floor.frame[3]));
      const glm::vec3 half = *straight_half(*floor.shape, floor.frame);
      return away.x <= half.x && away.y <= half.y;
    });
  };
  const auto others = std::stable_partition(marks_.begin(), marks_.end(), is_on_floor);
  opaque_.insert(opaque_.end(), others, marks_.end());
  marks_.erase(others, marks_.end());
  std::ranges::stable_sort(marks_, {}, &Seen::top);
}

/// Paints soft shadows on floors. Small shapes of a part that has many of them cast none: together they would make the
/// floor black.
void ModelView::paint_shadows() {
  constexpr float kLargest = 3.0F;  // m; roofs and hills have no soft shadows
  constexpr float kLongest = 6.0F;  // maximum ratio of length to thickness
  const auto reach = [](const Seen& seen) { return glm::length(seen.shape->half * scale_of(seen.frame)); };
  std::vector<float> largest(model_.model().parts.size());
  for (const Seen& seen : opaque_) largest[seen.part] = std::max(largest[seen.part], reach(seen));
  for (const Seen& seen : opaque_) {
    if (reach(seen) > kLargest || reach(seen) < largest[seen.part] / 2) continue;
    // As long as the shape's longest axis, and as thick as a ball with the two others.
    const glm::vec3 half = seen.shape->half * scale_of(seen.frame);
    const int axis = half.x >= half.y && half.x >= half.z ? 0 : half.y >= half.z ? 1 : 2;
    const float across = std::max(half[(axis + 1) % 3], half[(axis + 2) % 3]);
    // The shadow of a wall would fall to pieces.
    if (!(half[axis] <= kLongest * across)) continue;
    const glm::vec3 spine = glm::normalize(glm::vec3(seen.frame[axis])) * (half[axis] - across);
    paint_shadow(painter_, glm::vec3(seen.frame * glm::vec4(seen.shape->middle, 1)), spine, across, ground_);
  }
}

void ModelView::set_limits(float nearest, float farthest) {
  near_limit_ = nearest;
  far_limit_ = farthest;
}

/// Finds all visible shapes and returns the camera with its planes.
Camera ModelView::look(std::span<const glm::mat4> poses, const Camera& camera, float aspect) {
  for (auto* list : {&floors_, &marks_, &opaque_, &glass_}) list->clear();
  nearest_ = std::numeric_limits<float>::max();
  farthest_ = 0;
  const Model& model = model_.model();
  for (std::size_t part = 0; part < model.parts.size(); ++part)
    for (const Shape& shape : model.parts[part].shapes) look(part, shape, poses[part], camera.eye);
  const float up = std::tan(glm::radians(camera.field_of_view) / 2);
  Camera from = camera;
  from.farthest = std::min(std::max(farthest_ * 1.01F, 1e-3F), far_limit_);
  // A depth is measured along the line of sight; in a corner of the picture it is less than the distance.
  from.nearest = std::max(0.9F * nearest_ / std::sqrt(1 + up * up * (1 + aspect * aspect)),
                          std::min(model.avatar_radius / 2, from.farthest * 1e-3F));
  from.nearest = std::min(from.nearest, from.farthest / 2);
  if (near_limit_ > from.nearest) {
    from.nearest = near_limit_;
    from.farthest = std::max(from.farthest, near_limit_ * 1.01F);
  }
  return from;
}

void ModelView::draw(std::span<const glm::mat4> poses, const Camera& camera, int width, int height) {
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  const glm::mat4 view = look(poses, camera, aspect).matrix(aspect);
  painter_.output(Painter::Output::colours);
  painter_.begin(width, height, view, glm::vec4(camera.eye, 1), glm::vec4(0, 0, 0, 1));
  dome_.draw(view, camera.eye);
  sort_out_marks(camera.eye);
  painter_.layer(Painter::Layer::solid);
  for (const Seen& seen : floors_) paint(seen);
  painter_.layer(Painter::Layer::ground);
  for (const Seen& seen : marks_) paint(seen);
  if (!floors_.empty()) paint_shadows();
  painter_.layer(Painter::Layer::solid);
  for (const Seen& seen : opaque_) paint(seen);
  // Other kinds are drawn separately, so each shape is a layer of its own.
  std::ranges::stable_sort(glass_, std::greater(), &Seen::away);
  for (const Seen& seen : glass_) {
    painter_.layer(Painter::Layer::glass);
    paint(seen);
  }
  painter_.layer(Painter::Layer::solid);
}

Camera ModelView::draw_depths(std::span<const glm::mat4> poses, const Camera& camera, int width, int height) {
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  const Camera from = look(poses, camera, aspect);
  painter_.output(Painter::Output::depths);
  painter_.begin(width, height, from.matrix(aspect), glm::vec4(camera.eye, 1), glm::vec4(0, 0, 0, 1));
  painter_.layer(Painter::Layer::solid);
  for (const Seen& seen : opaque_) paint(seen);
  return from;
}

void ModelView::paint(const Seen& seen) {
  model_.paint(painter_, *seen.shape, seen.frame);
}

std::vector<glm::mat4> poses_of(const Model& model) {
  std::vector<glm::mat4> poses;
  poses.reserve(model.parts.size());
  for (const Model::Part& part : model.parts) poses.push_back(part.pose);
  return poses;
}

Camera camera_at(const Model& model, std::size_t viewpoint, std::span<const glm::mat4> poses, float field_of_view,
                 float aspect) {
  const Model::Viewpoint& view = model.viewpoints[viewpoint];
  const glm::mat4 frame = poses[view.part] * view.frame;
  Camera camera;
  camera.eye = glm::vec3(frame[3]);
  camera.target = camera.eye - glm::normalize(glm::vec3(frame[2]));
  camera.up = glm::normalize(glm::vec3(frame[1]));
  const float half = std::tan(field_of_view / 2);
  camera.field_of_view = glm::degrees(2 * std::atan(half / std::min(aspect, 1.0F)));
  return camera;
}

Camera camera_around(const Model& model, std::span<const glm::mat4> poses, float aspect) {
  constexpr float kLens = 30.0F, kPitch = 0.42F, kYaw = 0.45F;  // degrees; rad
  Camera camera;
  camera.field_of_view = kLens;
  const glm::vec3 out(std::sin(kYaw) * std::cos(kPitch), -std::cos(kYaw) * std::cos(kPitch), std::sin(kPitch));
  const glm::vec3 right = glm::normalize(glm::cross(camera.up, out)), up = glm::cross(out, right);
  std::vector<glm::vec3> corners;
  glm::vec3 low(std::numeric_limits<float>::max()), high = -low;
  for (std::size_t part = 0; part < model.parts.size(); ++part)
    for (const Shape& shape : model.parts[part].shapes) {
      const glm::mat4 frame = poses[part] * shape.frame;
      for (unsigned i = 0; i < 8; ++i) {
        const glm::vec3 end(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
        const glm::vec3 corner(frame * glm::vec4(shape.middle + end * shape.half, 1));
        if (!std::isfinite(glm::length(corner))) continue;
        corners.push_back(corner);
        low = glm::min(low, corner);
        high = glm::max(high, corner);
      }
    }
  if (corners.empty()) return camera;
  // The nearest point on the line of sight through the middle from which every corner is within the picture.
  camera.target = (low + high) / 2.0F;
  const float tall = 0.95F * std::tan(glm::radians(kLens) / 2), wide = tall * aspect;
  float distance = 0;
  for (const glm::vec3& corner : corners) {
    const glm::vec3 there = corner - camera.target;
    distance = std::max({distance, glm::dot(there, out) + std::abs(glm::dot(there, right)) / wide,
                         glm::dot(there, out) + std::abs(glm::dot(there, up)) / tall});
  }
  camera.eye = camera.target + std::max(distance, 1e-3F) * out;
  return camera;
}

}  // namespace monitor
