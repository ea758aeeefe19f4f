// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/bodies_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace monitor {
namespace {

constexpr float kMark = 0.03F;       ///< m, radius of a body without shapes
constexpr float kMarkPixels = 3.0F;  ///< and at least
constexpr float kMinHeight = -0.5F;  ///< m; below the ground there are no shadows
constexpr float kUpright = 0.95F;    ///< of a plane's normal: flatter ones are floors
constexpr int kShadows = 5;          ///< discs along a long thing
constexpr glm::vec4 kGrey{0.62F, 0.63F, 0.64F, 1};

// Of groups of bodies, in turn; told apart by colour-blind people, too.
constexpr glm::vec4 kColours[] = {{0.90F, 0.62F, 0.10F, 1}, {0.34F, 0.70F, 0.92F, 1}, {0.10F, 0.62F, 0.46F, 1},
                                  {0.93F, 0.88F, 0.28F, 1}, {0.82F, 0.40F, 0.12F, 1}, {0.80F, 0.50F, 0.66F, 1}};

std::string_view group_of(std::string_view name) {
  return name.substr(0, name.find('/'));
}

/// By the order in which the groups come.
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

/// What a shadow lies along: half the way from one end to the other, and how thick the thing is there.
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
  const float step = stage.grid(), reach = std::min(3 * stage.radius, Stage::kMost);
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

/// Beneath the thing, under a wide sky: the higher it is, the wider and the fainter.
void BodiesView::draw_shadow(const BodyShape& shape, const PlacedShape& there) {
  if (there.middle.z < kMinHeight) return;
  const auto [spine, thick] = spine_of(shape, there);
  const bool is_long = glm::length(glm::vec2(spine)) > 0.3F * thick;
  const int discs = is_long ? kShadows : 1;
  for (int i = 0; i < discs; ++i) {
    const float share = is_long ? 2.0F * static_cast<float>(i) / (kShadows - 1) - 1 : 0;
    const glm::vec3 place = there.middle + share * spine;
    const float height = std::max(0.0F, place.z - thick), wider = 1 + 0.5F * std::min(height / thick, 2.0F);
    const float dark = (is_long ? 0.3F : 0.5F) / (1 + 0.8F * height / std::max(thick, 0.2F));
    painter_.ring(glm::vec2(place), 0, thick * 1.35F * wider, 0, {0, 0.02F, 0, dark}, 0.85F);
  }
}

void BodiesView::draw_solid(const Snapshot& snapshot, const Camera& camera, int height) {
  Colours colours;
  for (const Body& body : snapshot.bodies) {
    const glm::vec4& colour = colours.of(body);
    if (const auto* shapes = shapes_of(snapshot, body)) {
      for (const BodyShape& shape : *shapes) draw(shape, placed(shape, &body), colour);
      continue;
    }
    const glm::vec3 place = vector_of(body.position);
    painter_.sphere(place, std::max(kMark, kMarkPixels * camera.pixel_size(place, height)), colour);
  }
  if (!snapshot.scenery) return;
  for (const BodyShape& shape : *snapshot.scenery) draw(shape, placed(shape, nullptr), kGrey);
}

void BodiesView::draw(const BodyShape& shape, const PlacedShape& there, const glm::vec4& otherwise) {
  const auto length = [&](std::size_t i) { return static_cast<float>(shape.lengths[i]); };
  const glm::vec4 colour = colour_of(shape, otherwise);
  switch (shape.kind) {
    case BodyShape::Kind::sphere:
      return painter_.round(Rounds::Kind::ball, there.middle, length(0), 0, there.turn, colour);
    case BodyShape::Kind::box:
      return painter_.box(there.middle, {length(0), length(1), length(2)}, colour, there.turn);
    case BodyShape::Kind::capsule:
      return painter_.round(Rounds::Kind::capsule, there.middle, length(0), length(1), there.turn, colour);
    case BodyShape::Kind::cylinder:
      return painter_.round(Rounds::Kind::cylinder, there.middle, length(0), length(1), there.turn, colour);
    case BodyShape::Kind::plane:
      return;  // floors are the ground, walls are glass
  }
}

/// Planes that are no floors, as low walls that one sees through, as long as the stage.
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

}  // namespace monitor
