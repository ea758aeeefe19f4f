// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/speech/julius.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "gateways/sigverse/speech/plain_words.h"

namespace sigverse::speech {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kConnectTime{1'000}, kBetweenAttempts{100};
constexpr milliseconds kFirstPause{1'000}, kLongestPause{30'000};
/// Samples per block; a block has at most 4,096 octets.
constexpr std::size_t kBlock = 2'048, kLengthOctets = 4;

/// The duration in milliseconds, as `poll` expects it.
int as_timeout(spark::RealClock::Duration longest) {
  return static_cast<int>(std::chrono::ceil<milliseconds>(longest).count());
}

/// Reads everything that the connection has. Returns an error, or an empty text.
std::string take_all(wire::Stream& stream, const std::function<void(std::string_view octets)>& take) {
  // Limits how much is read at once, because julius may send endlessly.
  constexpr int kMaxPieces = 16;
  std::array<char, 16'384> piece;
  for (int i = 0; i != kMaxPieces; ++i) {
    const ssize_t count = ::recv(stream.in(), piece.data(), piece.size(), MSG_DONTWAIT);
    if (count == 0) return "julius has closed the connection";
    if (count > 0) {
      take({piece.data(), static_cast<std::size_t>(count)});
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return {};
    } else if (errno != EINTR) {
      return fmt::format("the connection to julius was lost: {}", std::strerror(errno));
    }
  }
  return {};
}

/// Sends as much of `unsent` as the connection accepts. If the connection is lost, the reading side notices.
void send_some(wire::Stream& stream, std::string& unsent) {
  const ssize_t count = ::send(stream.in(), unsent.data(), unsent.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (count > 0) unsent.erase(0, static_cast<std::size_t>(count));
}

/// The next block of the sound, preceded by its length. A block of length 0 is the end.
std::string next_block(SampleReader& sound) {
  std::array<std::int16_t, kBlock> samples;
  const std::size_t count = sound.read(samples);
  std::string block;
  const auto append = [&](std::uint32_t value, int octets) {
    for (int i = 0; i != octets; ++i) block += static_cast<char>(value >> 8 * i & 0xff);
  };
  append(static_cast<std::uint32_t>(2 * count), 4);
  for (std::size_t i = 0; i != count; ++i) append(static_cast<std::uint16_t>(samples[i]), 2);
  return block;
}

}  // namespace

Julius::Julius(Settings settings, spark::RealClock& clock, Say say)
    : settings_(std::move(settings)),
      clock_(clock),
      say_(std::move(say)),
      reader_([this](const std::string& words) {
        ++results_;
        if (!words.empty()) words_ += (words_.empty() ? "" : " ") + words;
      }),
      next_pause_(kFirstPause) {
  if (!settings_.command.empty()) start();
  if (!become_ready(clock_.now() + kStartTime)) throw std::runtime_error(problem_);
}

void Julius::start() {
  next_start_ = clock_.now() + next_pause_;
  next_pause_ = std::min<spark::RealClock::Duration>(2 * next_pause_, kLongestPause);
  process_ = std::make_unique<JuliusProcess>(settings_.command, settings_.log);
}

void Julius::drop() {
  module_.reset();
  adinnet_.reset();
  process_.reset();
  reader_.forget();
}

void Julius::advance() {
  if (process_) {
    if (const auto end = process_->how_it_ended()) {
      problem_ = fmt::format("julius has ended {}{}", *end,
                             settings_.log.empty() ? "; --julius_log keeps what it prints" : "");
      drop();
      return;
    }
  } else if (!settings_.command.empty()) {
    if (clock_.now() < next_start_) return;
    start();
  }
  // julius waits for the first connection before it listens on the other port.
  std::string problem;
  if (!module_) module_ = wire::connect(settings_.host, settings_.module_port, kConnectTime, problem);
  if (module_ && !adinnet_) adinnet_ = wire::connect(settings_.host, settings_.adinnet_port, kConnectTime, problem);
  if (!is_ready()) {
    problem_ = "julius: " + problem;
    return;
  }
  next_start_ = {};
  next_pause_ = kFirstPause;
  if (std::exchange(lost_, false)) say_("julius is available again");
}

bool Julius::become_ready(Time deadline) {
  for (;;) {
    advance();
    if (is_ready()) return true;
    if (settings_.command.empty() ? !module_ : !process_) return false;
    const spark::RealClock::Duration left = deadline - clock_.now();
    if (left <= left.zero()) return false;
    clock_.wait(std::min<spark::RealClock::Duration>(left, kBetweenAttempts), [](spark::RealClock::Duration longest) {
      ::poll(nullptr, 0, as_timeout(longest));
      return false;
    });
  }
}

void Julius::lose(const std::string& what) {
  const auto end = process_ ? process_->how_it_ended() : std::nullopt;
  problem_ = end ? fmt::format("julius has ended {}", *end) : what;
  lost_ = true;
  drop();
}

void Julius::fail(const std::string& what) {
  lose(what);
  throw std::runtime_error(problem_);
}

std::string Julius::look() {
  // A julius that has ended has closed both connections, but its last messages still have to be read.
  const std::string of_module = take_all(*module_, [this](std::string_view octets) { reader_.add(octets); });
  return of_module.empty() ? take_all(*adinnet_, [](std::string_view) {}) : of_module;
}

void Julius::wait(Time deadline, bool unsent) {
  const spark::RealClock::Duration left = deadline - clock_.now();
  if (left <= left.zero()) return;
  clock_.wait(left, [&](spark::RealClock::Duration longest) {
    const short for_output = unsent ? POLLOUT : 0;
    pollfd watched[] = {{module_->in(), POLLIN, 0}, {adinnet_->in(), static_cast<short>(POLLIN | for_output), 0}};
    return ::poll(watched, 2, as_timeout(longest)) > 0;
  });
}

void Julius::exchange(SampleReader& sound, Time deadline) {
  results_ = 0;
  words_.clear();
  // A julius that splits sounds at pauses may send results before the end of a long sound; they are parts of its text.
  std::string unsent;
  int results_before_end = 0;
  for (bool all = false;;) {
    if (unsent.empty() && !all) {
      unsent = next_block(sound);
      all = unsent.size() == kLengthOctets;
      results_before_end = results_;
    }
    if (!unsent.empty()) send_some(*adinnet_, unsent);
    const std::string wrong = look();
    if (all && results_ > results_before_end) return;
    if (!wrong.empty()) fail(wrong);
    if (clock_.now() >= deadline) fail("julius has given no result in time");
    if (all || !unsent.empty()) wait(deadline, !unsent.empty());
  }
}

std::string Julius::recognise(SampleReader& sound, Time deadline) {
  // Late results of earlier sounds are dropped.
  if (is_ready())
    if (const std::string wrong = look(); !wrong.empty()) {
      lose(wrong);
      say_(problem_);
    }
  if (!become_ready(deadline)) throw std::runtime_error(problem_);
  exchange(sound, deadline);
  return plain_words(words_);
}

void Julius::maintain() {
  if (is_ready()) {
    const std::string wrong = look();
    if (wrong.empty()) return;
    lose(wrong);
    say_(problem_);
  }
  const bool had_process = process_ != nullptr;
  try {
    advance();
    if (had_process && !process_) say_(problem_);
  } catch (const std::runtime_error& error) {
    say_(error.what());
  }
}

}  // namespace sigverse::speech
