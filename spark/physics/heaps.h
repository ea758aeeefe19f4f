// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <vector>

#include "spark/physics/body.h"
#include "spark/physics/joint.h"

namespace spark {

/// Contacts of a step between two bodies, or one and scenery (null).
struct Touch {
  dBodyID first, second;
  int contacts;
  std::size_t begin = 0;  ///< the first of them among all contacts of the step
};

/// Finds heaps: sets of bodies that hang together by contacts and joints, with so many contacts that an exact solution
/// would take too long, as its time grows with the cube of their number. 22 players in one heap make some
/// 100, which `World::set_quick_step_above` may call a heap, too.
class Heaps {
 public:
  static constexpr int kMaxExactContacts = 150;
  /// In a world with more contacts than this, as a hundred stacks of crates have, smaller sets are heaps, too: many of
  /// them take as long as one.
  static constexpr int kManyContacts = 1000;
  static constexpr int kMaxExactOfMany = 10;

  /// Sets with more contacts than this are heaps in any world; 0 is `kMaxExactContacts`, and so is more than that.
  void set_most_exact(int contacts) { most_exact_ = contacts; }
  int most_exact() const { return most_exact_; }

  /// Looks at all bodies of a world before a step, which are numbered; `touches` are the contacts of that step. False
  /// if no set of bodies is that large, which costs nothing where the step has few contacts.
  bool find(const std::vector<Body*>& bodies, const std::vector<Joint*>& joints, const std::vector<Touch>& touches);
  /// Of all that were found: whether a body belongs to a heap.
  bool contains(const Body& body) const { return in_heap_[body.number]; }
  /// A number that the bodies of a set share, below that of all bodies.
  std::size_t set_of(const Body& body) { return set_of(body.number); }
  /// The bodies of the sets with true are no heap any more: somebody else steps them. False if no heap is left.
  bool forget(const std::vector<bool>& sets);
  /// Sets with more contacts than this were heaps.
  int limit() const { return limit_; }
  /// Whether that was what `set_most_exact` says.
  bool was_limit_chosen() const { return limit_ == most_exact_; }
  /// Contacts of the largest one.
  int contacts_of_largest() const { return largest_; }

 private:
  std::size_t set_of(std::size_t body);
  void unite(const Body& first, const Body& second);

  int most_exact_ = 0;
  int limit_ = kMaxExactContacts;
  int largest_ = 0;
  // Kept for their memory.
  std::vector<std::size_t> above_;  ///< of each body another one of its set, or itself
  std::vector<int> contacts_;
  std::vector<bool> in_heap_;
};

}  // namespace spark
