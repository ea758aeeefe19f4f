// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/wave.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "gateways/sigverse/wire/own_descriptor.h"

namespace sigverse::wire {
namespace {

constexpr std::size_t kChunkHead = 8, kRiffHead = 12;
constexpr std::size_t kFormatOctets = 16, kExtensibleOctets = 40;
constexpr std::uint32_t kPcm = 1, kExtensible = 0xfffe;
/// A file may be larger than its samples because of names, dates and comments.
constexpr std::size_t kMaxFile = kMaxSoundOctets + 64 * 1024;
/// Files of the extensible kind identify the kind of samples by a GUID; this is the one for PCM.
constexpr std::string_view kPcmGuid{"\x01\0\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71", 16};

/// Numbers in RIFF files are little endian.
std::uint32_t number_at(std::string_view octets, std::size_t at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i)
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(octets[at + i])) << (8 * i);
  return value;
}
void append_number(std::string& out, std::size_t value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
}

/// Returns what is wrong with the properties of a wave; empty if they are valid.
std::string fault_of(std::uint32_t channels, std::uint32_t rate, std::uint32_t bits) {
  if (channels != 1 && channels != 2) return "it has " + std::to_string(channels) + " channels, expected 1 or 2";
  if (bits != 8 && bits != 16) return "it has " + std::to_string(bits) + " bits a sample, expected 8 or 16";
  if (rate == 0 || rate > 65'535) return "it has " + std::to_string(rate) + " samples a second, expected 1 to 65535";
  return {};
}

/// Reads the chunk "fmt "; returns an error or an empty text.
std::string read_format(std::string_view chunk, Wave& wave) {
  if (chunk.size() < kFormatOctets) return "its chunk 'fmt ' is too short";
  const std::uint32_t kind = number_at(chunk, 0, 2);
  const bool is_pcm = kind == kPcm || (kind == kExtensible && chunk.size() >= kExtensibleOctets &&
                                       chunk.substr(kExtensibleOctets - kPcmGuid.size(), kPcmGuid.size()) == kPcmGuid);
  if (!is_pcm) return "its samples are not PCM (format " + std::to_string(kind) + ")";
  const std::uint32_t channels = number_at(chunk, 2, 2), rate = number_at(chunk, 4, 4), bits = number_at(chunk, 14, 2);
  if (std::string fault = fault_of(channels, rate, bits); !fault.empty()) return fault;
  wave.channels = static_cast<int>(channels);
  wave.rate = static_cast<int>(rate);
  wave.bits = static_cast<int>(bits);
  if (number_at(chunk, 12, 2) != wave.frame_octets()) return "the size of its frames is not that of its samples";
  return {};
}

/// Reads the chunk "data"; returns an error or an empty text.
std::string read_samples(std::string_view chunk, Wave& wave) {
  if (chunk.size() > kMaxSoundOctets)
    return "it has " + std::to_string(chunk.size()) + " octets of samples, expected at most " +
           std::to_string(kMaxSoundOctets);
  if (chunk.size() % wave.frame_octets() != 0) return "its samples end within a frame";
  wave.samples = chunk;
  return {};
}

/// Removes the next chunk from the front; returns an error or an empty text.
std::string take_chunk(std::string_view& octets, std::string_view& name, std::string_view& content) {
  name = octets.substr(0, 4);
  const std::size_t size = number_at(octets, 4, 4);
  octets.remove_prefix(kChunkHead);
  if (size > octets.size())
    return "a chunk header gives " + std::to_string(size) + " octets, but only " + std::to_string(octets.size()) +
           " follow";
  content = octets.substr(0, size);
  // Chunks begin at even offsets.
  octets.remove_prefix(std::min(size + size % 2, octets.size()));
  return {};
}

/// Reads the chunks of a file; returns an error or an empty text.
std::string read_chunks(std::string_view octets, Wave& wave) {
  bool has_format = false;
  while (octets.size() >= kChunkHead) {
    std::string_view name, content;
    if (std::string fault = take_chunk(octets, name, content); !fault.empty()) return fault;
    if (name == "fmt ") {
      if (has_format) return "it has two chunks 'fmt '";
      if (std::string fault = read_format(content, wave); !fault.empty()) return fault;
      has_format = true;
    } else if (name == "data") {
      if (!has_format) return "its samples come before their format";
      return read_samples(content, wave);
    }
  }
  return "it has no samples";
}

}  // namespace

SoundFormat Wave::format() const {
  return {.channels = static_cast<std::int16_t>(channels),
          .rate = static_cast<std::uint16_t>(rate),
          .bits = static_cast<std::uint16_t>(bits),
          .endian = 0,
          .length = static_cast<std::uint32_t>(samples.size())};
}

std::optional<Wave> read_wave(std::string_view file, std::string& problem) {
  if (file.size() < kRiffHead || file.substr(0, 4) != "RIFF" || file.substr(8, 4) != "WAVE") {
    problem = "it is not a RIFF/WAVE file";
    return std::nullopt;
  }
  // The length does not count the octets up to and including itself. Anything after the end is not part of the sound.
  const std::size_t length = number_at(file, 4, 4) + kChunkHead;
  Wave wave;
  // A pad octet at the end is often omitted but counted.
  if (length > file.size() + 1 || length < kRiffHead)
    problem = "its header gives " + std::to_string(length) + " octets, but it has " + std::to_string(file.size());
  else
    problem = read_chunks(file.substr(0, length).substr(kRiffHead), wave);
  return problem.empty() ? std::optional(wave) : std::nullopt;
}

std::optional<Wave> load_wave(const std::string& path, std::string& octets, std::string& problem) {
  const auto refuse = [&](const std::string& why) {
    problem = path + ": " + why;
    return std::nullopt;
  };
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const OwnDescriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (descriptor.get() < 0 || ::fstat(descriptor.get(), &status) != 0) return refuse(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return refuse(std::strerror(EISDIR));
  if (!S_ISREG(status.st_mode)) return refuse("it is not a regular file");
  octets.clear();
  // Read in pieces: the file may grow meanwhile, and most files are much smaller than the limit.
  char piece[64 * 1024];
  while (const ssize_t got = ::read(descriptor.get(), piece, sizeof piece)) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return refuse(std::strerror(errno));
    octets.append(piece, static_cast<std::size_t>(got));
    if (octets.size() > kMaxFile) return refuse("it is longer than " + std::to_string(kMaxFile) + " octets");
  }
  const std::optional<Wave> wave = read_wave(octets, problem);
  return wave ? wave : refuse(std::string(problem));
}

bool append_wave(std::string& out, const Wave& wave) {
  const auto channels = static_cast<std::uint32_t>(wave.channels), rate = static_cast<std::uint32_t>(wave.rate),
             bits = static_cast<std::uint32_t>(wave.bits);
  if (!fault_of(channels, rate, bits).empty() || wave.samples.size() > kMaxSoundOctets) return false;
  const std::size_t frame = wave.frame_octets(), length = wave.samples.size() / frame * frame;
  out += "RIFF";
  append_number(out, kRiffHead - 8 + kChunkHead + kFormatOctets + kChunkHead + length + length % 2, 4);
  out += "WAVEfmt ";
  append_number(out, kFormatOctets, 4);
  append_number(out, kPcm, 2);
  append_number(out, channels, 2);
  append_number(out, rate, 4);
  append_number(out, rate * frame, 4);
  append_number(out, frame, 2);
  append_number(out, bits, 2);
  out += "data";
  append_number(out, length, 4);
  out.append(wave.samples.substr(0, length));
  if (length % 2 != 0) out.push_back('\0');
  return true;
}

}  // namespace sigverse::wire
