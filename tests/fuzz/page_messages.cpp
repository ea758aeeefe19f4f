// SPDX-License-Identifier: Apache-2.0
// What pages say to the program that shows them matches: wishes and orders within their limits, or nothing.
#include <cmath>
#include <string>

#include "monitor-lite/web/order.h"
#include "monitor-lite/web/wish.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using monitor::Wish;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  if (const auto order = monitor::read_order(fuzz::as_text(octets, size))) {
    demand(std::abs(order->place.x) <= 1000 && std::abs(order->place.y) <= 1000);
    demand(order->number >= 0 && order->number <= 11 && order->steps >= 0 &&
           order->steps <= monitor::Order::kMostSteps);
    demand(order->mode.find_first_of("() \"") == std::string::npos || order->kind != monitor::Order::Kind::mode);
  }
  if (const auto token = monitor::read_token(fuzz::as_text(octets, size))) demand(token->size() <= size);
  const auto wish = monitor::read_wish(fuzz::as_text(octets, size));
  if (!wish) return 0;
  demand(wish->matches.size() <= Wish::kMostMatches);
  std::size_t all = 0;
  for (const std::string& id : wish->matches) all += id.size();
  demand(all <= size);
  return 0;
}
