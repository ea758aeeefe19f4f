// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/contacts.h"

#include "spark/parts/atom.h"
#include "spark/physics/world.h"

namespace spark {

void Contacts::apply_forces() {
  if (const Body* touched = body()) touched->world().contact_meter().measure(*touched);
}

void Contacts::perceive(PerceptWriter& writer) {
  const Body* touched = body();
  if (!touched) return;
  writer.begin(predicate());
  writer.field("name", as_atom(name()));
  touched->world().contact_meter().read(*touched, forces_);
  for (const auto& [p, f] : forces_) {
    const PerceptWriter::Real numbers[] = {{p.x, Unit::metre},  {p.y, Unit::metre},  {p.z, Unit::metre},
                                           {f.x, Unit::newton}, {f.y, Unit::newton}, {f.z, Unit::newton}};
    writer.reals("p", numbers);
  }
  writer.end();
}

void Contacts::linked() {
  World& world = World::of(*this);
  Perceptor::linked();
  world.invalidate_order();
}

void Contacts::unlinking() {
  if (World* world = World::find(*this)) world->invalidate_order();
  Perceptor::unlinking();
}

}  // namespace spark
