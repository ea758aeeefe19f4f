// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/microphone.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "spark/core/log.h"

namespace rctp {
namespace {

using spark::http::Conversation;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t kSampleSize = 2;
/// If the clock of the match is stopped for longer than this, the robot is silent.
constexpr std::chrono::milliseconds kClockStands{300};
constexpr int kSoundQueue = 16 * 1024;

void append_little(std::string& out, std::uint32_t value, int octets) {
  for (int i = 0; i < octets; ++i) out += static_cast<char>(value >> (8 * i));
}

/// The header of a WAV file of unknown length, which claims the greatest length that the format allows.
std::string wav_head() {
  constexpr std::uint32_t kEndless = 0xffffffff;
  std::string head = "RIFF";
  append_little(head, kEndless, 4);
  head += "WAVEfmt ";
  append_little(head, 16, 4);  // octets of the following format block
  append_little(head, 1, 2);   // PCM
  append_little(head, 1, 2);   // one channel
  append_little(head, RobotSound::kRate, 4);
  append_little(head, RobotSound::kRate * kSampleSize, 4);  // octets per second
  append_little(head, kSampleSize, 2);
  append_little(head, 8 * kSampleSize, 2);
  head += "data";
  append_little(head, kEndless, 4);
  return head;
}

}  // namespace

void Microphone::listen(Conversation& conversation, RobotLink& robot) {
  std::size_t count = 0;
  for (const auto& source : sources_) count += source->listeners.size();
  if (count >= kMaxListeners) {
    auto refused = spark::http::text_response(503, fmt::format("{} listen already", count));
    refused.headers.push_back({"Retry-After", "5"});
    return conversation.answer(refused);
  }
  spark::http::Response head;
  head.type = "audio/wav";
  head.headers = {{"Cache-Control", "no-store"}};
  conversation.begin_stream(std::move(head));
  if (!conversation.is_streaming()) return;  // HEAD
  conversation.leave_address();
  conversation.connection().keep_queue_short(kSoundQueue);
  conversation.stream(std::make_shared<const std::string>(wav_head()));
  auto source = std::ranges::find_if(sources_, [&](const auto& each) { return each->robot == &robot; });
  if (source == sources_.end()) source = sources_.insert(source, std::make_unique<Source>(Source{.robot = &robot}));
  if ((*source)->listeners.empty()) {
    robot.add_listener();
    (*source)->heard = robot.sound();
  }
  (*source)->listeners.push_back({&conversation, loop_.now()});
  if (count > 0) return;
  played_ = loop_.now();
  timer_.start(kPiece, [this] { play(); });
}

void Microphone::remove(const Conversation& conversation) {
  for (const auto& source : sources_) {
    const auto gone =
        std::erase_if(source->listeners, [&](const Listener& each) { return each.conversation == &conversation; });
    if (gone > 0 && source->listeners.empty()) source->robot->remove_listener();
  }
}

void Microphone::play() {
  const auto now = loop_.now();
  // After any interruption, the sound resumes at the current moment.
  const Seconds elapsed = std::min<Seconds>(now - played_, 4 * kPiece);
  const auto samples = static_cast<std::size_t>(elapsed.count() * RobotSound::kRate);
  played_ = now;
  bool is_heard = false;
  for (const auto& source : sources_) {
    if (source->listeners.empty()) continue;
    play(*source, samples);
    is_heard = true;
  }
  if (is_heard) timer_.start(kPiece, [this] { play(); });
}

void Microphone::play(Source& source, std::size_t samples) {
  const auto now = loop_.now();
  const RobotLink::Sound before = std::exchange(source.heard, source.robot->sound());
  if (source.heard.step != before.step) source.moved = now;
  source.sound.set_speed(now - source.moved < kClockStands ? source.heard.speed : 0.0);
  if (source.heard.knocks != before.knocks) source.sound.knock();
  std::vector<std::int16_t> values(samples);
  source.sound.fill(values);
  std::string octets;
  octets.reserve(samples * kSampleSize);
  for (const std::int16_t value : values) append_little(octets, static_cast<std::uint16_t>(value), kSampleSize);
  const auto piece = std::make_shared<const std::string>(std::move(octets));
  constexpr auto kRoom = static_cast<std::size_t>(Seconds(kMaxWaiting).count() * RobotSound::kRate * kSampleSize);
  std::vector<Conversation*> late;
  for (Listener& listener : source.listeners) {
    if (listener.conversation->connection().unacknowledged() <= kRoom) {
      listener.taken = now;
      listener.conversation->stream(piece);
    } else if (now - listener.taken >= kMaxDelay) {
      late.push_back(listener.conversation);
    }
  }
  for (Conversation* conversation : late) {
    log_.complain(conversation->label(), "does not read the sound, disconnected");
    conversation->close();
  }
}

}  // namespace rctp
