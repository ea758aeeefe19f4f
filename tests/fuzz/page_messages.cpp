// SPDX-License-Identifier: Apache-2.0
// Messages from pages to the program that shows them matches: each is a request or an order within its limits, or is
// ignored.
#include <cmath>
#include <string>

#include "monitor-lite/web/order.h"
#include "monitor-lite/web/watch_request.h"
#include "tests/fuzz/target.h"

using fuzz::demand;
using monitor::WatchRequest;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  if (const auto order = monitor::read_order(fuzz::as_text(octets, size))) {
    demand(std::abs(order->place.x) <= 1000 && std::abs(order->place.y) <= 1000);
    demand(order->number >= 0 && order->number <= 11 && order->steps >= 0 && order->steps <= monitor::Order::kMaxSteps);
    demand(order->mode.find_first_of("() \"") == std::string::npos || order->kind != monitor::Order::Kind::mode);
  }
  if (const auto token = monitor::read_token(fuzz::as_text(octets, size))) demand(token->size() <= size);
  const auto request = monitor::read_watch_request(fuzz::as_text(octets, size));
  if (!request) return 0;
  demand(request->matches.size() <= WatchRequest::kMaxMatches);
  std::size_t all = 0;
  for (const std::string& id : request->matches) all += id.size();
  demand(all <= size);
  return 0;
}
