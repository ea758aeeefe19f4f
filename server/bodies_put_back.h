// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spark {
struct Core;
class World;
}  // namespace spark

namespace server {

/// Which bodies the physics had to put back, how often, why and since when, in one line; empty if none. A body that
/// belongs to an agent, and is still there, has the agent's name.
std::string bodies_put_back(spark::Core& core, const spark::World& world);

}  // namespace server
