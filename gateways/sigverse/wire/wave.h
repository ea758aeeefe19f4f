// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/messages.h"

namespace sigverse::wire {

/// The largest sound in the protocol, in octets of samples.
inline constexpr std::size_t kMaxSoundOctets = 10 * 1024 * 1024;

/// A sound in RIFF/WAVE format: PCM, one or two channels, samples of 8 bits (unsigned) or 16 bits (signed, little
/// endian), at 1 to 65,535 frames per second. A frame has one sample per channel.
struct Wave {
  int channels = 1;
  int rate = 16'000;  ///< Hz
  int bits = 16;
  std::string_view samples{};  ///< whole frames, at most `kMaxSoundOctets`; a view of the file or of other octets

  std::size_t frame_octets() const { return static_cast<std::size_t>(channels * bits / 8); }
  double seconds() const {
    return static_cast<double>(samples.size()) / (static_cast<double>(frame_octets()) * static_cast<double>(rate));
  }
  /// The same in the terms of the protocol: `length` octets of samples, little endian.
  SoundFormat format() const;
};

/// Parses a RIFF/WAVE file in memory, without copying and in time linear in its size; chunks other than "fmt " and
/// "data" are skipped. Returns nullopt if it is not such a file, has samples of another kind, is longer than a sound
/// may be, or has a wrong length field; `problem` is then the reason as part of a sentence: "it has 24 bits a sample,
/// expected 8 or 16". The pad octet of the last chunk may be missing.
std::optional<Wave> read_wave(std::string_view file, std::string& problem);

/// Loads and parses a file. `octets` receives the file, which may be at most 64 KB longer than the largest sound; the
/// samples are a view of it. `problem` is a complete line with the path. Only regular files are read, because a pipe
/// could block the caller.
std::optional<Wave> load_wave(const std::string& path, std::string& octets, std::string& problem);

/// Appends a file with these samples, without an incomplete frame at their end. Returns false, with nothing appended,
/// if `read_wave` would refuse the result.
bool append_wave(std::string& out, const Wave& wave);

}  // namespace sigverse::wire
