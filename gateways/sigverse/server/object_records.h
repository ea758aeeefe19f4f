// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/record.h"
#include "gateways/sigverse/world/sim_obj.h"

namespace sigverse::server {

/// Builds the wire record of an object's present state. The record is reused: it is valid until the next call or until
/// the object changes.
class ObjectRecords {
 public:
  const wire::ObjectRecord& of(SimObj& object);

 private:
  wire::ObjectRecord record_;
};

/// The poses of the shapes of all parts, each in the frame of its part.
std::vector<wire::ShapePlace> shape_places(const SimObj& object);

/// Applies a record of UPDATE_ENTITIES to an object: pose, force, torque and velocities if their operation bits are
/// set, then every other attribute whose value differs. An error in one attribute does not affect the others; `problem`
/// has the first error, and is unchanged if there was none.
void apply_record(const wire::ObjectRecord& record, SimObj& object, std::string& problem);

}  // namespace sigverse::server
