// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "gateways/sigverse/wire/record.h"
#include "gateways/sigverse/world/sim_obj.h"

namespace sigverse {

/// The record of an object as it is now, for the wire. One is filled again and again: what `of` gives is valid until
/// it is called again or the object changes.
class ObjectRecords {
 public:
  const wire::ObjectRecord& of(SimObj& object);

 private:
  wire::ObjectRecord record_;
};

/// Does what a record of UPDATE_ENTITIES asks of an object: pose, force, torque and velocities where the operation bit
/// is set, then every other attribute whose value is another than it is now. What is wrong with one attribute does not
/// keep the others from being set; `problem` says what was wrong first, and stays as it is if nothing was.
void apply_record(const wire::ObjectRecord& record, SimObj& object, std::string& problem);

}  // namespace sigverse
