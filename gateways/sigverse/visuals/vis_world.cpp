// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/visuals/vis_world.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "gateways/sigverse/visuals/frames.h"
#include "gateways/sigverse/visuals/ray.h"

namespace sigverse::visuals {
namespace {

using monitor::Painter;

/// The space that a camera sees: a pyramid with the eye as its apex, or a block if the camera is orthographic.
class SeenSpace {
 public:
  explicit SeenSpace(const Shot& shot)
      : eye_(shot.camera.eye),
        ahead_(glm::normalize(shot.camera.target - shot.camera.eye)),
        right_(glm::normalize(glm::cross(ahead_, shot.camera.up))),
        up_(glm::cross(right_, ahead_)),
        is_flat_(shot.camera.flat),
        tall_(is_flat_ ? shot.camera.field_of_view / 2 : std::tan(glm::radians(shot.camera.field_of_view) / 2)),
        wide_(tall_ * shot.aspect),
        nearest_(is_flat_ ? 0.0F : shot.camera.nearest),
        farthest_(is_flat_ ? std::numeric_limits<float>::infinity() : shot.camera.farthest) {}

  bool meets_sphere(const glm::vec3& middle, float radius) const {
    const glm::vec3 to = middle - eye_;
    const float away = glm::dot(to, ahead_);
    return away + radius >= nearest_ && away - radius <= farthest_ &&
           meets_sides(std::abs(glm::dot(to, right_)), away, wide_, radius) &&
           meets_sides(std::abs(glm::dot(to, up_)), away, tall_, radius);
  }
  /// The ray through a point of the picture; x to the right and y up, from −1 to 1. Its t is the depth.
  Ray ray(float x, float y) const {
    const glm::vec3 aside = x * wide_ * right_ + y * tall_ * up_;
    return is_flat_ ? Ray{eye_ + aside, ahead_, nearest_, farthest_} : Ray{eye_, ahead_ + aside, nearest_, farthest_};
  }

 private:
  /// Whether a sphere intersects the space between two opposite sides. `half` is half the distance between these, in a
  /// pyramid that at depth 1.
  bool meets_sides(float aside, float away, float half, float radius) const {
    if (is_flat_) return aside <= half + radius;
    return aside - away * half <= radius * std::sqrt(1 + half * half);
  }

  glm::vec3 eye_, ahead_, right_, up_;
  bool is_flat_;
  float tall_, wide_, nearest_, farthest_;
};

/// The eye in the form that `Painter::begin` expects: for an orthographic camera, a direction.
glm::vec4 eye_of(const monitor::Camera& camera) {
  return camera.flat ? glm::vec4(glm::normalize(camera.eye - camera.target), 0) : glm::vec4(camera.eye, 1);
}

float longest_axis(const glm::mat4& frame) {
  return std::max(
      {glm::length(glm::vec3(frame[0])), glm::length(glm::vec3(frame[1])), glm::length(glm::vec3(frame[2]))});
}

bool is_around(const monitor::Model::Shape& shape, const glm::mat4& frame, const glm::vec3& place) {
  const glm::vec3 beyond = glm::abs(glm::vec3(glm::inverse(frame) * glm::vec4(place, 1)) - shape.middle) - shape.half;
  return beyond.x <= 0 && beyond.y <= 0 && beyond.z <= 0;
}

void for_each_shape(const VisObj& object,
                    const std::function<void(const DrawnFile&, const monitor::Model::Shape&, const glm::mat4&)>& take) {
  for (const DrawnPart& drawn : object.drawn())
    for (const monitor::Model::Shape& shape : drawn.file->model().parts[drawn.part].shapes)
      take(*drawn.file, shape, drawn.frame * shape.frame);
}

/// The matrix that maps the cube from −1 to 1 to the box around the shape.
glm::mat4 box_around(const monitor::Model::Shape& shape, const glm::mat4& frame) {
  const glm::vec3& half = shape.half;
  return frame * glm::mat4({half.x, 0, 0, 0}, {0, half.y, 0, 0}, {0, 0, half.z, 0}, glm::vec4(shape.middle, 1));
}

bool is_finite(const glm::mat4& frame) {
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row)
      if (!std::isfinite(frame[column][row])) return false;
  return true;
}

}  // namespace

std::unique_ptr<VisObj> VisWorld::make(const client::Object& object, const client::ShapeBase& shapes) {
  const DrawnFile* file = whole_file(library_, object, shapes);
  if (file && file->is_humanoid()) return std::make_unique<VisObjHumanoid>(library_, *file);
  return std::make_unique<VisObjStatic>(library_, object, shapes);
}

void VisWorld::update(const client::World& world, const client::ShapeBase& shapes) {
  ++updates_;
  order_.clear();
  for (const client::Object& object : world.objects) {
    Entry& entry = entries_[object.name];
    if (entry.update == updates_) continue;  // two objects have the same name
    entry.update = updates_;
    entry.name = object.name;
    if (!entry.drawn || !entry.drawn->suits(object, shapes)) entry.drawn = make(object, shapes);
    entry.drawn->update(object, shapes);
    order_.push_back(&entry);
  }
  std::erase_if(entries_, [this](const auto& each) { return each.second.update != updates_; });
}

