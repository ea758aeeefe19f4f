// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/messages.h"

namespace sigverse::wire {

/// The largest sound that the protocol carries, in octets of samples.
inline constexpr std::size_t kMaxSoundOctets = 10 * 1024 * 1024;

/// A sound in the format of RIFF/WAVE files: PCM, one or two channels, 8 bits (unsigned) or 16 bits (signed, the least
/// significant octet first) a sample, at 1 to 65,535 frames a second. A frame has one sample of each channel.
struct Wave {
  int channels = 1;
  int rate = 16'000;  ///< Hz
  int bits = 16;
  std::string_view samples{};  ///< whole frames, at most `kMaxSoundOctets`; a view of the file or of other octets

  std::size_t frame_octets() const { return static_cast<std::size_t>(channels * bits / 8); }
  double seconds() const {
    return static_cast<double>(samples.size()) / (static_cast<double>(frame_octets()) * static_cast<double>(rate));
  }
  /// The same in terms of the protocol: `length` octets of samples, little endian.
  SoundFormat format() const;
};

/// Parses a RIFF/WAVE file in memory, without a copy and in time linear in its size; chunks other than "fmt " and
/// "data" are skipped. Nothing if it is not such a file, has samples of another kind, is longer than a sound may be, or
/// has a wrong length field; `problem` is then the reason as a part of a sentence: "it has 24 bits a sample, expected 8
/// or 16". The last chunk may lack its pad octet.
std::optional<Wave> read_wave(std::string_view file, std::string& problem);

/// Loads and parses a file; `octets` is the file, at most 64 KB longer than the largest sound, and the samples are a
/// view of it. `problem` is a whole line, with the path. Only regular files are read, because a pipe could block the
/// caller.
std::optional<Wave> load_wave(const std::string& path, std::string& octets, std::string& problem);

/// Appends the file with these samples; an incomplete frame at their end is omitted. Returns false, with nothing
/// appended, if `read_wave` would refuse the wave.
bool append_wave(std::string& out, const Wave& wave);

}  // namespace sigverse::wire
