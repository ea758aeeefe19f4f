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

/// Carries out requests about objects, and decides which client may change which object. A client that is not attached
/// changes nothing; with `Sig.OwnObjectsOnly` a controller may change only its own object and the objects that it
/// holds.
class ObjectRequests {
 public:
  /// The world outlives this object.
  ObjectRequests(SimWorld& world, bool own_objects_only) : world_(world), own_objects_only_(own_objects_only) {}

  /// Applies `call` to the object with that name, if it exists and the client may change it. A call that returns false
  /// counts as refused.
  template <std::predicate<SimObj&> Call>
  void change(Request& request, std::string_view name, Call call) {
    SimObj* object = find_to_change(request, name);
    if (object && !call(*object)) note_refusal(request, name, *object);
  }
  /// Applies records of UPDATE_ENTITIES, independently of each other.
  void update(Request& request, std::string_view data);

  // Replies.
  void append_entity(Request& request, std::string_view name);
  void append_all_entities(Request& request);
  /// `what`: as in `wire::GetObjectNames`.
  void append_names(Request& request, std::uint16_t what);
  void append_shapes(Request& request);

  /// Returns null if there is no such object or if the client may not change it; the reason is then in the request.
  SimObj* find_to_change(Request& request, std::string_view name);

 private:
  static void note_refusal(Request& request, std::string_view name, const SimObj& object);

  SimWorld& world_;
  bool own_objects_only_;
  ObjectRecords records_;
  wire::ObjectRecord record_;  ///< the record that is being read; reused to save allocations
};

}  // namespace sigverse::server
