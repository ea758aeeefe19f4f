// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spark/physics/lone_step.h"

namespace spark {

/// A contact of a sphere with another one or with scenery. Friction has no limit and is the same in all directions: the
/// last two numbers of the softness are equal. The point lies on the line through the centres, or through the centre
/// along the normal.
struct HeapContact {
  static constexpr std::uint32_t kScenery = UINT32_MAX;

  LoneContact contact;  ///< with a `geom`, whose normal points into `first` unless it is reversed
  std::uint32_t first = 0, second = kScenery;  ///< among the bodies
};

/// Finds by iteration what the contacts of a heap of spheres do to them, in some microseconds where ODE takes ten to a
/// hundred times as long.
///
/// A contact of spheres needs no matrices: its three rows (the normal, two of friction) do not depend on each other. So
/// a pass goes through the contacts and gives each the impulse that would bring just this one to rest (projected
/// Gauss-Seidel; the rows have ODE's ERP, CFM and bounce). Those that share no body are taken four at a time. Nothing
/// is random: the same contacts in the same order give the same bits.
class HeapSolver {
 public:
  HeapSolver();
  ~HeapSolver();

  /// Adds to the forces and torques of `bodies` what the contacts do to them in a step of `seconds`, after `passes`
  /// through all contacts. Gravity (m/s²) counts, but is not added.
  void push(std::span<const LoneStep> bodies, std::span<const HeapContact> contacts, const Vec3& gravity,
            double seconds, int passes);

 private:
  struct Motion;
  struct Four;
  struct Place {
    std::uint32_t group, lane;
  };
  void load_motions(std::span<const LoneStep> bodies, const Vec3& gravity, double seconds);
  void find_places(std::size_t bodies, std::span<const HeapContact> contacts);
  void write_contact(const HeapContact& heap_contact, std::span<const LoneStep> bodies, double seconds, Place place);
  void store_forces(std::span<const LoneStep> bodies, double seconds) const;

  // Kept for their memory.
  std::vector<Motion> motions_;  ///< first of scenery, which has none, then of each body
  std::vector<Motion> free_;     ///< what they would be without contacts
  std::vector<std::array<std::uint64_t, 2>> in_use_;
  std::vector<Place> places_;
  std::vector<Four> groups_;
  std::size_t first_of_pairs_ = 0;  ///< among the groups; those before it touch scenery
};

}  // namespace spark
