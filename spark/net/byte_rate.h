// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "spark/core/real_clock.h"

namespace spark::net {

/// How many bytes one peer may be read at a time so that it stays within a number per second of real time, and a burst
/// after a quiet time. It loses nothing: what may not be read yet stays where it is.
class ByteRate {
 public:
  using Time = RealClock::Time;

  /// Any number.
  ByteRate() = default;
  /// `per_second` 0: any number; `burst` of at least 1 byte.
  ByteRate(std::uint64_t per_second, std::uint64_t burst);

  bool is_limited() const { return per_second_ > 0; }
  /// How many may be read now, at most `wanted`.
  std::uint64_t allowance(std::uint64_t wanted, Time now);
  /// They have been read.
  void took(std::uint64_t bytes);
  /// When it makes sense to go on after an allowance of 0: a part of the burst is free again.
  Time resumes() const;

 private:
  std::uint64_t per_second_ = 0;
  std::uint64_t burst_ = 0;
  double left_ = 0;
  Time at_{};
};

}  // namespace spark::net
