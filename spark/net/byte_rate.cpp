// SPDX-License-Identifier: Apache-2.0
#include "spark/net/byte_rate.h"

#include <algorithm>
#include <chrono>

namespace spark::net {
namespace {
/// Of a second, or of the burst if that is shorter: a throttled peer is checked at this interval, not for every byte.
constexpr double kShare = 0.02;
}  // namespace

ByteRate::ByteRate(std::uint64_t per_second, std::uint64_t burst)
    : per_second_(per_second), burst_(std::max<std::uint64_t>(1, burst)), left_(static_cast<double>(burst_)) {}

std::uint64_t ByteRate::allowance(std::uint64_t wanted, Time now) {
  if (!is_limited()) return wanted;
  const double passed = std::chrono::duration<double>(now - at_).count();
  at_ = now;
  if (passed > 0) left_ = std::min(static_cast<double>(burst_), left_ + passed * static_cast<double>(per_second_));
  return left_ < 1 ? 0 : std::min(wanted, static_cast<std::uint64_t>(left_));
}

void ByteRate::took(std::uint64_t bytes) {
  left_ -= static_cast<double>(bytes);
}

ByteRate::Time ByteRate::resumes() const {
  if (!is_limited()) return at_;
  const double enough = std::max(1.0, std::min(kShare * static_cast<double>(per_second_), static_cast<double>(burst_)));
  const double seconds = std::max(0.0, enough - left_) / static_cast<double>(per_second_);
  return at_ + std::chrono::ceil<Time::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace spark::net
