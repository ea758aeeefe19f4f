// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gateways/rctp/codec/object.h"

namespace rctp {

/// What a connection has been assigned: which object is meant by the first octet of a record.
///
/// IDs are 1 to 255; 0 are system records. Borrows the objects: whoever fills the table keeps them where they are (the
/// `SharedObjects` they came from). A table is read by one thread; filling it while a reader uses it is allowed between
/// two records.
class AssignedObjects {
 public:
  /// The server's way: gives an object the next ID, in the order of calls; the same ID again if it has one. 0 if all
  /// are taken.
  std::uint8_t assign(const Object& object);
  /// The client's way: the ID is the server's. There must be none of 0, and no object with more than
  /// `Object::kMaxInputs` parameters.
  void set(std::uint8_t id, const Object& object);

  /// Null if that ID has not been assigned.
  const Object* find(std::uint8_t id) const { return objects_[id]; }
  /// 0 if the object has none.
  std::uint8_t id_of(const Object& object) const;
  std::size_t size() const { return size_; }

 private:
  std::array<const Object*, kMaxObjects + 1> objects_{};
  std::size_t size_ = 0;
};

}  // namespace rctp
