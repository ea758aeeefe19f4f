// SPDX-License-Identifier: Apache-2.0
// Recorded thinking times. The first octet selects the messages that the agent sends; whatever the file contains, the
// cost of a cycle is valid.
#include "commserver/think/think_times.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/target.h"

using fuzz::demand;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  constexpr spark::Step kMinCost = 2;
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  const unsigned messages = steps.octet();
  const fuzz::MemoryFile file(steps.rest());
  spark::Log log;
  commserver::ReplayingMeter meter(file.path(), kMinCost, 0, log);
  demand(meter.min_cost() == kMinCost);
  for (unsigned cycle = 0; cycle != 8; ++cycle) {
    meter.begin_cycle();
    for (const char letter : {'A', 'C', 'A', 'D'})
      if (letter == 'D' || (messages >> cycle & 1U)) demand(meter.cost(letter) >= kMinCost);
  }
  return 0;
}
