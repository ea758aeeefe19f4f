// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/object_requests.h"

#include <algorithm>

#include "gateways/sigverse/server/controller_slot.h"
#include "gateways/sigverse/wire/messages.h"

namespace sigverse::server {

SimObj* ObjectRequests::find_to_change(Request& request, std::string_view name) {
  const Session& session = request.session;
  const bool is_attached = session.may_change_world();
  const SimObj* self = is_attached && session.slot() ? &session.slot()->object() : nullptr;
  SimObj* object = world_.find(name);
  if (!object)
    request.refuse("{}: there is no object '{}'", request.name, name);
  else if (!is_attached)
    request.refuse("{} of '{}' is refused: a client that is not attached changes nothing", request.name, name);
  else if (own_objects_only_ && self && self != object && !world_.links().is_held_by(*object, *self))
    request.refuse("{} of '{}' is refused: '{}' may change itself and what it holds only", request.name, name,
                   self->object_name());
  else
    return object;
  return nullptr;
}

/// A controller may request in every step what the object's mode excludes, so such refusals are logged separately, at
/// level debug.
void ObjectRequests::note_refusal(Request& request, std::string_view name, const SimObj& object) {
  if (!object.refused_by_mode()) request.refuse("{} of '{}' is refused: {}", request.name, name, object.complaint());
}

void ObjectRequests::update(Request& request, std::string_view data) {
  wire::OctetReader reader(data);
  reader.real();
  // Entries are handled one after the other; a malformed one affects only those after it.
  while (reader.is_good() && !reader.at_end()) {
    if (!wire::read_record(reader, record_)) break;
    if (SimObj* object = find_to_change(request, record_.name)) apply_record(record_, *object, request.problem);
  }
  if (!reader.is_good()) request.reject("{} has a record that is wrong", request.name);
}

void ObjectRequests::append_entity(Request& request, std::string_view name) {
  SimObj* object = world_.find(name);
  if (wire::append_entity(request.out(), world_.time(), object ? &records_.of(*object) : nullptr)) return;
  request.refuse("'{}' has too many attributes for a packet", name);
  wire::append_entity(request.out(), world_.time(), nullptr);
}

void ObjectRequests::append_all_entities(Request& request) {
  const auto count = static_cast<std::uint16_t>(std::max<std::size_t>(world_.objects().size(), 1));
  if (world_.objects().empty()) wire::append_one_of_all(request.out(), world_.time(), nullptr, count, 0);
  std::uint16_t number = 0;
  for (SimObj* object : world_.objects()) {
    if (!wire::append_one_of_all(request.out(), world_.time(), &records_.of(*object), count, number)) {
      request.refuse("'{}' has too many attributes for a packet", object->object_name());
      wire::append_one_of_all(request.out(), world_.time(), nullptr, count, number);
    }
    ++number;
  }
}

void ObjectRequests::append_names(Request& request, std::uint16_t what) {
  using Names = wire::GetObjectNames;
  wire::Texts names;
  for (const SimObj* object : world_.objects())
    if ((what & (object->is_agent() ? Names::kAgents : Names::kEntities)) != 0) names.push_back(object->object_name());
  std::ranges::sort(names);
  if (!wire::append_names(request.out(), names)) request.refuse("there are too many names for packets");
}

void ObjectRequests::append_shapes(Request& request) {
  wire::X3dDbResult result;
  for (const ShapeFile& shape : world_.shapes()) result.shapes.push_back({shape.key, shape.file});
  if (wire::append_packet(request.out(), result)) return;
  request.refuse("the shape data base is too large for a packet");
  wire::append_packet(request.out(), wire::X3dDbResult{});
}

}  // namespace sigverse::server
