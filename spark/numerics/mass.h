// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <optional>

#include "spark/core/vec3.h"

namespace spark {

// Mass distributions for bodies. They return `nullopt` for masses, densities and sizes that are out of range or not
// finite, because ODE aborts the process on these. Lengths in m; centres of mass are the origin of the body.

constexpr double kMinBodyMass = 1e-9;  ///< kg
constexpr double kMaxBodyMass = 1e9;   ///< kg

inline bool is_mass(double mass) {
  return mass >= kMinBodyMass && mass <= kMaxBodyMass;
}

/// The meaning of an amount: kg/m³ or kg.
enum class MassBy { density, total };

std::optional<dMass> sphere_mass(MassBy by, double amount, double radius);
std::optional<dMass> box_mass(MassBy by, double amount, const Vec3& size);
/// The axis is z, as for `capped_cylinder_mass`.
std::optional<dMass> cylinder_mass(MassBy by, double amount, double radius, double length);
/// `length` is that of the cylindrical part.
std::optional<dMass> capped_cylinder_mass(MassBy by, double amount, double radius, double length);
/// The same distribution with another total mass.
std::optional<dMass> scaled_mass(const dMass& mass, double total);
/// `inertia` in kg·m² has to be symmetric and positive definite.
std::optional<dMass> mass_of_inertia(double total, const Mat3& inertia);

/// The inverse of its inertia (1/(kg·m²)), bit-identical to ODE's, if that is the same about all axes; otherwise
/// `nullopt`.
std::optional<double> sphere_inverse_inertia(const dMass& mass);

}  // namespace spark
