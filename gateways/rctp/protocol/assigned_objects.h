// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gateways/rctp/protocol/object.h"

namespace rctp {

/// The objects of a connection by their IDs, which are the first octets of records: 1 to 255; 0 begins system records.
///
/// Borrows the objects, which must not move (they belong to `SharedObjects`). A table is used by one thread. Objects
/// may be added while a `RecordReader` uses it, between two records.
class AssignedObjects {
 public:
  /// Used by servers: gives an object the next ID, or the one that it has already. Returns 0 if all IDs are taken.
  std::uint8_t assign(const Object& object);
  /// Used by clients: the object has the ID that the server gave it. The ID must not be 0, and the object must not have
  /// more than `Object::kMaxInputs` parameters.
  void set(std::uint8_t id, const Object& object);

  /// Returns null if that ID has not been assigned.
  const Object* find(std::uint8_t id) const { return objects_[id]; }
  /// Returns 0 if the object has none.
  std::uint8_t id_of(const Object& object) const;
  std::size_t size() const { return size_; }

 private:
  std::array<const Object*, kMaxObjects + 1> objects_{};
  std::size_t size_ = 0;
};

}  // namespace rctp
