// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/stage.h"

#include <algorithm>
#include <cmath>

namespace monitor {
namespace {

constexpr float kMarginOfBody = 0.03F;  // m around a body without shapes
constexpr float kGridLines = 10.0F;     // maximum number from the middle of the stage to its edge
constexpr float kSnapped = 1 / 16.0F;   // share of the radius: the sides move in steps of this size

float reach_of(const BodyShape& shape) {
  const auto& l = shape.lengths;
  switch (shape.kind) {
    case BodyShape::Kind::box:
      return static_cast<float>(0.5 * std::hypot(l[0], l[1], l[2]));
    case BodyShape::Kind::capsule:
      return static_cast<float>(l[0] + l[1] / 2);
    case BodyShape::Kind::cylinder:
      return static_cast<float>(std::hypot(l[0], l[1] / 2));
    case BodyShape::Kind::plane:
      return 0;
    case BodyShape::Kind::sphere:
      break;
  }
  return static_cast<float>(l[0]);
}

/// Half the size of the axis-aligned box, in the world, around a shape with that rotation.
glm::vec3 half_of(const BodyShape& shape, const glm::mat3& turn) {
  const auto length = [&](std::size_t i) { return static_cast<float>(shape.lengths[i]); };
  const glm::vec3 axis = glm::abs(turn[2]);
  switch (shape.kind) {
    case BodyShape::Kind::box:
      return (glm::abs(turn[0]) * length(0) + glm::abs(turn[1]) * length(1) + axis * length(2)) / 2.0F;
    case BodyShape::Kind::capsule:
      return axis * (length(1) / 2) + length(0);
    case BodyShape::Kind::cylinder:
      return axis * (length(1) / 2) + glm::sqrt(glm::max(1.0F - axis * axis, glm::vec3(0))) * length(0);
    case BodyShape::Kind::plane:
      return glm::vec3(0);
    case BodyShape::Kind::sphere:
      break;
  }
  return glm::vec3(length(0));
}

/// Calls `visit(middle, half)` for everything visible.
template <typename Visit>
void visit_things(const Snapshot& snapshot, Visit visit) {
  const auto see = [&](const glm::vec3& middle, const glm::vec3& half) {
    visit(glm::clamp(middle, glm::vec3(-Stage::kMax), glm::vec3(Stage::kMax)), half);
  };
  for (const Body& body : snapshot.bodies) {
    see(vector_of(body.position), glm::vec3(kMarginOfBody));
    if (!snapshot.shapes) continue;
    const auto shapes = snapshot.shapes->find(body.name);
    if (shapes == snapshot.shapes->end()) continue;
    for (const BodyShape& shape : shapes->second) {
      const PlacedShape there = placed(shape, &body);
      see(there.middle, there.half);
    }
  }
  if (!snapshot.scenery) return;
  for (const BodyShape& shape : *snapshot.scenery) {
    const PlacedShape there = placed(shape, nullptr);
    if (shape.kind != BodyShape::Kind::plane) see(there.middle, there.half);
  }
}

/// Rounds up to 0.25, 0.3, 0.35, 0.42, 0.5 …: four steps per doubling.
float in_steps(float radius) {
  const float steps = std::ceil(4 * std::log2(std::max(radius / Stage::kMin, 1.0F)));
  return std::min(Stage::kMin * std::exp2(steps / 4), Stage::kMax);
}

}  // namespace

glm::vec3 vector_of(const Point& point) {
  return {point.x, point.y, point.z};
}

glm::mat3 turn_of(const std::array<double, 4>& rotation) {
  const auto [w, x, y, z] = rotation;
  return {1 - 2 * (y * y + z * z), 2 * (x * y + w * z),     2 * (x * z - w * y),  // first column
          2 * (x * y - w * z),     1 - 2 * (x * x + z * z), 2 * (y * z + w * x),  //
          2 * (x * z + w * y),     2 * (y * z - w * x),     1 - 2 * (x * x + y * y)};
}

PlacedShape placed(const BodyShape& shape, const Body* body) {
  PlacedShape there{vector_of(shape.middle), turn_of(shape.rotation), reach_of(shape), {}};
  if (body) {
    const glm::mat3 turn = turn_of(body->rotation);
    there.middle = vector_of(body->position) + turn * there.middle;
    there.turn = turn * there.turn;
  }
  there.half = half_of(shape, there.turn);
  return there;
}

Stage stage_of(const Snapshot& snapshot) {
  glm::vec3 low(2 * Stage::kMax), high(-2 * Stage::kMax);
  visit_things(snapshot, [&](const glm::vec3& middle, const glm::vec3& half) {
    low = glm::min(low, middle - half);
    high = glm::max(high, middle + half);
  });
  return low.x > high.x ? Stage() : stage_around(low, high);
}

Stage stage_around(const glm::vec3& low, const glm::vec3& high) {
  Stage stage;
  const float step = in_steps(glm::length(high - low) / 2) * kSnapped;
  // A side that is just beyond a step by rounding does not move by a whole one.
  constexpr float kHair = 0.01F;
  stage.low = glm::floor(low / step + kHair) * step;
  stage.high = glm::ceil(high / step - kHair) * step;
  stage.middle = (stage.low + stage.high) / 2.0F;
  stage.radius = in_steps(glm::length(stage.high - stage.low) / 2);
  return stage;
}

float Stage::grid() const {
  const float least = radius / kGridLines;
  float step = std::pow(10.0F, std::floor(std::log10(least)));
  for (const float factor : {2.0F, 2.5F, 2.0F}) {
    if (step >= least * 0.999F) break;
    step *= factor;
  }
  return step;
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
