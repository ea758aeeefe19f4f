// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/bodies_view.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/client/words.h"

namespace monitor {
namespace {

constexpr float kMark = 0.03F;          ///< m, radius of a body without shapes
constexpr float kMarkPixels = 3.0F;     ///< and at least
constexpr float kMinHeight = -0.5F;     ///< m; below the ground there are no shadows
constexpr int kMaxBalls = 24;           ///< of which a capsule is made
constexpr double kSmallestStage = 3.0;  ///< m
constexpr double kLargestStage = 10000.0;

// Of groups of bodies, in turn; told apart by colour-blind people, too.
constexpr glm::vec4 kColours[] = {{0.90F, 0.62F, 0.10F, 1}, {0.34F, 0.70F, 0.92F, 1}, {0.10F, 0.62F, 0.46F, 1},
                                  {0.93F, 0.88F, 0.28F, 1}, {0.82F, 0.40F, 0.12F, 1}, {0.80F, 0.50F, 0.66F, 1}};

glm::vec3 vec(const Point& p) {
  return {p.x, p.y, p.z};
}

glm::mat3 turn_of(const Body& body) {
  const auto [w, x, y, z] = body.rotation;
  return {1 - 2 * (y * y + z * z), 2 * (x * y + w * z),     2 * (x * z - w * y),  // first column
          2 * (x * y - w * z),     1 - 2 * (x * x + z * z), 2 * (y * z + w * x),  //
          2 * (x * z + w * y),     2 * (y * z - w * x),     1 - 2 * (x * x + y * y)};
}

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

const std::vector<BodyShape>* shapes_of(const Snapshot& snapshot, const Body& body) {
  if (!snapshot.shapes) return nullptr;
  const auto found = snapshot.shapes->find(body.name);
  return found == snapshot.shapes->end() || found->second.empty() ? nullptr : &found->second;
}

/// Of a ball around the shape.
float reach(const BodyShape& shape) {
  const auto& l = shape.lengths;
  switch (shape.kind) {
    case BodyShape::Kind::box:
      return static_cast<float>(0.5 * std::hypot(l[0], l[1], l[2]));
    case BodyShape::Kind::capsule:
      return static_cast<float>(l[0] + l[1] / 2);
    default:
      return static_cast<float>(l[0]);
  }
}

}  // namespace

void BodiesView::draw_on_ground(const Snapshot& snapshot) {
  for (const Body& body : snapshot.bodies) {
    const auto* shapes = shapes_of(snapshot, body);
    if (!shapes || body.position.z < kMinHeight) continue;
    const glm::mat3 turn = turn_of(body);
    for (const BodyShape& shape : *shapes) {
      const glm::vec3 place = vec(body.position) + turn * vec(shape.middle);
      const float radius = reach(shape), height = std::max(0.0F, place.z - radius);
      painter_.ring(glm::vec2(place), 0, radius * (1.35F + 0.5F * height), 0.01F,
                    {0, 0.02F, 0, 0.5F / (1.0F + 0.8F * height)}, 0.85F);
    }
  }
}

void BodiesView::draw_solid(const Snapshot& snapshot, const Camera& camera, int height) {
  Colours colours;
  for (const Body& body : snapshot.bodies) {
    const glm::vec4& colour = colours.of(body);
    if (const auto* shapes = shapes_of(snapshot, body)) {
      for (const BodyShape& shape : *shapes) draw(body, shape, colour);
      continue;
    }
    const glm::vec3 place = vec(body.position);
    painter_.sphere(place, std::max(kMark, kMarkPixels * camera.pixel_size(place, height)), colour);
  }
}

void BodiesView::draw(const Body& body, const BodyShape& shape, const glm::vec4& colour) {
  const glm::mat3 turn = turn_of(body);
  const glm::vec3 middle = vec(body.position) + turn * vec(shape.middle);
  const auto length = [&](std::size_t i) { return static_cast<float>(shape.lengths[i]); };
  switch (shape.kind) {
    case BodyShape::Kind::sphere:
      painter_.sphere(middle, length(0), colour);
      break;
    case BodyShape::Kind::box:
      painter_.box(middle, {length(0), length(1), length(2)}, colour, turn);
      break;
    case BodyShape::Kind::plane:
      break;
    case BodyShape::Kind::cylinder:
    case BodyShape::Kind::capsule: {
      // Balls so near to each other that they look like one thing.
      const float radius = std::max(length(0), 1e-4F);
      const int balls = std::clamp(static_cast<int>(length(1) / radius * 4) + 2, 2, kMaxBalls);
      for (int i = 0; i < balls; ++i) {
        const float along = (static_cast<float>(i) / static_cast<float>(balls - 1) - 0.5F) * length(1);
        painter_.sphere(middle + turn * glm::vec3(0, 0, along), radius, colour);
      }
      break;
    }
  }
}

void BodiesView::draw_labels(const Snapshot& snapshot, float size) {
  std::set<std::string_view> told;
  for (const Body& body : snapshot.bodies) {
    if (!told.insert(group_of(body.name)).second) continue;
    float above = kMark;
    if (const auto* shapes = shapes_of(snapshot, body))
      for (const BodyShape& shape : *shapes) above = std::max(above, reach(shape));
    glm::vec2 pixel;
    if (!painter_.project(vec(body.position) + glm::vec3(0, 0, above), pixel)) continue;
    painter_.outlined_text(thing_words(body.name), pixel.x, pixel.y - size, size, {0.97F, 0.98F, 1.0F, 1}, 0.5F);
  }
}

Game stage_around(const Snapshot& snapshot) {
  double x = 0.0, y = 0.0;
  for (const Body& body : snapshot.bodies) {
    x = std::max(x, std::abs(body.position.x));
    y = std::max(y, std::abs(body.position.y));
  }
  // 3, 4.2, 6, 8.5, 12 … m
  const auto in_steps = [](double length) {
    const double steps = std::ceil(2 * std::log2(std::max(length / kSmallestStage, 1.0)));
    return std::min(kSmallestStage * std::exp2(steps / 2), kLargestStage);
  };
  Game stage;
  stage.has_bodies = true;
  stage.field_length = in_steps(2 * x + 1);
  stage.field_width = std::max(in_steps(2 * y + 1), stage.field_length / 3);
  stage.goal_depth = stage.border_size = 0;
  return stage;
}

Point middle_of(const Snapshot& snapshot) {
  Point sum;
  for (const Body& body : snapshot.bodies) {
    sum.x += body.position.x;
    sum.y += body.position.y;
    sum.z += body.position.z;
  }
  const double count = std::max<double>(1.0, static_cast<double>(snapshot.bodies.size()));
  return {sum.x / count, sum.y / count, sum.z / count};
}

}  // namespace monitor
