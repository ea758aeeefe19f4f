// SPDX-License-Identifier: Apache-2.0
// Acts of players in a match. The first octet of a line is the actor: L and R are players, N has only connected; T is a
// trainer, and the octets 1 to 3 are the three agents behind a gateway with typed acts.
#include "tests/fuzz/actions_of_case.h"
#include "tests/fuzz/soccer_world.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::SoccerWorld& world = fuzz::SoccerWorld::next();
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  for (int lines = 0; lines != 32 && !steps.at_end(); ++lines) {
    const unsigned who = steps.octet();
    if (who >= 1 && who <= 3) {
      spark::AgentAspect& agent = who == 1 ? world.left.agent() : who == 2 ? world.right.agent() : world.new_agent();
      fuzz::act_by_numbers(agent, world.core.clock.now(), steps);
    } else {
      const fuzz::ExactText line(steps.line());
      if (who == 'L') world.act(world.left, line.view());
      if (who == 'R') world.act(world.right, line.view());
      if (who == 'N') world.act(world.new_agent(), line.view());
      if (who == 'T') world.command("trainer", line.view());
    }
    world.go_on();
  }
  world.check();
  return 0;
}
