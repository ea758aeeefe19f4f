// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/line_throttle.h"

#include <fmt/format.h>

#include <algorithm>

namespace sigverse::server {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Makes the key of a line's kind: the line without its numbers, up to the length that distinguishes kinds.
void make_key(std::string& key, std::string_view line) {
  constexpr std::size_t kEnough = 60;
  constexpr std::string_view kOfNumbers = "0123456789.+-";
  key.clear();
  for (std::size_t i = 0; i < line.size() && key.size() < kEnough; ++i)
    if (kOfNumbers.find(line[i]) == std::string_view::npos) key.push_back(line[i]);
}

}  // namespace

/// The earliest time at which the next line may be written.
double LineThrottle::Kind::due() const {
  if (written < kInFull) return -kNever;
  const auto further = static_cast<double>(written - kInFull);
  return last + std::max(1.0, further / 100.0);
}

void LineThrottle::write(spark::LogLevel level, std::string_view line, double now) {
  make_key(key_, line);
  auto found = kinds_.find(key_);
  if (found == kinds_.end()) found = kinds_.try_emplace(kinds_.size() < kMaxKinds ? key_ : std::string()).first;
  Kind& kind = found->second;
  kind.level = level;
  if (now >= kind.due() && kind.left_out == 0) {
    ++kind.written;
    kind.last = now;
    sink_(level, line);
    return;
  }
  ++kind.left_out;
  kind.held = line;
  next_ = std::min(next_, kind.due());
}

void LineThrottle::write_held(Kind& kind, double now) {
  if (kind.left_out == 0) return;
  sink_(kind.level,
        kind.left_out == 1 ? kind.held : fmt::format("{} ({} more like it left out)", kind.held, kind.left_out - 1));
  ++kind.written;
  kind.last = now;
  kind.left_out = 0;
  kind.held.clear();
}

void LineThrottle::attend(double now) {
  const bool was_set_back = now < now_;
  now_ = now;
  if (now < next_ && !was_set_back) return;
  next_ = kNever;
  for (auto& [key, kind] : kinds_) {
    // After a reset of the world, times of the old run mean nothing.
    if (was_set_back) kind.last = std::min(kind.last, now);
    if (now >= kind.due()) write_held(kind, now);
    if (kind.left_out > 0) next_ = std::min(next_, kind.due());
  }
}

void LineThrottle::flush() {
  for (auto& [key, kind] : kinds_) write_held(kind, now_);
  next_ = kNever;
}

}  // namespace sigverse::server
