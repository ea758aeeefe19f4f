// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/part_mass.h"

#include <algorithm>
#include <numbers>

#include "spark/physics/body.h"

namespace sigverse {
namespace {

struct Portion {
  double mass;
  spark::Vec3 centre;
  spark::Mat3 inertia;  ///< about its own centre
};

double volume(const SimpleShape& shape) {
  const auto& [a, b, c] = shape.size;
  if (shape.kind == ShapeKind::box) return a * b * c;
  if (shape.kind == ShapeKind::cylinder) return std::numbers::pi * a * a * b;
  return 4.0 / 3.0 * std::numbers::pi * a * a * a;
}

spark::Vec3 inertia_along_axes(const SimpleShape& shape, double mass) {
  const double a = length_to_core(shape.size[0]), b = length_to_core(shape.size[1]);
  switch (shape.kind) {
    case ShapeKind::cylinder: {
      const double across = mass * (a * a / 4.0 + b * b / 12.0);
      return {across, across, mass * a * a / 2.0};
    }
    case ShapeKind::sphere:
      return spark::Vec3{1.0, 1.0, 1.0} * (0.4 * mass * a * a);
    case ShapeKind::box:
      break;
  }
  const spark::Vec3 s = size_to_core(shape.size);
  return spark::Vec3{s.y * s.y + s.z * s.z, s.x * s.x + s.z * s.z, s.x * s.x + s.y * s.y} * (mass / 12.0);
}

/// Converts a matrix from SIG's axes to the engine's, and from kg·cm² to kg·m².
spark::Mat3 inertia_to_core(const std::array<double, 9>& inertia) {
  constexpr double kPerSquareMetre = 1e-4;
  constexpr std::size_t kAxis[3] = {0, 2, 1};
  constexpr double kSign[3] = {1.0, -1.0, 1.0};
  spark::Mat3 turned{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      turned[3 * i + j] = kPerSquareMetre * kSign[i] * kSign[j] * inertia[3 * kAxis[i] + kAxis[j]];
  return turned;
}

Portion portion_of(const CarriedPart& carried, double mass) {
  const PartPlan& part = *carried.part;
  Portion portion{mass, {}, {}};
  SigQuaternion turn = carried.frame.turn;
  if (part.inertia) {
    portion.inertia = inertia_to_core(*part.inertia);
    for (double& entry : portion.inertia) entry *= mass / part.mass.value_or(1.0);
  } else {
    const spark::Vec3 axes = inertia_along_axes(*part.shape, mass);
    portion.inertia = {axes.x, 0.0, 0.0, 0.0, axes.y, 0.0, 0.0, 0.0, axes.z};
    turn = product(turn, part.shape->turn);
  }
  const SigVector centre = part.centre_of_mass.value_or(part.shape->place);
  portion.centre = to_core((carried.frame * SigPose{centre, {1.0, 0.0, 0.0, 0.0}}).place);
  if (turn == SigPose{}.turn) return portion;
  const spark::Mat3 matrix = rotation_to_core(turn);
  using spark::operator*;
  portion.inertia = matrix * portion.inertia * spark::transposed(matrix);
  return portion;
}

/// Sums the inertias about a common centre by Steiner's theorem: I + m (|d|²·1 − d dᵀ).
spark::Values inertia_about(const spark::Vec3& centre, const std::vector<Portion>& portions) {
  double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0, yz = 0.0;
  for (const auto& [mass, at, inertia] : portions) {
    const spark::Vec3 d = at - centre;
    xx += inertia[0] + mass * (d.y * d.y + d.z * d.z);
    yy += inertia[4] + mass * (d.x * d.x + d.z * d.z);
    zz += inertia[8] + mass * (d.x * d.x + d.y * d.y);
    xy += inertia[1] - mass * d.x * d.y;
    xz += inertia[2] - mass * d.x * d.z;
    yz += inertia[5] - mass * d.y * d.z;
  }
  return {xx, xy, xz, xy, yy, yz, xz, yz, zz};
}

/// Gives a body the mass of one shape at its origin.
void give(spark::Body& body, const SimpleShape& shape, double mass) {
  const double a = length_to_core(shape.size[0]), b = length_to_core(shape.size[1]);
  if (shape.kind == ShapeKind::box)
    body.set_box_total(mass, size_to_core(shape.size));
  else if (shape.kind == ShapeKind::cylinder)
    body.set_cylinder_total(mass, a, b);
  else
    body.set_sphere_total(mass, a);
}

/// The share of each part in the total mass.
std::vector<double> shares_of(const std::vector<CarriedPart>& parts) {
  const double own = parts.front().part->mass.value_or(1.0);
  const auto has_own = [&](const PartPlan& part) { return part.mass && &part != parts.front().part; };
  double spread_volume = 0.0;
  for (const auto& [part, frame] : parts)
    if (!has_own(*part)) spread_volume += volume(*part->shape);
  const bool all_by_volume =
      std::ranges::none_of(parts, [&](const CarriedPart& carried) { return has_own(*carried.part); });
  const double whole = all_by_volume ? 1.0 : mass_of(parts);
  std::vector<double> shares;
  for (const auto& [part, frame] : parts) {
    const double by_volume = volume(*part->shape) / spread_volume;
    if (all_by_volume)
      shares.push_back(by_volume);
    else
      shares.push_back((has_own(*part) ? *part->mass : own * by_volume) / whole);
  }
  return shares;
}

}  // namespace

double mass_of(const std::vector<CarriedPart>& parts) {
  double mass = parts.front().part->mass.value_or(1.0);
  for (std::size_t i = 1; i < parts.size(); ++i) mass += parts[i].part->mass.value_or(0.0);
  return mass;
}

spark::Vec3 spread_mass(spark::Body& body, const std::vector<CarriedPart>& parts, double mass) {
  mass = std::max(mass, kMinMass);
  const auto& [first, frame] = parts.front();
  const bool is_plain =
      !first->inertia && !first->centre_of_mass && frame.turn == SigPose{}.turn && first->shape->turn == SigPose{}.turn;
  if (parts.size() == 1 && is_plain) {
    give(body, *first->shape, mass);
    return to_core(sum(frame.place, first->shape->place));
  }
  const std::vector<double> shares = shares_of(parts);
  std::vector<Portion> portions;
  spark::Vec3 centre;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    portions.push_back(portion_of(parts[i], mass * shares[i]));
    centre = centre + portions.back().centre * shares[i];
  }
  // If the matrix is too thin to be inverted, the body gets the inertia of the largest shape alone.
  if (!body.set_mass_parameters(mass, {}, inertia_about(centre, portions)))
    give(body,
         *std::ranges::max_element(parts, {}, [](const CarriedPart& carried) { return volume(*carried.part->shape); })
              ->part->shape,
         mass);
  return centre;
}

}  // namespace sigverse
