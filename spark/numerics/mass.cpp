// SPDX-License-Identifier: Apache-2.0
#include "spark/numerics/mass.h"

#include <cmath>

#include "spark/numerics/ode_library.h"

namespace spark {
namespace {

constexpr int kAxisZ = 3;  // ODE counts axes from 1

/// The bounds of a density are wide: they only keep density times volume finite. `checked` tests the bounds of the
/// mass.
bool is_amount_of_mass(MassBy by, double amount) {
  return by == MassBy::total ? is_mass(amount) : amount >= 1e-9 && amount <= 1e9;
}

std::optional<dMass> checked(const dMass& mass) {
  return is_mass(mass.mass) ? std::optional(mass) : std::nullopt;
}

}  // namespace

std::optional<dMass> sphere_mass(MassBy by, double amount, double radius) {
  if (!is_amount_of_mass(by, amount) || !is_size(radius)) return std::nullopt;
  dMass mass;
  (by == MassBy::density ? dMassSetSphere : dMassSetSphereTotal)(&mass, amount, radius);
  return checked(mass);
}

std::optional<dMass> box_mass(MassBy by, double amount, const Vec3& size) {
  if (!is_amount_of_mass(by, amount) || !is_size(size)) return std::nullopt;
  dMass mass;
  (by == MassBy::density ? dMassSetBox : dMassSetBoxTotal)(&mass, amount, size.x, size.y, size.z);
  return checked(mass);
}

std::optional<dMass> cylinder_mass(MassBy by, double amount, double radius, double length) {
  if (!is_amount_of_mass(by, amount) || !is_size(radius) || !is_size(length)) return std::nullopt;
  dMass mass;
  (by == MassBy::density ? dMassSetCylinder : dMassSetCylinderTotal)(&mass, amount, kAxisZ, radius, length);
  return checked(mass);
}

std::optional<dMass> capped_cylinder_mass(MassBy by, double amount, double radius, double length) {
  if (!is_amount_of_mass(by, amount) || !is_size(radius) || !is_size(length)) return std::nullopt;
  dMass mass;
  (by == MassBy::density ? dMassSetCapsule : dMassSetCapsuleTotal)(&mass, amount, kAxisZ, radius, length);
  return checked(mass);
}

std::optional<dMass> scaled_mass(const dMass& mass, double total) {
  if (!is_mass(total)) return std::nullopt;
  dMass scaled = mass;
  dMassAdjust(&scaled, total);
  return checked(scaled);
}

std::optional<dMass> mass_of_inertia(double total, const Mat3& m) {
  if (!is_mass(total)) return std::nullopt;
  for (const double entry : m)
    if (!(std::abs(entry) <= kMaxBodyMass * kMaxDistance)) return std::nullopt;
  if (m[1] != m[3] || m[2] != m[6] || m[5] != m[7]) return std::nullopt;
  // Sylvester's criterion: a symmetric matrix is positive definite if all leading minors are positive. ODE inverts the
  // matrix, so being barely definite is not enough: each minor must have at least 10^-9 of the value that the diagonal
  // alone would give.
  const double minor2 = m[0] * m[4] - m[1] * m[3];
  const double minor3 =
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  const double smallest = kMinBodyMass * kMinSize * kMinSize;
  if (!(m[0] >= smallest && m[4] >= smallest && m[8] >= smallest)) return std::nullopt;
  if (!(minor2 > 1e-9 * m[0] * m[4] && minor3 > 1e-9 * m[0] * m[4] * m[8])) return std::nullopt;
  dMass mass;
  dMassSetParameters(&mass, total, 0.0, 0.0, 0.0, m[0], m[4], m[8], m[1], m[2], m[5]);
  return checked(mass);
}

std::optional<double> sphere_inverse_inertia(const dMass& mass) {
  const dReal* i = mass.I;
  const bool has_products = i[1] != 0.0 || i[2] != 0.0 || i[4] != 0.0 || i[6] != 0.0 || i[8] != 0.0 || i[9] != 0.0;
  // ODE inverts by a Cholesky factorisation, which rounds differently than a division would.
  dMatrix3 inverse;
  if (has_products || i[0] != i[5] || i[5] != i[10] || !dInvertPDMatrix(i, inverse, 3)) return std::nullopt;
  if (inverse[0] != inverse[5] || inverse[5] != inverse[10]) return std::nullopt;
  return inverse[0];
}

}  // namespace spark
