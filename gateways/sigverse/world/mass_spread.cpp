// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/mass_spread.h"

#include <algorithm>
#include <numbers>

#include "spark/physics/body.h"

namespace sigverse {
namespace {

struct Portion {
  double mass;
  spark::Vec3 centre;
  spark::Vec3 inertia;  ///< about its own centre, along the axes
};

double volume(const SimpleShape& shape) {
  const auto& [a, b, c] = shape.size;
  if (shape.kind == PartView::Shape::box) return a * b * c;
  if (shape.kind == PartView::Shape::cylinder) return std::numbers::pi * a * a * b;
  return 4.0 / 3.0 * std::numbers::pi * a * a * a;
}

Portion portion_of(const SimpleShape& shape, double mass) {
  const double a = length_to_core(shape.size[0]), b = length_to_core(shape.size[1]);
  Portion portion{mass, to_core(shape.place), {}};
  if (shape.kind == PartView::Shape::box) {
    const spark::Vec3 s = size_to_core(shape.size);
    portion.inertia = spark::Vec3{s.y * s.y + s.z * s.z, s.x * s.x + s.z * s.z, s.x * s.x + s.y * s.y} * (mass / 12.0);
  } else if (shape.kind == PartView::Shape::cylinder) {
    const double across = mass * (a * a / 4.0 + b * b / 12.0);
    portion.inertia = {across, across, mass * a * a / 2.0};
  } else {
    portion.inertia = spark::Vec3{1.0, 1.0, 1.0} * (0.4 * mass * a * a);
  }
  return portion;
}

/// Steiner's theorem, summed up.
spark::Values inertia_about(const spark::Vec3& centre, const std::vector<Portion>& portions) {
  double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0, yz = 0.0;
  for (const Portion& portion : portions) {
    const spark::Vec3 d = portion.centre - centre;
    xx += portion.inertia.x + portion.mass * (d.y * d.y + d.z * d.z);
    yy += portion.inertia.y + portion.mass * (d.x * d.x + d.z * d.z);
    zz += portion.inertia.z + portion.mass * (d.x * d.x + d.y * d.y);
    xy -= portion.mass * d.x * d.y;
    xz -= portion.mass * d.x * d.z;
    yz -= portion.mass * d.y * d.z;
  }
  return {xx, xy, xz, xy, yy, yz, xz, yz, zz};
}

void give(spark::Body& body, const SimpleShape& shape, double mass) {
  const double a = length_to_core(shape.size[0]), b = length_to_core(shape.size[1]);
  if (shape.kind == PartView::Shape::box)
    body.set_box_total(mass, size_to_core(shape.size));
  else if (shape.kind == PartView::Shape::cylinder)
    body.set_cylinder_total(mass, a, b);
  else
    body.set_sphere_total(mass, a);
}

}  // namespace

spark::Vec3 spread_mass(spark::Body& body, const std::vector<SimpleShape>& shapes, double mass) {
  if (shapes.size() == 1) {
    give(body, shapes.front(), mass);
    return to_core(shapes.front().place);
  }
  double whole = 0.0;
  for (const SimpleShape& shape : shapes) whole += volume(shape);
  std::vector<Portion> portions;
  spark::Vec3 centre;
  for (const SimpleShape& shape : shapes) {
    const double share = volume(shape) / whole;
    portions.push_back(portion_of(shape, mass * share));
    centre = centre + portions.back().centre * share;
  }
  // A matrix that is too thin to be inverted: as the largest shape alone.
  if (!body.set_mass_parameters(mass, {}, inertia_about(centre, portions)))
    give(body, *std::ranges::max_element(shapes, {}, volume), mass);
  return centre;
}

}  // namespace sigverse