void VisWorld::look(const Shot& shot, Own own) {
  solid_.clear();
  glass_.clear();
  const SeenSpace space(shot);
  const glm::vec3& eye = shot.camera.eye;
  for (const Entry* entry : order_) {
    const bool is_own = entry->name == shot.own;
    if (is_own && own == Own::hidden) continue;
    for_each_shape(*entry->drawn,
                   [&](const DrawnFile& file, const monitor::Model::Shape& shape, const glm::mat4& frame) {
                     const glm::vec3 middle(frame * glm::vec4(shape.middle, 1));
                     const float reach = glm::length(shape.half) * longest_axis(frame);
                     if (!is_finite(frame) || !space.meets_sphere(middle, reach)) return;
                     if (is_own && is_around(shape, frame, eye)) return;
                     const Seen seen{entry, &file, &shape, frame, glm::distance(eye, middle)};
                     if (file.gpu().is_solid(shape)) solid_.push_back(seen);
                     if (file.gpu().is_glass(shape)) glass_.push_back(seen);
                   });
  }
  std::ranges::stable_sort(glass_, std::greater(), &Seen::away);
}

void VisWorld::draw(const Shot& shot) {
  look(shot, Own::shown);
  painter_.output(Painter::Output::colours);
  painter_.lights(Painter::Lights::camera_and_above);
  painter_.begin(shot.width, shot.height, shot.camera.matrix(shot.aspect), eye_of(shot.camera), kBackground);
  if (shot.floor) draw_floor(shot, *shot.floor);
  painter_.layer(Painter::Layer::solid);
  for (const Seen& seen : solid_) paint(seen);
  // Each one is a layer of its own; otherwise those of one kind would be drawn together.
  for (const Seen& seen : glass_) {
    painter_.layer(Painter::Layer::glass);
    paint(seen);
  }
  painter_.layer(Painter::Layer::solid);
}

/// Draws a plain floor with a grid.
void VisWorld::draw_floor(const Shot& shot, const Bounds& around) {
  constexpr glm::vec4 kFloor{0.93F, 0.95F, 0.96F, 1.0F}, kLine{0.55F, 0.6F, 0.65F, 0.5F};
  constexpr float kWide = 0.02F;                          // m, of a line
  constexpr float kMinReach = 5.0F, kMaxReach = 1000.0F;  // m from the middle to the edge
  constexpr int kMaxLines = 60;                           // along each axis
  if (shot.camera.eye.z <= 0) return;
  const glm::vec2 middle = glm::round(glm::vec2(around.low + around.high) / 2.0F);
  const float reach = std::clamp(2 * glm::length(glm::vec2(around.high - around.low)), kMinReach, kMaxReach);
  const float step = std::max(1.0F, std::ceil(2 * reach / kMaxLines));
  const float edge = step * std::ceil(reach / step);
  painter_.layer(Painter::Layer::ground);
  painter_.box({middle, 0}, {2 * edge, 2 * edge, 0}, kFloor);
  for (float aside = -edge; aside <= edge; aside += step) {
    painter_.box({middle.x, middle.y + aside, 0}, {2 * edge, kWide, 0}, kLine);
    painter_.box({middle.x + aside, middle.y, 0}, {kWide, 2 * edge, 0}, kLine);
  }
}

void VisWorld::draw_depths(const Shot& shot) {
  look(shot, Own::hidden);
  painter_.output(Painter::Output::depths);
  painter_.begin(shot.width, shot.height, shot.camera.matrix(shot.aspect), eye_of(shot.camera), kBackground);
  painter_.layer(Painter::Layer::solid);
  for (const Seen& seen : solid_) paint(seen);
}

void VisWorld::paint(const Seen& seen) {
  seen.file->gpu().paint(painter_, *seen.shape, seen.frame);
}

std::optional<Sighting> VisWorld::at(const Shot& shot, const glm::vec2& pixel) {
  look(shot, Own::shown);
  Ray ray = SeenSpace(shot).ray(2 * pixel.x / static_cast<float>(shot.width) - 1,
                                1 - 2 * pixel.y / static_cast<float>(shot.height));
  const Entry* nearest = nullptr;
  for (const std::vector<Seen>* list : {&solid_, &glass_})
    for (const Seen& seen : *list)
      if (const auto there = meets(ray, seen.file->model(), *seen.shape, seen.frame)) {
        ray.farthest = *there;
        nearest = seen.entry;
      }
  if (!nearest) return std::nullopt;
  return Sighting{nearest->name, sig_place(ray.from + ray.farthest * ray.along)};
}

std::optional<Bounds> VisWorld::bounds(std::string_view object) const {
  std::optional<Bounds> around;
  for (const glm::mat4& box : boxes(object)) {
    const glm::vec3 middle(box[3]);
    const glm::vec3 half = glm::abs(glm::vec3(box[0])) + glm::abs(glm::vec3(box[1])) + glm::abs(glm::vec3(box[2]));
    if (!around) around = Bounds{middle - half, middle + half};
    around = Bounds{glm::min(around->low, middle - half), glm::max(around->high, middle + half)};
  }
  return around;
}

std::vector<glm::mat4> VisWorld::boxes(std::string_view object) const {
  std::vector<glm::mat4> all;
  const auto found = entries_.find(std::string(object));
  if (found == entries_.end()) return all;
  for_each_shape(*found->second.drawn,
                 [&](const DrawnFile&, const monitor::Model::Shape& shape, const glm::mat4& frame) {
                   const glm::mat4 box = box_around(shape, frame);
                   if (is_finite(box)) all.push_back(box);
                 });
  return all;
}

}  // namespace sigverse::visuals
