// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/event_queue.h"

#include <algorithm>

namespace spark {
namespace {
bool later(const Event& a, const Event& b) {
  return a.key > b.key;
}
}  // namespace

void EventQueue::insert(EventKey key, Step stamp, std::string_view text) {
  std::string kept;
  if (!spare_texts_.empty()) {
    kept = std::move(spare_texts_.back());
    spare_texts_.pop_back();
  }
  kept.assign(text);
  heap_.push_back({key, stamp, std::move(kept)});
  std::push_heap(heap_.begin(), heap_.end(), later);
}

Event EventQueue::pop() {
  std::pop_heap(heap_.begin(), heap_.end(), later);
  Event event = std::move(heap_.back());
  heap_.pop_back();
  return event;
}

}  // namespace spark
