// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/appearance_items.h"

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "spark/core/quaternion.h"
#include "spark/monitor/millionths.h"

namespace spark {
namespace {

void append(std::string& out, std::initializer_list<double> numbers) {
  for (const double number : numbers) {
    out += ' ';
    append_millionths(out, number);
  }
}

void append(std::string& out, const Vec3& v) {
  append(out, {v.x, v.y, v.z});
}

/// A rotation is left out for balls, and if it is too small for the printed digits.
bool is_turned(const ShapeAppearance& shape) {
  constexpr double kShown = 1e-6;
  if (shape.kind == ShapeAppearance::Kind::sphere) return false;
  return !std::ranges::equal(shape.pose.rotation, kIdentity3,
                             [](double a, double b) { return std::abs(a - b) < kShown; });
}

void append_shape(std::string& out, const ShapeAppearance& shape) {
  out += '(';
  out += to_string(shape.kind);
  for (std::size_t i = 0; i < size_count(shape.kind); ++i) append(out, {shape.sizes[i]});
  append(out, shape.pose.position);
  if (is_turned(shape)) {
    const auto [w, x, y, z] = quaternion_of(shape.pose.rotation);
    append(out, {w, x, y, z});
  }
  out += ')';
}

}  // namespace

void append_shapes(std::string& out, std::span<const ShapeAppearance> shapes) {
  std::optional<Colour> colour;
  for (const ShapeAppearance& shape : shapes) {
    if (shape.colour != colour) {
      out += "(colour";
      if (shape.colour) append(out, {(*shape.colour)[0], (*shape.colour)[1], (*shape.colour)[2]});
      out += ')';
      colour = shape.colour;
    }
    append_shape(out, shape);
  }
}

void append_joint(std::string& out, const Appearance& appearance, const JointAppearance& joint,
                  const std::function<std::string_view(const MoverAppearance&)>& name_of) {
  std::string_view names[2] = {"\"\"", "\"\""};
  for (std::size_t i = 0; i < 2; ++i)
    if (joint.movers[i] != JointAppearance::kWorld) names[i] = name_of(appearance.movers[joint.movers[i]]);
  if (joint.movers[0] == JointAppearance::kWorld || names[0].empty() || names[1].empty()) return;
  const Pose back = inverse(appearance.movers[joint.movers[0]].pose);
  out += '(';
  out += to_string(joint.kind);
  for (const std::string_view name : names) {
    out += ' ';
    out += name;
  }
  append(out, back.position + back.rotation * joint.anchor);
  for (const Vec3& axis : joint.axes) append(out, back.rotation * axis);
  out += ')';
}

}  // namespace spark
