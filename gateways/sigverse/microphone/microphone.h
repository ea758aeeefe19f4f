// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/wave.h"

namespace sigverse::microphone {

/// Records from the system's default microphone through SDL: 16 kHz, one channel, 16 bits; SDL converts the format of
/// the device. `SDL_AUDIODRIVER` selects the driver; the driver `disk` needs no microphone and reads samples from the
/// file named by `SDL_DISKAUDIOFILEIN`. Nothing is opened before `start`. Used by one thread.
class Microphone {
 public:
  static constexpr int kRate = 16'000;  ///< Hz

  Microphone() = default;
  ~Microphone();
  Microphone(const Microphone&) = delete;
  Microphone& operator=(const Microphone&) = delete;

  /// Opens the microphone and starts a recording; the previous one is dropped. On failure returns false, with a line
  /// for users in `problem` ("no microphone: …").
  bool start();
  /// Takes the samples that SDL has buffered. Must be called often (in each frame of a window). A recording ends by
  /// itself when it reaches the size of the largest sound in the protocol, 5 minutes and 27 seconds.
  void update();
  /// Ends the recording and closes the microphone.
  void stop();

  bool is_recording() const { return device_ != 0; }
  /// The recording so far: a view, valid until the next call of `update` or `start`.
  wire::Wave wave() const;
  /// The loudness of the last 50 ms: the largest sample, as 0 to 1. 0 while nothing is being recorded.
  double level() const;
  const std::string& problem() const { return problem_; }

 private:
  bool refuse(std::string_view why);

  std::uint32_t device_ = 0;  ///< SDL's number; 0: closed
  bool is_set_up_ = false;    ///< SDL's audio is initialised
  std::string samples_;
  std::string problem_;
};

}  // namespace sigverse::microphone
