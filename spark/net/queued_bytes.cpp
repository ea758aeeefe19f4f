// SPDX-License-Identifier: Apache-2.0
#include "spark/net/queued_bytes.h"

#include <malloc.h>

#include <atomic>

namespace spark::net {
namespace {

std::atomic<std::size_t> queued{0};
std::atomic<std::size_t> max_queued{0};  // since memory was returned last
std::atomic<bool> is_much{false};        // a large amount was queued since nearly all memory was returned last

}  // namespace

void QueuedBytes::add(std::size_t count) {
  const std::size_t sum = queued += count;
  std::size_t before = max_queued;
  while (before < sum && !max_queued.compare_exchange_weak(before, sum)) continue;
  if (sum >= kMuch) is_much = true;
}

void QueuedBytes::remove(std::size_t count) {
  const std::size_t left = queued -= count;
  std::size_t before = max_queued;
  // Repeatedly until little is left, because lines of remaining peers are interleaved with those of leaving ones, and
  // keep whole pages. Each time a quarter of the maximum is left, so that many peers that leave one after the other
  // cost few searches.
  if (!is_much || left > before / 4 || !max_queued.compare_exchange_strong(before, left)) return;
  if (left < kLittle) is_much = false;
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace spark::net
