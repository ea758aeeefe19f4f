// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/world/world_classes.h"

#include "gateways/sigverse/world/sig_monitor.h"
#include "gateways/sigverse/world/sim_obj.h"
#include "gateways/sigverse/world/sim_world.h"

namespace sigverse {

void register_world_classes(spark::ClassRegistry& classes) {
  register_sim_obj(classes);
  SimWorld::register_class(classes);
  SigMonitor::register_class(classes);
}

}  // namespace sigverse
