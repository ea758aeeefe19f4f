// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sigverse/reported_world.h"

#include "gateways/sigverse/server/object_records.h"

using namespace sigverse;

client::World reported_world(SimWorld& sim) {
  client::World world;
  server::ObjectRecords records;
  for (SimObj* object : sim.objects()) {
    client::Object& made = world.objects.emplace_back(client::object_of(records.of(*object)));
    for (const wire::ShapePlace& shape : server::shape_places(*object))
      for (client::Part& part : made.parts)
        if (part.id == shape.id) {
          part.shape_place = shape.centre;
          part.shape_turn = shape.turn;
        }
  }
  return world;
}

client::ShapeBase reported_shapes(const SimWorld& sim) {
  std::vector<wire::ShapeEntry> entries;
  for (const ShapeFile& shape : sim.shapes()) entries.push_back({shape.key, shape.file});
  return client::ShapeBase(entries);
}
