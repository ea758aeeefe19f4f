// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "spark/numerics/isolated_step.h"

namespace spark {

/// A contact of a sphere with another one or with scenery. Friction has no limit and is the same in all directions: the
/// last two numbers of the softness are equal. The contact point is on the line along the normal through the centres.
struct IslandContact {
  static constexpr std::uint32_t kScenery = UINT32_MAX;

  IsolatedContact contact;  ///< with a `geom`, whose normal points into `first` unless it is reversed
  std::uint32_t first = 0, second = kScenery;  ///< indices of the bodies
};

/// Computes the effect of the contacts in an island of spheres by iteration, in some microseconds; ODE takes ten to a
/// hundred times as long.
///
/// A contact of spheres needs no matrices, because its three rows (the normal, two of friction) are independent of each
/// other. So a pass goes through the contacts and gives each the impulse that would bring this one alone to its target
/// speed (projected Gauss-Seidel; the rows have ODE's ERP, CFM and bounce). Contacts that share no body are computed
/// four at a time. The equations are at the head of the source. There are no random numbers: the same contacts in the
/// same order give the same bits.
class IslandSolver {
 public:
  IslandSolver();
  ~IslandSolver();

  /// Adds the forces and torques of the contacts in a step of `seconds` to those of `bodies`, as they are after
  /// `passes` passes through all contacts. Gravity (m/s²) is taken into account but not added.
  void push(std::span<const IsolatedStep> bodies, std::span<const IslandContact> contacts, const Vec3& gravity,
            double seconds, int passes);

 private:
  struct Motion;
  struct Four;
  /// The slot in which a contact is computed.
  struct Place {
    std::uint32_t group, lane;
  };
  void load_motions(std::span<const IsolatedStep> bodies, const Vec3& gravity, double seconds);
  void find_places(std::size_t bodies, std::span<const IslandContact> contacts);
  void write_contact(const IslandContact& island_contact, std::span<const IsolatedStep> bodies, double seconds,
                     Place place);
  void store_forces(std::span<const IsolatedStep> bodies, double seconds) const;

  // Members, so that their memory is reused.
  std::vector<Motion> motions_;                       ///< scenery, which does not move, then each body
  std::vector<Motion> free_;                          ///< the motions without contacts
  std::vector<std::array<std::uint64_t, 2>> in_use_;  ///< by body: colours of its contacts with scenery and with bodies
  std::vector<Place> places_;                         ///< by contact
  std::vector<Four> groups_;
  std::size_t first_of_pairs_ = 0;  ///< the first group of pairs of bodies; the groups before it touch scenery
};

}  // namespace spark
