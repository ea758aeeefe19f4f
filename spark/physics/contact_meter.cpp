// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/contact_meter.h"

#include <algorithm>

#include "spark/numerics/ode_library.h"
#include "spark/physics/body.h"

namespace spark {

void ContactMeter::measure(const Body& body) {
  if (std::ranges::find(asked_, &body) == asked_.end()) asked_.push_back(&body);
}

void ContactMeter::read(const Body& body, std::vector<ContactForce>& forces) const {
  forces.clear();
  const std::uint64_t entry = body.entered_at();
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    const Measured& contact = measured_[i];
    // ODE's first body of a joint with scenery is its only body, whichever shape was found first.
    if (contact.first == entry || (contact.first == 0 && contact.second == entry))
      forces.push_back({contact.point, to_vec3(feedback_[i].f1)});
    else if (contact.second == entry)
      forces.push_back({contact.point, to_vec3(feedback_[i].f2)});
  }
}

void ContactMeter::expect(std::size_t contacts) {
  if (asked_.empty()) return;
  measured_.reserve(contacts);
  feedback_.reserve(contacts);
}

bool ContactMeter::measures(const Touch& touch) const {
  return std::ranges::any_of(asked_,
                             [&](const Body* body) { return body->id() == touch.first || body->id() == touch.second; });
}

void ContactMeter::note(dJointID joint, const Touch& touch, const dContact& contact) {
  const Body *first = body_of(touch.first), *second = body_of(touch.second);
  measured_.push_back({first ? first->entered_at() : 0, second ? second->entered_at() : 0, to_vec3(contact.geom.pos)});
  dJointSetFeedback(joint, &feedback_.emplace_back());
}

}  // namespace spark
