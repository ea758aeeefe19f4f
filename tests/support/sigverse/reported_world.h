// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/world/sim_world.h"

/// What clients get of a world, without a server and a network between.
sigverse::client::World reported_world(sigverse::SimWorld& sim);
sigverse::client::ShapeBase reported_shapes(const sigverse::SimWorld& sim);
