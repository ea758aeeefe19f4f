// SPDX-License-Identifier: Apache-2.0
#include "spark/core/late_mistakes.h"

#include <fmt/format.h>

#include <stdexcept>

#include "spark/core/log.h"

namespace spark {

void LateMistakes::add(const std::string& place, std::string_view text) {
  const std::string line = place.empty() ? std::string(text) : fmt::format("{}: {}", place, text);
  {
    const std::lock_guard lock(mutex_);
    if (line == last_) return;
    last_ = line;
    if (count_++ == 0) first_ = line;
  }
  if (place.empty())
    log_.error("{}", text);
  else
    log_.mistake(LogLevel::error, place, text, text);
}

std::size_t LateMistakes::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

void LateMistakes::end_if_strict() const {
  const std::lock_guard lock(mutex_);
  if (!strict_ || count_ == 0) return;
  if (count_ == 1) throw std::runtime_error(fmt::format("{} (--strict)", first_));
  throw std::runtime_error(
      fmt::format("{} (--strict; {} more such {} above)", first_, count_ - 1, count_ == 2 ? "mistake" : "mistakes"));
}

}  // namespace spark
