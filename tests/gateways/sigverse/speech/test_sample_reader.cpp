// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "gateways/sigverse/speech/sample_reader.h"

namespace {

using sigverse::speech::SampleReader;
using sigverse::speech::Sound;

void append_sample(std::string& octets, int value, const Sound& sound) {
  if (sound.bits == 8) {
    octets += static_cast<char>(value / 256 + 128);
    return;
  }
  const auto low = static_cast<char>(value & 0xff), high = static_cast<char>(value >> 8 & 0xff);
  octets += sound.little ? low : high;
  octets += sound.little ? high : low;
}

double tone_at(double hertz, double time) {
  return 10'000.0 * std::sin(2.0 * std::numbers::pi * hertz * time);
}

/// Half a second of a tone, the same on all channels.
Sound tone(double hertz, int rate, int channels = 1, int bits = 16) {
  Sound sound{channels, rate, bits, true, {}};
  for (int i = 0; i != rate / 2; ++i)
    for (int channel = 0; channel != channels; ++channel)
      append_sample(sound.samples, static_cast<int>(std::lround(tone_at(hertz, static_cast<double>(i) / rate))), sound);
  return sound;
}

std::vector<std::int16_t> all_of(const Sound& sound, int rate, std::size_t piece = 100'000) {
  SampleReader reader(sound, rate);
  std::vector<std::int16_t> all, some(piece);
  while (const std::size_t count = reader.read(some)) all.insert(all.end(), some.begin(), some.begin() + count);
  CHECK(static_cast<std::int64_t>(all.size()) == reader.count());
  return all;
}

/// The largest difference from the tone, away from both ends, where there is silence beyond.
double error_of(const std::vector<std::int16_t>& samples, double hertz, int rate) {
  double largest = 0.0;
  for (std::size_t i = samples.size() / 8; i != samples.size() / 8 * 7; ++i)
    largest = std::max(largest, std::abs(samples[i] - tone_at(hertz, static_cast<double>(i) / rate)));
  return largest;
}

}  // namespace

TEST_CASE("samples at the recogniser's own rate stay unchanged", "[speech]") {
  Sound sound{1, 16'000, 16, true, {}};
  const std::vector<std::int16_t> values{0, 1, -1, 32'767, -32'768, 258, -259};
  for (const int value : values) append_sample(sound.samples, value, sound);
  CHECK(all_of(sound, 16'000) == values);
  sound.little = false;
  sound.samples.clear();
  for (const int value : values) append_sample(sound.samples, value, sound);
  CHECK(all_of(sound, 16'000) == values);
}

TEST_CASE("8 bits become 16, and two channels one", "[speech]") {
  const Sound narrow{1, 16'000, 8, true, std::string("\x80\x00\xff\x81", 4)};
  CHECK(all_of(narrow, 16'000) == std::vector<std::int16_t>{0, -32'768, 32'512, 256});
  const Sound stereo{2, 16'000, 8, true, std::string("\x80\x90\x00\xff", 4)};
  CHECK(all_of(stereo, 16'000) == std::vector<std::int16_t>{2'048, -128});
  const Sound loud{2, 16'000, 16, true, std::string("\xff\x7f\xff\x7f\x00\x80\x00\x80", 8)};
  CHECK(all_of(loud, 16'000) == std::vector<std::int16_t>{32'767, -32'768});
}

TEST_CASE("tones keep their pitch, strength and place at another sampling rate", "[speech]") {
  for (const int rate : {1'000, 8'000, 11'025, 22'050, 44'100, 48'000, 65'535})
    for (const int channels : {1, 2}) {
      CAPTURE(rate, channels);
      const std::vector<std::int16_t> samples = all_of(tone(200.0, rate, channels), 16'000);
      CHECK(std::abs(static_cast<int>(samples.size()) - 8'000) <= 16);
      CHECK(error_of(samples, 200.0, 16'000) < 100.0);
    }
  CHECK(error_of(all_of(tone(3'000.0, 44'100), 16'000), 3'000.0, 16'000) < 100.0);
  CHECK(error_of(all_of(tone(3'000.0, 8'000), 16'000), 3'000.0, 16'000) < 200.0);
  CHECK(error_of(all_of(tone(440.0, 16'000, 1, 8), 8'000), 440.0, 8'000) < 300.0);
}

TEST_CASE("tones that are too high for the recogniser's rate are not heard as lower ones", "[speech]") {
  for (const double hertz : {10'000.0, 13'000.0, 19'000.0}) {
    const std::vector<std::int16_t> samples = all_of(tone(hertz, 44'100), 16'000);
    double largest = 0.0;
    for (std::size_t i = samples.size() / 8; i != samples.size() / 8 * 7; ++i)
      largest = std::max(largest, std::abs(static_cast<double>(samples[i])));
    CHECK(largest < 100.0);  // 1 % of the tone
  }
}

TEST_CASE("a sound is the same in pieces of any size", "[speech]") {
  const Sound sound = tone(700.0, 44'100, 2);
  const std::vector<std::int16_t> whole = all_of(sound, 16'000);
  for (const std::size_t piece : {1U, 7U, 2'048U}) CHECK(all_of(sound, 16'000, piece) == whole);
}

TEST_CASE("a sound of one frame yields one sample, and a shorter one none", "[speech]") {
  Sound sound{2, 44'100, 16, true, {}};
  CHECK(all_of(sound, 16'000).empty());
  sound.samples = std::string(3, 'x');  // no whole frame
  CHECK(all_of(sound, 16'000).empty());
  sound.samples = std::string(4, '\0');
  CHECK(all_of(sound, 16'000) == std::vector<std::int16_t>{0});
}
