// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/bodies_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "monitor-lite/client/words.h"
#include "monitor-lite/view/screen.h"
#include "monitor-lite/view/shadow.h"

namespace monitor {
namespace {

constexpr float kBodyRadius = 0.03F;  ///< m, the radius of a body without shapes,
constexpr float kBodyUnits = 3.0F;    ///< and the minimum of that radius, in units
constexpr float kUpright = 0.95F;     ///< a plane whose normal is at least this steep is a floor
constexpr glm::vec4 kGrey{0.62F, 0.63F, 0.64F, 1};

// The colours of groups of bodies, used in turn; colour-blind people can distinguish them, too.
constexpr glm::vec4 kColours[] = {{0.90F, 0.62F, 0.10F, 1}, {0.34F, 0.70F, 0.92F, 1}, {0.10F, 0.62F, 0.46F, 1},
                                  {0.93F, 0.88F, 0.28F, 1}, {0.82F, 0.40F, 0.12F, 1}, {0.80F, 0.50F, 0.66F, 1}};

std::string_view group_of(std::string_view name) {
  return name.substr(0, name.find('/'));
}

/// Assigns colours in the order in which the groups appear.
class Colours {
 public:
  const glm::vec4& of(const Body& body) {
    const std::string_view group = group_of(body.name);
    if (group != group_) {
      group_ = group;
      const auto found = std::ranges::find(groups_, group);
      index_ = static_cast<std::size_t>(found - groups_.begin());
      if (found == groups_.end()) groups_.push_back(group);
    }
    return kColours[index_ % std::size(kColours)];
  }

