// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/body_plan.h"

#include <fmt/format.h>

namespace sigverse {

BodyPlan body_of(const std::vector<SimpleShape>& shapes) {
  BodyPlan plan;
  for (const SimpleShape& shape : shapes) {
    PartPlan part;
    part.place = shape.place;
    part.shape = SimpleShape{shape.kind, {}, shape.size};
    if (plan.parts.empty()) {
      part.name = "body";
    } else {
      part.name = fmt::format("body_{}", plan.parts.size() + 1);
      part.carried_by = 0;
    }
    plan.parts.push_back(part);
  }
  return plan;
}

}  // namespace sigverse
