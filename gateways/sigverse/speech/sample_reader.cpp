// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/speech/sample_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace sigverse::speech {
namespace {

/// The interpolating function is a sinc in a Hann window: sin(πx)/(πx) · (1 + cos(πx/kZeros))/2, with x in samples. It
/// has kZeros zeros on either side; the table has kSteps values from one zero to the next.
constexpr int kZeros = 8, kSteps = 512;

using Kernel = std::array<float, kZeros * kSteps + 1>;

const Kernel& kernel() {
  static const Kernel made = [] {
    Kernel values{};
    for (std::size_t i = 0; i != values.size(); ++i) {
      const double u = std::numbers::pi * static_cast<double>(i) / kSteps;
      values[i] = static_cast<float>((i == 0 ? 1.0 : std::sin(u) / u) * (1.0 + std::cos(u / kZeros)) / 2.0);
    }
    return values;
  }();
  return made;
}

std::int64_t frames_of(const Sound& sound) {
  return static_cast<std::int64_t>(sound.samples.size()) / (sound.bits / 8 * sound.channels);
}

}  // namespace

SampleReader::SampleReader(const Sound& sound, int rate)
    : sound_(sound), to_(rate), frames_(frames_of(sound)), count_((frames_ * rate + sound.rate - 1) / sound.rate) {}

float SampleReader::frame(std::int64_t number) const {
  if (number < 0 || number >= frames_) return 0.0F;
  const auto* const samples = reinterpret_cast<const unsigned char*>(sound_.samples.data());
  const int channels = sound_.channels;
  int sum = 0;
  for (int channel = 0; channel != channels; ++channel) {
    const std::int64_t at = number * channels + channel;
    if (sound_.bits == 8) {
      sum += (samples[at] - 128) * 256;
    } else {
      const unsigned first = samples[2 * at], second = samples[2 * at + 1];
      sum += static_cast<std::int16_t>(sound_.little ? first | second << 8 : first << 8 | second);
    }
  }
  return static_cast<float>(sum) / static_cast<float>(channels);
}

std::int16_t SampleReader::interpolated(std::int64_t number) const {
  const Kernel& h = kernel();
  const double scale = std::min(1.0, static_cast<double>(to_) / sound_.rate);
  // The position among the old samples, as a whole number and a remainder, without rounding.
  const std::int64_t whole = number * sound_.rate / to_;
  const double rest = static_cast<double>(number * sound_.rate % to_) / static_cast<double>(to_);
  const auto reach = static_cast<std::int64_t>(std::ceil(kZeros / scale));
  double sum = 0.0;
  for (std::int64_t i = -reach; i <= reach; ++i) {
    const auto place = static_cast<std::size_t>(std::lround(std::abs(static_cast<double>(i) - rest) * scale * kSteps));
    if (place < h.size()) sum += h[place] * frame(whole + i);
  }
  return static_cast<std::int16_t>(std::clamp(std::lround(sum * scale), -32768L, 32767L));
}

std::size_t SampleReader::read(std::span<std::int16_t> out) {
  std::size_t filled = 0;
  for (; filled != out.size() && next_ != count_; ++filled, ++next_)
    out[filled] = to_ == sound_.rate ? static_cast<std::int16_t>(std::lround(frame(next_))) : interpolated(next_);
  return filled;
}

}  // namespace sigverse::speech