 private:
  std::vector<std::string_view> groups_;
  std::string_view group_;
  std::size_t index_ = 0;
};

glm::vec4 colour_of(const BodyShape& shape, const glm::vec4& otherwise) {
  if (!shape.colour) return otherwise;
  return {(*shape.colour)[0], (*shape.colour)[1], (*shape.colour)[2], 1};
}

const std::vector<BodyShape>* shapes_of(const Snapshot& snapshot, const Body& body) {
  if (!snapshot.shapes) return nullptr;
  const auto found = snapshot.shapes->find(body.name);
  return found == snapshot.shapes->end() || found->second.empty() ? nullptr : &found->second;
}

/// The line along which a shadow lies: half the way from one end to the other, and the thickness of the shape.
std::pair<glm::vec3, float> spine_of(const BodyShape& shape, const PlacedShape& there) {
  const auto length = [&](std::size_t i) { return static_cast<float>(shape.lengths[i]); };
  switch (shape.kind) {
    case BodyShape::Kind::capsule:
    case BodyShape::Kind::cylinder:
      return {there.turn[2] * (length(1) / 2), length(0)};
    case BodyShape::Kind::box: {
      std::array<int, 3> axes{0, 1, 2};
      std::ranges::sort(axes, std::greater(), [&](int axis) { return shape.lengths[static_cast<std::size_t>(axis)]; });
      const float longest = length(static_cast<std::size_t>(axes[0])), next = length(static_cast<std::size_t>(axes[1]));
      return {there.turn[axes[0]] * std::max(0.0F, (longest - next) / 2), next * 0.7F};
    }
    default:
      return {glm::vec3(0), there.reach};
  }
}

constexpr glm::vec4 kLabelInk{0.97F, 0.98F, 1.0F, 1};
constexpr glm::vec4 kAnchor{1.0F, 0.97F, 0.86F, 1};
constexpr glm::vec4 kAxes[] = {{0.96F, 0.26F, 0.21F, 1}, {0.25F, 0.55F, 1.0F, 1}};  // the first axis, the second axis
constexpr float kAxis = 0.09F;  // of the stage's radius, half its length
constexpr std::size_t kMaxLabels = 60;

}  // namespace

void BodiesView::draw_on_ground(const Snapshot& snapshot) {
  draw_grid(stage_of(snapshot));
  for (const Body& body : snapshot.bodies)
    if (const auto* shapes = shapes_of(snapshot, body))
      for (const BodyShape& shape : *shapes) draw_shadow(shape, placed(shape, &body));
  if (snapshot.scenery)
    for (const BodyShape& shape : *snapshot.scenery)
      if (shape.kind != BodyShape::Kind::plane) draw_shadow(shape, placed(shape, nullptr));
}

void BodiesView::draw_grid(const Stage& stage) {
  const float step = stage.grid(), reach = std::min(3 * stage.radius, Stage::kMax);
  const auto lines = static_cast<int>(reach / step);
  const glm::vec2 middle = glm::round(glm::vec2(stage.middle) / step) * step;
  const float length = 2 * step * static_cast<float>(lines);
  for (int i = -lines; i <= lines; ++i) {
    const float aside = step * static_cast<float>(i);
    const glm::vec4 x_line{1, 1, 1, std::abs(middle.y + aside) < step / 2 ? 0.5F : 0.2F};
    const glm::vec4 y_line{1, 1, 1, std::abs(middle.x + aside) < step / 2 ? 0.5F : 0.2F};
    painter_.box({middle.x, middle.y + aside, 0}, {length, 0, 0}, x_line);
    painter_.box({middle.x + aside, middle.y, 0}, {0, length, 0}, y_line);
  }
}

void BodiesView::draw_shadow(const BodyShape& shape, const PlacedShape& there) {
  const auto [spine, thick] = spine_of(shape, there);
  paint_shadow(painter_, there.middle, spine, thick, 0);
}

void BodiesView::draw_solid(const Snapshot& snapshot, const Camera& camera, const glm::ivec2& size) {
  Colours colours;
  const float least = kBodyUnits * unit_of(size.x, size.y);  // pixels
  for (const Body& body : snapshot.bodies) {
    const glm::vec4& colour = colours.of(body);
    if (const auto* shapes = shapes_of(snapshot, body)) {
      for (const BodyShape& shape : *shapes) draw(shape, placed(shape, &body), colour, Rounds::Mark::shown);
      continue;
    }
    const glm::vec3 place = vector_of(body.position);
    painter_.sphere(place, std::max(kBodyRadius, least * camera.pixel_size(place, size.y)), colour);
  }
  if (!snapshot.scenery) return;
  for (const BodyShape& shape : *snapshot.scenery)
    draw(shape, placed(shape, nullptr), kGrey, Rounds::Mark::none);  // scenery does not roll
}

void BodiesView::draw(const BodyShape& shape, const PlacedShape& there, const glm::vec4& otherwise, Rounds::Mark mark) {
  const auto length = [&](std::size_t i) { return static_cast<float>(shape.lengths[i]); };
  const glm::vec4 colour = colour_of(shape, otherwise);
  switch (shape.kind) {
    case BodyShape::Kind::sphere:
      return painter_.round(Rounds::Kind::ball, there.middle, length(0), 0, there.turn, colour, mark);
    case BodyShape::Kind::box:
      return painter_.box(there.middle, {length(0), length(1), length(2)}, colour, there.turn);
    case BodyShape::Kind::capsule:
      return painter_.round(Rounds::Kind::capsule, there.middle, length(0), length(1), there.turn, colour, mark);
    case BodyShape::Kind::cylinder:
      return painter_.round(Rounds::Kind::cylinder, there.middle, length(0), length(1), there.turn, colour, mark);
    case BodyShape::Kind::plane:
      return;  // floors are the ground, walls are glass
  }
}

/// Draws planes that are no floors as low glass walls, as long as the stage.
void BodiesView::draw_glass(const Snapshot& snapshot) {
  if (!snapshot.scenery) return;
  const Stage stage = stage_of(snapshot);
  for (const BodyShape& shape : *snapshot.scenery) {
    const PlacedShape there = placed(shape, nullptr);
    const glm::vec3 normal = there.turn[2];
    if (shape.kind != BodyShape::Kind::plane || std::abs(normal.z) > kUpright) continue;
    const glm::vec3 along = glm::normalize(glm::cross(glm::vec3(0, 0, 1), normal)), up = glm::cross(normal, along);
    const float height = std::min(0.6F, stage.radius), length = 2.5F * stage.radius;
    glm::vec3 place = stage.middle - normal * glm::dot(stage.middle - there.middle, normal);
    place += up * (height / 2 - place.z / std::max(up.z, 0.1F));
    painter_.box(place, {length, height, 0}, colour_of(shape, {0.75F, 0.8F, 0.85F, 1}) * glm::vec4(1, 1, 1, 0.45F),
                 glm::mat3(along, up, normal));
  }
}

void BodiesView::draw_line(const glm::vec3& from, const glm::vec3& to, float half_width, const glm::vec4& colour) {
  glm::vec2 ends[2];
  if (!painter_.project(from, ends[0]) || !painter_.project(to, ends[1])) return;
  const glm::vec4 rim{0, 0, 0, 0.55F * colour.a};
  const Overlay::Knot dark[] = {{ends[0], half_width * 1.8F, rim}, {ends[1], half_width * 1.8F, rim}};
  const Overlay::Knot bright[] = {{ends[0], half_width, colour}, {ends[1], half_width, colour}};
  painter_.ribbon(dark);
  painter_.ribbon(bright);
}

/// Joints are inside the bodies that they connect, so nothing may hide them.
void BodiesView::draw_joints(const Snapshot& snapshot, float unit) {
  if (!snapshot.joints || snapshot.joints->empty()) return;
  std::map<std::string_view, const Body*> bodies;
  for (const Body& body : snapshot.bodies) bodies.emplace(body.name, &body);
  const float reach = stage_of(snapshot).radius * kAxis;
  for (const BodyJoint& joint : *snapshot.joints) {
    const auto first = bodies.find(joint.first);
    if (first == bodies.end()) continue;
    const glm::mat3 turn = turn_of(first->second->rotation);
    const glm::vec3 middle = vector_of(first->second->position), anchor = middle + turn * vector_of(joint.anchor);
    draw_line(anchor, middle, 0.6F * unit, kAnchor * glm::vec4(1, 1, 1, 0.6F));
    if (const auto second = bodies.find(joint.second); second != bodies.end())
      draw_line(anchor, vector_of(second->second->position), 0.6F * unit, kAnchor * glm::vec4(1, 1, 1, 0.6F));
    for (std::size_t i = 0; i < joint.axes.size(); ++i) {
      const glm::vec3 axis = turn * vector_of(joint.axes[i]) * reach;
      draw_line(anchor - axis, anchor + axis, 1.1F * unit, kAxes[std::min<std::size_t>(i, 1)]);
    }
    glm::vec2 pixel;
    if (!painter_.project(anchor, pixel)) continue;
    const glm::vec2 half(2.6F * unit, 0);
    const Overlay::Knot dark[] = {{pixel - half * 1.4F, 3.6F * unit, {0, 0, 0, 0.6F}},
                                  {pixel + half * 1.4F, 3.6F * unit, {0, 0, 0, 0.6F}}};
    const Overlay::Knot dot[] = {{pixel - half, 2.6F * unit, kAnchor}, {pixel + half, 2.6F * unit, kAnchor}};
    painter_.ribbon(dark);
    painter_.ribbon(dot);
  }
}

/// The position of a body's label: centred, right above the visible part of its highest shape. Of a long shape, which
/// may point towards the eye, only the middle counts.
bool BodiesView::top_of(const Snapshot& snapshot, const Body& body, glm::vec2& pixel) const {
  glm::vec3 place = vector_of(body.position);
  float half = 0;
  if (const auto* shapes = shapes_of(snapshot, body))
    for (const BodyShape& shape : *shapes) {
      const PlacedShape there = placed(shape, &body);
      if (there.middle.z + there.half.z <= place.z) continue;
      place.z = there.middle.z + there.half.z;
      half = std::min(there.half.x, there.half.y);
    }
  if (!painter_.project(place, pixel)) return false;
  for (const float x : {-half, half})
    for (const float y : {-half, half})
      if (glm::vec2 corner; painter_.project(place + glm::vec3(x, y, 0), corner)) pixel.y = std::min(pixel.y, corner.y);
  return true;
}

void BodiesView::draw_labels(const Snapshot& snapshot, float size) {
  std::set<std::string_view> named;
  std::vector<glm::vec4> labels;  // left, top, right, bottom; a label that would cover another is omitted
  for (const Body& body : snapshot.bodies) {
    if (labels.size() >= kMaxLabels) return;
    if (!named.insert(group_of(body.name)).second) continue;
    glm::vec2 pixel;
    if (!top_of(snapshot, body, pixel)) continue;
    const std::string words = thing_words(body.name);
    const float half = painter_.text_width(words, size) / 2, y = pixel.y - size;
    const glm::vec4 label(pixel.x - half, y - size / 2, pixel.x + half, y + size / 2);
    if (std::ranges::any_of(labels, [&](const glm::vec4& other) {
          return label.x < other.z && other.x < label.z && label.y < other.w && other.y < label.w;
        }))
      continue;
    labels.push_back(label);
    painter_.outlined_text(words, pixel.x, y, size, kLabelInk, 0.5F);
  }
}

void BodiesView::draw_scale(const Snapshot& snapshot, float size, const glm::vec2& corner) {
  // Above the bar of a replay, opposite to the messages.
  painter_.outlined_text(fmt::format("grid {:g} m", stage_of(snapshot).grid()), corner.x - size,
                         corner.y * (1 - kFreeBelow) - size, size, kLabelInk, 1);
}

}  // namespace monitor
