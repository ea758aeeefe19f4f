// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/microphone/microphone.h"

#include <SDL.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "gateways/sigverse/wire/object_text.h"

namespace sigverse::microphone {
namespace {

constexpr std::size_t kSampleOctets = 2;
/// Frames that the device delivers at a time: 32 ms.
constexpr std::uint16_t kBlock = 512;

std::int16_t sample_at(std::string_view samples, std::size_t number) {
  const auto octet = [&](std::size_t at) { return static_cast<unsigned char>(samples[at]); };
  return static_cast<std::int16_t>(octet(kSampleOctets * number) | octet(kSampleOctets * number + 1) << 8U);
}

}  // namespace

Microphone::~Microphone() {
  stop();
  if (is_set_up_) SDL_QuitSubSystem(SDL_INIT_AUDIO);
}

bool Microphone::refuse(std::string_view why) {
  problem_ = "no microphone: " + wire::without_controls(why);
  return false;
}

bool Microphone::start() {
  stop();
  samples_.clear();
  problem_.clear();
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  // Drivers write lines to standard error; the important ones are in SDL_GetError, too.
  SDL_LogSetPriority(SDL_LOG_CATEGORY_AUDIO, SDL_NUM_LOG_PRIORITIES);
  if (!is_set_up_ && SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return refuse(SDL_GetError());
  is_set_up_ = true;
  // ALSA writes its own lines to standard error if there is no device. A negative number means that the driver does not
  // know.
  if (SDL_GetNumAudioDevices(1) == 0) return refuse("the system has none");
  SDL_AudioSpec wanted{};
  wanted.freq = kRate;
  wanted.format = AUDIO_S16LSB;
  wanted.channels = 1;
  wanted.samples = kBlock;
  SDL_AudioSpec opened{};
  device_ = SDL_OpenAudioDevice(nullptr, 1, &wanted, &opened, 0);
  if (device_ == 0) return refuse(SDL_GetError());
  SDL_PauseAudioDevice(device_, 0);
  return true;
}

void Microphone::update() {
  if (device_ == 0) return;
  std::array<char, 65'536> block{};
  for (;;) {
    const std::size_t room = std::min(block.size(), wire::kMaxSoundOctets - samples_.size());
    const std::uint32_t got = SDL_DequeueAudio(device_, block.data(), static_cast<std::uint32_t>(room));
    samples_.append(block.data(), got);
    if (samples_.size() == wire::kMaxSoundOctets) break;
    if (got == 0) return;
  }
  SDL_CloseAudioDevice(std::exchange(device_, 0));
}

void Microphone::stop() {
  update();
  if (device_ != 0) SDL_CloseAudioDevice(std::exchange(device_, 0));
}

wire::Wave Microphone::wave() const {
  return {.channels = 1, .rate = kRate, .bits = 16, .samples = samples_};
}

double Microphone::level() const {
  if (device_ == 0) return 0.0;
  constexpr std::size_t kShown = kRate / 20;
  const std::size_t count = samples_.size() / kSampleOctets;
  int largest = 0;
  for (std::size_t i = count - std::min(count, kShown); i != count; ++i)
    largest = std::max(largest, std::abs(static_cast<int>(sample_at(samples_, i))));
  return largest / 32'768.0;
}

}  // namespace sigverse::microphone
