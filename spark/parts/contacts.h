// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spark/agent/perceptor.h"
#include "spark/parts/carrying_body.h"
#include "spark/physics/contact_meter.h"
#include "spark/physics/force_source.h"

namespace spark {

/// `(CF (name N) (p x y z fx fy fz) …)`: where others touched the colliders of its body (`CarryingBody`) in the last
/// step, m, and the force on the body there, N, friction included; world frame. No `(p …)` while nothing touches it.
/// The sum of all forces is the effect of the contacts: for a weight at rest m·g upwards.
///
/// Each such part causes the contacts of its body to be measured in each step (`ContactMeter`).
class Contacts : public Perceptor, public ForceSource {
 public:
  Contacts() : Perceptor("CF") {}
  void perceive(PerceptWriter& writer) override;
  std::string_view help() const override {
    return "(CF (name N) (p x y z fx fy fz) ...), a point and the force on the body there, world frame, m and N";
  }
  /// The body whose contacts it reports; null if it currently has none.
  Body* body() const { return body_.of(*this); }
  /// Applies no force. The world calls it at the beginning of each step.
  void apply_forces() override;

 protected:
  void linked() override;
  void unlinking() override;

 private:
  CarryingBody body_;
  std::vector<ContactForce> forces_;  ///< used by `perceive`; a member, so that its memory is reused
};

}  // namespace spark
