// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/order.h"

#include <utility>

namespace rctp {

void OrderList::remove(Order::Kind kind) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < used_; ++i) {
    if (orders_[i].kind == kind) continue;
    if (kept != i) std::swap(orders_[kept], orders_[i]);
    ++kept;
  }
  used_ = kept;
}

}  // namespace rctp
