// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/core/class_registry.h"

namespace sigverse {

/// Registers SimWorld, SimObj and SigMonitor.
void register_world_classes(spark::ClassRegistry& classes);

}  // namespace sigverse
