// SPDX-License-Identifier: Apache-2.0
#include "spark/core/flush_on_abort.h"

#include <exception>
#include <utility>
#include <vector>

namespace spark {
namespace {
thread_local std::vector<FlushOnAbort*> to_flush;
}  // namespace

FlushOnAbort::FlushOnAbort(Flush flush) : flush_(std::move(flush)) {
  to_flush.push_back(this);
}

FlushOnAbort::~FlushOnAbort() {
  std::erase(to_flush, this);
}

void flush_before_abort(std::string_view why) noexcept {
  while (!to_flush.empty()) {
    const FlushOnAbort* latest = to_flush.back();
    to_flush.pop_back();
    try {
      latest->flush_(why);
    } catch (const std::exception&) {
      // The process ends; the error cannot be reported to anyone.
    }
  }
}

}  // namespace spark
