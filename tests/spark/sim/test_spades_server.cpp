// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "spark/agent/agent_aspect.h"
#include "spark/core/core.h"
#include "spark/scene/scene.h"
#include "spark/sim/sim_classes.h"
#include "spark/sim/spades_server.h"

using namespace spark;

TEST_CASE("the queue of agents refuses negative and huge numbers of agents") {
  Core core(1);
  register_scene_classes(core.classes);
  register_agent_classes(core.classes);
  register_sim_classes(core.classes);
  auto& spades = dynamic_cast<SpadesServer&>(core.create("oxygen/SpadesServer", "/sys/server/spades"));
  CHECK(spades.queue_agents("foo", 11));
  CHECK_FALSE(spades.queue_agents("foo", -1));
  CHECK_FALSE(spades.queue_agents("foo", 1'000'000));
  CHECK(spades.queue().size() == 1);
}
