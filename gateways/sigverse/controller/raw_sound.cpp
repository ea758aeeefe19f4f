// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/include/RawSound.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

namespace {

/// RIFF has the least significant octet first.
std::uint32_t number(std::string_view octets, std::size_t at, int count) {
  std::uint32_t value = 0;
  for (int i = 0; i < count; ++i)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(octets[at + static_cast<std::size_t>(i)]))
             << (8 * i);
  return value;
}
void put(std::string& out, std::uint32_t value, int octets) {
  for (int i = 0; i < octets; ++i) out.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
}

constexpr std::size_t kChunkHead = 8, kFormatLength = 16, kRiffHead = 12;
constexpr std::uint32_t kPcm = 1, kExtensible = 0xfffe;

/// What a chunk "fmt " says; false if it is no PCM.
bool read_format(std::string_view chunk, RawSoundHeader& header) {
  if (chunk.size() < kFormatLength) return false;
  std::uint32_t kind = number(chunk, 0, 2);
  // The real kind of an extensible one is in front of its identifier.
  constexpr std::size_t kSubFormat = 24;
  if (kind == kExtensible && chunk.size() >= kSubFormat + 2) kind = number(chunk, kSubFormat, 2);
  const std::uint32_t channels = number(chunk, 2, 2), rate = number(chunk, 4, 4), bits = number(chunk, 14, 2);
  if (kind != kPcm || channels == 0 || channels > 32'767 || rate == 0 || rate > 65'535 || bits == 0 || bits > 32)
    return false;
  header = RawSoundHeader(static_cast<int>(channels), static_cast<int>(rate), static_cast<int>(bits));
  return true;
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
  std::ifstream in(file, std::ios::binary);
  // Some room for what else is in the file.
  std::string octets(static_cast<std::size_t>(MAX_LENGTH) + 65'536, '\0');
  in.read(octets.data(), static_cast<std::streamsize>(octets.size()));
  octets.resize(static_cast<std::size_t>(in.gcount()));
  return loadWaveData(octets.data(), static_cast<int>(octets.size()));
}

bool RawSound::loadWaveData(const char* data, int length) {
  if (!data || length < static_cast<int>(kRiffHead)) return false;
  std::string_view octets(data, static_cast<std::size_t>(length));
  if (octets.substr(0, 4) != "RIFF" || octets.substr(8, 4) != "WAVE") return false;
  octets.remove_prefix(kRiffHead);
  RawSoundHeader header;
  bool has_format = false;
  while (octets.size() >= kChunkHead) {
    const std::string_view name = octets.substr(0, 4);
    const std::size_t size = number(octets, 4, 4);
    octets.remove_prefix(kChunkHead);
    if (size > octets.size()) return false;
    if (name == "fmt ") {
      if (!read_format(octets.substr(0, size), header)) return false;
      has_format = true;
    } else if (name == "data") {
      if (!has_format || size > static_cast<std::size_t>(MAX_LENGTH)) return false;
      *this = RawSound(header, octets.data(), static_cast<int>(size));
      return true;
    }
    // Chunks begin at even octets.
    octets.remove_prefix(std::min(size + size % 2, octets.size()));
  }
  return false;
}

bool RawSound::saveWaveFile(const char* file) const {
  const auto length = static_cast<std::uint32_t>(length_);
  const int frame = header_.getChannelNum() * ((header_.getBitsPerSample() + 7) / 8);
  std::string out = "RIFF";
  put(out, 36 + length + length % 2, 4);
  out += "WAVEfmt ";
  put(out, kFormatLength, 4);
  put(out, kPcm, 2);
  put(out, static_cast<std::uint32_t>(header_.getChannelNum()), 2);
  put(out, static_cast<std::uint32_t>(header_.getSamplingRate()), 4);
  put(out, static_cast<std::uint32_t>(header_.getSamplingRate() * frame), 4);
  put(out, static_cast<std::uint32_t>(frame), 2);
  put(out, static_cast<std::uint32_t>(header_.getBitsPerSample()), 2);
  out += "data";
  put(out, length, 4);
  out.append(data_, length);
  if (length % 2 != 0) out.push_back('\0');
  std::ofstream written(file, std::ios::binary);
  written.write(out.data(), static_cast<std::streamsize>(out.size()));
  return static_cast<bool>(written.flush());
}
