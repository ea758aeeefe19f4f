// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/scene_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "gateways/sigverse/visuals/frames.h"
#include "gateways/sigverse/window/values.h"
#include "monitor-lite/view/stage.h"

namespace sigverse::window {
namespace {

constexpr int kMaxNames = 300;  // per picture
constexpr glm::vec4 kFrame{1.0F, 0.62F, 0.10F, 1}, kThinFrame{1.0F, 0.62F, 0.10F, 0.5F};
constexpr float kCorner = 0.2F;  // share of an edge of the frame
constexpr glm::vec4 kOutside{0.10F, 0.12F, 0.14F, 1};

/// The edges of a cube, as the bits of two corners: x, y, z.
constexpr std::pair<unsigned, unsigned> kEdges[] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                                    {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};

glm::vec3 corner_of(const glm::mat4& box, unsigned bits) {
  const auto side = [bits](unsigned bit) { return (bits & bit) != 0 ? 1.0F : -1.0F; };
  return box * glm::vec4(side(1), side(2), side(4), 1);
}

/// The axes of its main part, normalised.
glm::mat3 axes_of(const client::Object& object) {
  if (object.parts.empty()) return glm::mat3(1);
  const client::Part& main = object.parts.front();
  const glm::mat3 frame(visuals::drawn_frame(visuals::pose_of({}, main.turn)));
  return {glm::normalize(frame[0]), glm::normalize(frame[1]), glm::normalize(frame[2])};
}

/// One box around all boxes, along these axes; a single box is returned as it is.
glm::mat4 box_around(const std::vector<glm::mat4>& boxes, const glm::mat3& axes) {
  if (boxes.size() == 1) return boxes.front();
  constexpr float kFar = std::numeric_limits<float>::max();
  glm::vec3 low(kFar), high(-kFar);
  for (const glm::mat4& box : boxes)
    for (unsigned bits = 0; bits != 8; ++bits) {
      const glm::vec3 corner = glm::transpose(axes) * corner_of(box, bits);
      low = glm::min(low, corner);
      high = glm::max(high, corner);
    }
  const glm::vec3 half = (high - low) / 2.0F;
  return {glm::vec4(half.x * axes[0], 0), glm::vec4(half.y * axes[1], 0), glm::vec4(half.z * axes[2], 0),
          glm::vec4(axes * ((low + high) / 2.0F), 1)};
}

}  // namespace

void SceneView::update(const client::World& world, const client::ShapeBase& shapes, std::string_view selected,
                       bool is_dragged) {
  vis_world_.update(world, shapes);
  objects_.clear();
  std::vector<visuals::Bounds> around;
  for (const client::Object& object : world.objects) {
    objects_.push_back(object.name);
    if (const auto bounds = vis_world_.bounds(object.name)) around.push_back(*bounds);
  }
  if (!is_dragged) stage_.update(around);
  selected_ = selected;
  if (const client::Object* const object = world.find(selected_)) axes_ = axes_of(*object);
  if (eye_ == 0) return;
  const client::Object* const agent = world.find(eye_of_);
  if (!agent || !look_through(*agent, eye_).empty()) look_freely();
}

std::string SceneView::look_through(const client::Object& agent, int camera) {
  if (camera == 0) return look_freely(), std::string();
  try {
    eye_view_ = client::view_of(agent, camera);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  eye_ = camera;
  eye_of_ = agent.name;
  return {};
}

glm::vec3 SceneView::followed() const {
  const auto bounds = vis_world_.bounds(selected_);
  return bounds ? (bounds->low + bounds->high) / 2.0F : stage().middle;
}

/// Uses as much of the free area as the picture needs, in whole pixels.
void SceneView::place(const monitor::Area& free) {
  glm::vec2 size(std::max(1.0F, free.width), std::max(1.0F, free.height));
  shot_.aspect = size.x / size.y;
  if (eye_ != 0) {
    shot_.aspect = std::clamp(static_cast<float>(eye_view_.aspect_ratio), 1e-3F, 1e3F);
    size = {std::min(size.x, size.y * shot_.aspect), std::min(size.y, size.x / shot_.aspect)};
  }
  size = glm::max(glm::vec2(1), glm::round(size));
  area_ = {std::round(free.x + (free.width - size.x) / 2), std::round(free.y + (free.height - size.y) / 2), size.x,
           size.y};
  shot_.width = static_cast<int>(size.x), shot_.height = static_cast<int>(size.y);
}

void SceneView::draw(int width, int height, const monitor::Area& free, float seconds) {
  place(free);
  shot_.floor.reset();
  if (eye_ != 0) {
    shot_.camera = visuals::camera_of(eye_view_);
    shot_.own = eye_of_;
  } else {
    shot_.camera = cameras_.camera(stage(), followed(), shot_.aspect, seconds);
    shot_.own = {};
    shot_.floor = visuals::Bounds{stage().low, stage().high};  // agents do not see the floor
  }
  const glm::ivec2 whole(std::max(1, width), std::max(1, height));
  painter_.within(monitor::Painter::Whole{whole, {area_.x, area_.y}});
  vis_world_.draw(shot_);
  painter_.begin_overlay();
  const monitor::Screen screen{painter_, static_cast<float>(whole.x), static_cast<float>(whole.y)};
  if (!selected_.empty() && selected_ != shot_.own) draw_frame(screen);
  if (names_) draw_names(screen);
  draw_outside(screen);
}

/// Draws a box with thin lines and emphasised corners, so that its contents remain visible.
void SceneView::draw_frame(const monitor::Screen& screen) {
  const std::vector<glm::mat4> boxes = vis_world_.boxes(selected_);
  if (boxes.empty()) return;
  const glm::mat4 box = box_around(boxes, axes_);
  const auto line = [&](const glm::vec3& begin, const glm::vec3& end, float half, const glm::vec4& colour) {
    glm::vec2 from, to;
    if (!painter_.project(begin, from) || !painter_.project(end, to)) return;
    const monitor::Overlay::Knot knots[] = {{from, half * screen.unit(), colour}, {to, half * screen.unit(), colour}};
    painter_.ribbon(knots);
  };
  for (const auto& [first, second] : kEdges) {
    const glm::vec3 begin = corner_of(box, first), end = corner_of(box, second), corner = kCorner * (end - begin);
    line(begin, end, 0.8F, kThinFrame);
    line(begin, begin + corner, 1.3F, kFrame);
    line(end - corner, end, 1.3F, kFrame);
  }
}

void SceneView::draw_names(const monitor::Screen& screen) {
  int left = kMaxNames;
  for (const std::string& name : objects_) {
    const auto bounds = vis_world_.bounds(name);
    if (!bounds) continue;
    const glm::vec3 top((bounds->low.x + bounds->high.x) / 2, (bounds->low.y + bounds->high.y) / 2, bounds->high.z);
    glm::vec2 pixel;
    if (!painter_.project(top, pixel) || !area_.contains(pixel.x, pixel.y)) continue;
    if (left-- == 0) return;
    painter_.outlined_text(shown_name(name), pixel.x, pixel.y - 9 * screen.unit(), 12 * screen.unit(),
                           name == selected_ ? kFrame : monitor::colours::kBright, 0.5F);
  }
}

/// Covers the parts of names and frames that are outside the picture.
void SceneView::draw_outside(const monitor::Screen& screen) const {
  const float right = area_.x + area_.width, bottom = area_.y + area_.height;
  const monitor::Area sides[] = {{0, 0, screen.width, area_.y},
                                 {0, bottom, screen.width, screen.height - bottom},
                                 {0, area_.y, area_.x, area_.height},
                                 {right, area_.y, screen.width - right, area_.height}};
  for (const monitor::Area& side : sides)
    if (side.width > 0 && side.height > 0) screen.panel(side, kOutside);
}

std::optional<visuals::Sighting> SceneView::at(float x, float y) {
  if (!area_.contains(x, y)) return std::nullopt;
  return vis_world_.at(shot_, {x - area_.x, y - area_.y});
}

PictureRay SceneView::ray(float x, float y) const {
  return ray_through(shot_.camera, {area_.width, area_.height}, x - area_.x, y - area_.y);
}

bool SceneView::project(const sight::Vector& place, glm::vec2& pixel) const {
  return painter_.project(visuals::drawn_place(place), pixel);
}

}  // namespace sigverse::window
