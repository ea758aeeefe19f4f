// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/assigned_objects.h"

#include <algorithm>

#include "spark/core/check.h"

namespace rctp {

std::uint8_t AssignedObjects::assign(const Object& object) {
  if (const std::uint8_t id = id_of(object)) return id;
  const auto free = std::find(objects_.begin() + 1, objects_.end(), nullptr);
  if (free == objects_.end()) return 0;
  const auto id = static_cast<std::uint8_t>(free - objects_.begin());
  set(id, object);
  return id;
}

void AssignedObjects::set(std::uint8_t id, const Object& object) {
  SPARK_DEMAND(id != 0);
  SPARK_DEMAND(object.parameters.size() <= Object::kMaxInputs);
  if (!objects_[id]) ++size_;
  objects_[id] = &object;
}

std::uint8_t AssignedObjects::id_of(const Object& object) const {
  const auto at = std::find(objects_.begin() + 1, objects_.end(), &object);
  return at == objects_.end() ? std::uint8_t{0} : static_cast<std::uint8_t>(at - objects_.begin());
}

}  // namespace rctp
