// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gateways/sigverse/wire/service_provider.h"

namespace sigverse::speech {

using Sound = wire::SigServiceProvider::SpeechRequest;

/// Reads a sound in the format that recognisers expect: 16-bit samples of one channel at a given rate. Channels are
/// averaged, 8-bit samples widened, byte order corrected. It allocates nothing, so that a sound of 10 MB does not need
/// a buffer of 160 MB.
///
/// The rate is converted by band-limited interpolation. With sampling periods T before and T' after the conversion,
///
///     y(t) = sum over n of x(n T) h((t - n T) / max(T, T')) min(1, T / T'),    h(u) = sinc(u) (1 + cos(pi u / 8)) / 2
///
/// for |u| < 8. Linear interpolation would alias frequencies above half of the new rate, like the hiss of an "s" at
/// 44.1 kHz, into speech.
class SampleReader {
 public:
  /// Borrows the sound. Both rates are above 0.
  SampleReader(const Sound& sound, int rate);

  /// Fills `out` with the next samples and returns their number, which is less than the size only at the end.
  std::size_t read(std::span<std::int16_t> out);

  /// Total number of samples, at the new rate.
  std::int64_t count() const { return count_; }

 private:
  /// The mean of the channels, -32768 to 32767; 0 outside the sound.
  float frame(std::int64_t number) const;
  std::int16_t interpolated(std::int64_t number) const;

  const Sound& sound_;
  std::int64_t to_;
  std::int64_t frames_, count_;
  std::int64_t next_ = 0;
};

}  // namespace sigverse::speech
