// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/event_queue.h"

#include <algorithm>

namespace spark {
namespace {
bool later(const Event& a, const Event& b) {
  return a.key > b.key;
}
}  // namespace

std::unique_ptr<Act> EventQueue::spare_act() {
  if (spare_acts_.empty()) return std::make_unique<Act>();
  auto act = std::move(spare_acts_.back());
  spare_acts_.pop_back();
  return act;
}

void EventQueue::insert(Event event) {
  heap_.push_back(std::move(event));
  std::push_heap(heap_.begin(), heap_.end(), later);
}

Event EventQueue::pop() {
  std::pop_heap(heap_.begin(), heap_.end(), later);
  Event event = std::move(heap_.back());
  heap_.pop_back();
  return event;
}

void EventQueue::recycle(Event event) {
  if (event.act) spare_acts_.push_back(std::move(event.act));
}

void EventQueue::remove_acts(AgentId agent, std::uint64_t before) {
  const auto gone = std::remove_if(heap_.begin(), heap_.end(), [&](Event& event) {
    if (event.key.kind != EventKind::act || event.key.agent != agent || event.key.sequence >= before) return false;
    recycle(std::move(event));
    return true;
  });
  heap_.erase(gone, heap_.end());
  std::make_heap(heap_.begin(), heap_.end(), later);
}

}  // namespace spark
