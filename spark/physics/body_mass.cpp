// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "spark/physics/body.h"

namespace spark {
namespace {

bool is_mass(double mass) {
  return mass >= Body::kMinMass && mass <= Body::kMaxMass;
}
/// Wide bounds that keep density times volume a number.
bool is_density(double density) {
  return density >= 1e-9 && density <= 1e9;
}

constexpr int kAxisZ = 3;  // ODE counts axes from 1

}  // namespace

bool Body::use(const dMass& mass) {
  if (!is_mass(mass.mass)) return false;
  mass_ = mass;
  if (body_) give_mass();
  return true;
}

/// For ODE a kinematic body is one whose mass counts as infinite, until it is given a mass.
void Body::give_mass() {
  dBodySetMass(body_, &mass_);
  if (kinematic_) dBodySetKinematic(body_);
  if (position_) compare_with_sphere();
}

void Body::compare_with_sphere() {
  lone_ = {};
  const dReal* i = mass_.I;
  const bool has_products = i[1] != 0.0 || i[2] != 0.0 || i[4] != 0.0 || i[6] != 0.0 || i[8] != 0.0 || i[9] != 0.0;
  // The inverse as ODE takes it.
  dMatrix3 inverse;
  if (kinematic_ || has_products || i[0] != i[5] || i[5] != i[10] || !dInvertPDMatrix(i, inverse, 3)) return;
  if (inverse[0] != inverse[5] || inverse[5] != inverse[10]) return;
  const auto own = [](const dReal* numbers) { return const_cast<dReal*>(numbers); };
  lone_ = {own(position_), own(quaternion_), own(rotation_), own(velocity_), own(angular_velocity_), force_, torque_,
           mass_.mass,     1.0 / mass_.mass, i[0],           inverse[0]};
}

void Body::set_kinematic(bool on) {
  kinematic_ = on;
  if (body_) give_mass();
}

bool Body::set_sphere(double density, double radius) {
  if (!is_density(density) || !is_size(radius)) return false;
  dMass mass;
  dMassSetSphere(&mass, density, radius);
  return use(mass);
}

bool Body::set_sphere_total(double total, double radius) {
  if (!is_mass(total) || !is_size(radius)) return false;
  dMass mass;
  dMassSetSphereTotal(&mass, total, radius);
  return use(mass);
}

bool Body::set_box(double density, Vec3 size) {
  if (!is_density(density) || !is_size(size)) return false;
  dMass mass;
  dMassSetBox(&mass, density, size.x, size.y, size.z);
  return use(mass);
}

bool Body::set_box_total(double total, Vec3 size) {
  if (!is_mass(total) || !is_size(size)) return false;
  dMass mass;
  dMassSetBoxTotal(&mass, total, size.x, size.y, size.z);
  return use(mass);
}

bool Body::set_cylinder(double density, double radius, double length) {
  if (!is_density(density) || !is_size(radius) || !is_size(length)) return false;
  dMass mass;
  dMassSetCylinder(&mass, density, kAxisZ, radius, length);
  return use(mass);
}

bool Body::set_cylinder_total(double total, double radius, double length) {
  if (!is_mass(total) || !is_size(radius) || !is_size(length)) return false;
  dMass mass;
  dMassSetCylinderTotal(&mass, total, kAxisZ, radius, length);
  return use(mass);
}

bool Body::set_capped_cylinder(double density, double radius, double length) {
  if (!is_density(density) || !is_size(radius) || !is_size(length)) return false;
  dMass mass;
  dMassSetCapsule(&mass, density, kAxisZ, radius, length);
  return use(mass);
}

bool Body::set_capped_cylinder_total(double total, double radius, double length) {
  if (!is_mass(total) || !is_size(radius) || !is_size(length)) return false;
  dMass mass;
  dMassSetCapsuleTotal(&mass, total, kAxisZ, radius, length);
  return use(mass);
}

bool Body::set_mass(double total) {
  if (!is_mass(total)) return false;
  dMass mass = mass_;
  dMassAdjust(&mass, total);
  return use(mass);
}

bool Body::set_mass_parameters(double total, Vec3 centre, const Values& inertia) {
  if (!is_mass(total) || centre != Vec3() || inertia.size() != 9) return false;
  Mat3 m;
  for (std::size_t i = 0; i < m.size(); ++i) {
    const auto entry = as_real(inertia[i]);
    if (!entry || !(std::abs(*entry) <= kMaxMass * kMaxDistance)) return false;
    m[i] = *entry;
  }
  if (m[1] != m[3] || m[2] != m[6] || m[5] != m[7]) return false;
  // Sylvester's criterion. ODE inverts the matrix, so "barely definite" will not do: each minor keeps a part in 10^9 of
  // what the diagonal alone would give.
  const double minor2 = m[0] * m[4] - m[1] * m[3];
  const double minor3 =
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  const double smallest = kMinMass * kMinSize * kMinSize;
  if (!(m[0] >= smallest && m[4] >= smallest && m[8] >= smallest)) return false;
  if (!(minor2 > 1e-9 * m[0] * m[4] && minor3 > 1e-9 * m[0] * m[4] * m[8])) return false;
  dMass mass;
  dMassSetParameters(&mass, total, 0.0, 0.0, 0.0, m[0], m[4], m[8], m[1], m[2], m[5]);
  return use(mass);
}

}  // namespace spark
