// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/RawSound.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>

#include "gateways/sigverse/controller/include/Logger.h"
#include "gateways/sigverse/wire/wave.h"

namespace wire = sigverse::wire;

static_assert(RawSound::MAX_LENGTH == wire::kMaxSoundOctets);

namespace {

RawSound sound_of(const wire::Wave& wave) {
  return {RawSoundHeader(wave.channels, wave.rate, wave.bits), wave.samples.data(),
          static_cast<int>(wave.samples.size())};
}

}  // namespace

const int RawSound::MAX_LENGTH;

RawSound::RawSound() : data_(new char[1]()), length_(0) {}
RawSound::RawSound(const RawSoundHeader& header, const char* data, int length)
    : header_(header), data_(nullptr), length_(std::clamp(length, 0, MAX_LENGTH)) {
  data_ = new char[static_cast<std::size_t>(length_) + 1]();
  std::copy_n(data, length_, data_);
}
RawSound::RawSound(const RawSound& other) : RawSound(other.header_, other.data_, other.length_) {}
RawSound& RawSound::operator=(const RawSound& other) {
  RawSound copy(other);
  std::swap(header_, copy.header_);
  std::swap(data_, copy.data_);
  std::swap(length_, copy.length_);
  return *this;
}
RawSound::~RawSound() {
  delete[] data_;
}

bool RawSound::loadWaveFile(const char* file) {
  std::string octets, problem;
  const auto wave = wire::load_wave(file ? file : "", octets, problem);
  if (wave)
    *this = sound_of(*wave);
  else
    Logger::err("loadWaveFile: %s", problem.c_str());
  return wave.has_value();
}

bool RawSound::loadWaveData(const char* data, int length) {
  if (!data || length < 0) return false;
  std::string problem;
  const auto wave = wire::read_wave({data, static_cast<std::size_t>(length)}, problem);
  if (wave) *this = sound_of(*wave);
  return wave.has_value();
}

bool RawSound::saveWaveFile(const char* file) const {
  std::string samples(data_, static_cast<std::size_t>(length_)), octets;
  if (header_.getEndian() == RAW_SOUND_BIG_ENDIAN && header_.getBitsPerSample() == 16)
    for (std::size_t i = 0; i + 1 < samples.size(); i += 2) std::swap(samples[i], samples[i + 1]);
  if (!wire::append_wave(octets, {.channels = header_.getChannelNum(),
                                  .rate = header_.getSamplingRate(),
                                  .bits = header_.getBitsPerSample(),
                                  .samples = samples}))
    return false;
  std::ofstream written(file, std::ios::binary);
  written.write(octets.data(), static_cast<std::streamsize>(octets.size()));
  return static_cast<bool>(written.flush());
}
