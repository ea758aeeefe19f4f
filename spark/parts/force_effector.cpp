// SPDX-License-Identifier: Apache-2.0
#include "spark/parts/force_effector.h"

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/physics/body.h"

namespace spark {
namespace {

constexpr Parameter kForceParameters[] = {{"x", Parameter::Kind::real, false, "N", "force along the world's x"},
                                          {"y", Parameter::Kind::real, false, "N", "along y"},
                                          {"z", Parameter::Kind::real, false, "N", "along z"}};

}  // namespace

std::span<const Parameter> ForceEffector::parameters() const {
  return kForceParameters;
}

void ForceEffector::realise(const Arguments& arguments) {
  // Searched here, because scenes may create the body after its effectors, or not at all.
  auto* body = parent()->child_of_type<Body>();
  if (!body)
    complain("(force ...): there is no body beside {}", full_path());
  else if (!body->add_force({arguments.real(0), arguments.real(1), arguments.real(2)}))
    complain("(force ...): the force is not finite or beyond {:g} N", Body::kMaxForce);
}

}  // namespace spark
