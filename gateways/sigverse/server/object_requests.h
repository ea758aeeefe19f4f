// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "gateways/sigverse/server/object_records.h"
#include "gateways/sigverse/server/request.h"
#include "gateways/sigverse/wire/record.h"
#include "gateways/sigverse/world/sim_world.h"

namespace sigverse::server {

/// Carries out what clients ask of objects, and decides which client may change which: one that is not attached changes
/// nothing, and with `Sig.OwnObjectsOnly` a controller changes its own object, what that holds, and no other.
class ObjectRequests {
 public:
  /// The world outlives it.
  ObjectRequests(SimWorld& world, bool own_objects_only) : world_(world), own_objects_only_(own_objects_only) {}

  /// Changes the object of that name by `call`, if there is one, the client may change it, and it takes the change.
  template <std::predicate<SimObj&> Call>
  void change(Request& request, std::string_view name, Call call) {
    SimObj* object = find_to_change(request, name);
    if (object && !call(*object)) note_refusal(request, name, *object);
  }
  /// Does what records of UPDATE_ENTITIES ask for, each by itself.
  void update(Request& request, std::string_view data);

  // Replies.
  void append_entity(Request& request, std::string_view name);
  void append_all_entities(Request& request);
  /// `what`: as in `wire::GetObjectNames`.
  void append_names(Request& request, std::uint16_t what);
  void append_shapes(Request& request);

  /// Null if there is no such object, or if the client may not change it; the request says why.
  SimObj* find_to_change(Request& request, std::string_view name);

 private:
  static void note_refusal(Request& request, std::string_view name, const SimObj& object);

  SimWorld& world_;
  bool own_objects_only_;
  ObjectRecords records_;
  wire::ObjectRecord record_;  ///< the one that is being read; kept for the room of its lists
};

}  // namespace sigverse::server
