// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gateways/rctp/protocol/object.h"

namespace rctp {

/// The objects of a connection by their IDs, the first octets of records: 1 to 255; 0 begins system records.
///
/// Borrows the objects, which must not move (they belong to `SharedObjects`). A table is used by one thread. Objects
/// may be added between two records while a `RecordReader` uses the table.
class AssignedObjects {
 public:
  /// Used by servers: returns the ID of an object, assigning the next one if it has none. Returns 0 if all IDs are
  /// taken.
  std::uint8_t assign(const Object& object);
  /// Used by clients: registers an object under the ID that the server assigned. The ID must not be 0, and the object
  /// must not have more than `Object::kMaxInputs` parameters.
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
