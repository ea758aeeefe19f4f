// SPDX-License-Identifier: Apache-2.0
// What pages say to the program that shows them matches: a wish within its limits, or nothing.
#include "monitor-lite/web/wish.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using monitor::Wish;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const auto wish = monitor::read_wish(fuzz::as_text(octets, size));
  if (!wish) return 0;
  demand(wish->matches.size() <= Wish::kMostMatches);
  std::size_t all = 0;
  for (const std::string& id : wish->matches) all += id.size();
  demand(all <= size);
  return 0;
}
