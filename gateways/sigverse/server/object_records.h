// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/record.h"
#include "gateways/sigverse/world/sim_obj.h"

namespace sigverse::server {

/// Makes the record of an object as it is now, for the wire. The same one is filled again and again: it is valid until
/// the next call or until the object changes.
class ObjectRecords {
 public:
  const wire::ObjectRecord& of(SimObj& object);

 private:
  wire::ObjectRecord record_;
};

/// Where the shapes of its parts are, each in the frame of its part.
std::vector<wire::ShapePlace> shape_places(const SimObj& object);

/// Does what a record of UPDATE_ENTITIES asks of an object: pose, force, torque and velocities where the operation bit
/// is set, then every other attribute whose value is another than it is now. What is wrong with one attribute does not
/// keep the others from being set; `problem` says what was wrong first, and stays as it is if nothing was.
void apply_record(const wire::ObjectRecord& record, SimObj& object, std::string& problem);

}  // namespace sigverse::server
