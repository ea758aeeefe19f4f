// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/view/stage.h"

#include <algorithm>
#include <cmath>

namespace monitor {
namespace {

constexpr float kMark = 0.03F;       // m around a body without shapes
constexpr float kGridLines = 10.0F;  // from the middle of the stage to its edge, at most
constexpr float kSnapped = 0.25F;    // of the radius: the middle moves in such steps

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

/// Calls `visit(middle, reach)` for all that is to be seen.
template <typename Visit>
void visit_things(const Snapshot& snapshot, Visit visit) {
  const auto see = [&](const glm::vec3& middle, float reach) {
    visit(glm::clamp(middle, glm::vec3(-Stage::kMost), glm::vec3(Stage::kMost)), reach);
  };
  for (const Body& body : snapshot.bodies) {
    see(vector_of(body.position), kMark);
    if (!snapshot.shapes) continue;
    const auto shapes = snapshot.shapes->find(body.name);
    if (shapes == snapshot.shapes->end()) continue;
    for (const BodyShape& shape : shapes->second) {
      const PlacedShape there = placed(shape, &body);
      see(there.middle, there.reach);
    }
  }
  if (!snapshot.scenery) return;
  for (const BodyShape& shape : *snapshot.scenery) {
    const PlacedShape there = placed(shape, nullptr);
    if (shape.kind != BodyShape::Kind::plane) see(there.middle, there.reach);
  }
}

/// 0.25, 0.3, 0.35, 0.42, 0.5 …: four to the double.
float in_steps(float radius) {
  const float steps = std::ceil(4 * std::log2(std::max(radius / Stage::kLeast, 1.0F)));
  return std::min(Stage::kLeast * std::exp2(steps / 4), Stage::kMost);
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
  const PlacedShape own{vector_of(shape.middle), turn_of(shape.rotation), reach_of(shape)};
  if (!body) return own;
  const glm::mat3 turn = turn_of(body->rotation);
  return {vector_of(body->position) + turn * own.middle, turn * own.turn, own.reach};
}

Stage stage_of(const Snapshot& snapshot) {
  glm::vec3 low(2 * Stage::kMost), high(-2 * Stage::kMost);
  visit_things(snapshot, [&](const glm::vec3& middle, float reach) {
    low = glm::min(low, middle - reach);
    high = glm::max(high, middle + reach);
  });
  Stage stage;
  if (low.x > high.x) return stage;
  const float step = in_steps(glm::length(high - low) / 2) * kSnapped;
  stage.middle = glm::round((low + high) / 2.0F / step) * step;
  float radius = 0;
  visit_things(snapshot, [&](const glm::vec3& middle, float reach) {
    radius = std::max(radius, glm::distance(stage.middle, middle) + reach);
  });
  stage.radius = in_steps(radius);
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
