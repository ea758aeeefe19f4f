// SPDX-License-Identifier: Apache-2.0
// Trainers' commands, carried out in a match: a line is a message, after which the match continues.
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/soccer_world.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::SoccerWorld& world = fuzz::SoccerWorld::next();
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  for (int lines = 0; lines != 32 && !steps.at_end(); ++lines) {
    const fuzz::ExactText line(steps.line());
    world.command("trainer", line.view());
    world.go_on();
  }
  world.check();
  return 0;
}
