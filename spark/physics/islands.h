// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <vector>

#include "spark/physics/body.h"
#include "spark/physics/joint.h"

namespace spark {

/// The contacts of a step between two bodies, or a body and scenery (null).
struct Touch {
  dBodyID first, second;
  int contacts;
  std::size_t begin = 0;  ///< the first of them among all contacts of the step
};

/// Finds islands that are too large for an exact solution: sets of bodies connected by contacts and joints, with so
/// many contacts that it would take too long, because its time grows with the cube of their number. Smaller sets are
/// not changed. 22 players in one place have some 100 contacts; `WorldSettings::quick_step_above` decides whether that
/// is too large.
class Islands {
 public:
  static constexpr int kMaxExactContacts = 150;
  /// In a world with more contacts than this, such as a hundred stacks of crates, smaller islands are too large as
  /// well, because many of them take as long as one.
  static constexpr int kManyContacts = 1000;
  static constexpr int kMaxExactOfMany = 10;

  /// Examines all bodies of a world, which are numbered, before a step; `touches` are the contacts of that step.
  /// Islands with more than `max_exact` contacts are too large in any world; 0 and values above `kMaxExactContacts`
  /// mean `kMaxExactContacts`. False if no island is too large, which costs nothing if the step has few contacts.
  bool find(const std::vector<Body*>& bodies, const std::vector<Joint*>& joints, const std::vector<Touch>& touches,
            int max_exact);

  // Results of the last `find`.
  /// Whether a body belongs to an island that is too large.
  bool contains(const Body& body) const { return in_island_[body.number]; }
  /// A number that the bodies of an island share, below the number of all bodies.
  std::size_t island_of(const Body& body) { return island_of(body.number); }
  /// Removes the islands whose number is true, because they are solved elsewhere. False if none is left.
  bool remove(const std::vector<bool>& islands);
  /// Islands with more contacts than this were too large.
  int limit() const { return limit_; }
  /// The number of contacts of the largest one.
  int contacts_of_largest() const { return largest_; }

 private:
  std::size_t island_of(std::size_t body);
  void unite(const Body& first, const Body& second);

  int limit_ = kMaxExactContacts;
  int largest_ = 0;
  // By body. Members, so that their memory is reused.
  std::vector<std::size_t> parent_;  ///< another body of the same island, towards its root; for the root, itself
  std::vector<int> contacts_;        ///< of the island whose root is the body
  std::vector<bool> in_island_;
};

}  // namespace spark
