// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "spark/core/real_clock.h"

namespace spark::net {

/// Limits how many bytes of one peer may be read at a time, by a rate in real time and a burst after a quiet time. It
/// loses nothing: bytes that may not be read yet stay where they are.
class ByteRate {
 public:
  using Time = RealClock::Time;

  /// No limit.
  ByteRate() = default;
  /// `per_second` 0: no limit; `burst` is at least 1 byte.
  ByteRate(std::uint64_t per_second, std::uint64_t burst);

  bool is_limited() const { return per_second_ > 0; }
  /// The number of bytes that may be read now, at most `wanted`.
  std::uint64_t allowance(std::uint64_t wanted, Time now);
  /// Records that these bytes have been read.
  void took(std::uint64_t bytes);
  /// When to try again after an allowance of 0: a part of the burst is free again.
  Time resumes() const;

 private:
  std::uint64_t per_second_ = 0;
  std::uint64_t burst_ = 0;
  double left_ = 0;
  Time at_{};
};

}  // namespace spark::net
