// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/port/microphone.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <vector>

#include "tests/spark/http/stage.h"

using namespace rctp;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kWavHead = 44;

double loudness(const std::vector<std::int16_t>& samples) {
  double sum = 0;
  for (const std::int16_t sample : samples) sum += static_cast<double>(sample) * sample;
  return std::sqrt(sum / static_cast<double>(samples.size()));
}

/// In Hz: the number of upward zero crossings in a second.
int tone_of(const std::vector<std::int16_t>& samples) {
  int count = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) count += samples[i - 1] < 0 && samples[i] >= 0;
  return count;
}

std::vector<std::int16_t> second_of(RobotSound& sound) {
  std::vector<std::int16_t> samples(RobotSound::kRate);
  sound.fill(samples);
  return samples;
}

std::vector<std::int16_t> samples_of(const std::string& octets) {
  std::vector<std::int16_t> samples(octets.size() / 2);
  std::memcpy(samples.data(), octets.data(), 2 * samples.size());  // little-endian, as all machines that build this are
  return samples;
}

struct ListenedRobot : Stage {
  ListenedRobot() {
    service.on_request = [this](auto& conversation, const auto&) {
      microphone.listen(conversation, link);
      conversations.push_back(&conversation);
      conversation.user = std::make_shared<Gone>(microphone, conversation);
    };
  }
  ~ListenedRobot() { server.reset(); }
  struct Gone {
    Gone(Microphone& from, spark::http::Conversation& removed) : microphone(from), conversation(removed) {}
    Microphone& microphone;
    spark::http::Conversation& conversation;
    ~Gone() { microphone.remove(conversation); }
  };
  /// Runs a second of the match; waits until that listener's system has acknowledged the sound.
  void drive(double speed, std::size_t listener = 0, bool clock_stands = false) {
    for (int i = 0; i < 25; ++i) {
      if (!clock_stands) link.set_sound({speed, knocks, ++step});
      pass(40ms);
      if (i % 5 == 4) REQUIRE(until([&] { return conversations[listener]->connection().unacknowledged() == 0; }));
    }
  }
  RobotLink link{"rover", [] {}};
  Microphone microphone{loop, log};
  std::vector<spark::http::Conversation*> conversations;
  std::uint64_t knocks = 0;
  spark::Step step = 0;
};

}  // namespace

TEST_CASE("a motor at rest is silent, and others hum higher and louder the faster they turn") {
  RobotSound sound;
  CHECK(loudness(second_of(sound)) == 0);
  sound.set_speed(0.25);
  second_of(sound);
  const auto slow = second_of(sound);
  sound.set_speed(1);
  second_of(sound);
  const auto fast = second_of(sound);
  CHECK(tone_of(slow) == Approx(105).margin(2));
  CHECK(tone_of(fast) == Approx(240).margin(2));
  CHECK(loudness(fast) > 1.5 * loudness(slow));
  CHECK(loudness(slow) > 500);
  sound.set_speed(7);
  CHECK(tone_of(second_of(sound)) == Approx(240).margin(2));
  for (const double none : {0.0, -1.0, std::nan("")}) {
    sound.set_speed(1);
    second_of(sound);
    sound.set_speed(none);
    second_of(sound);
    CHECK(loudness(second_of(sound)) == 0);
  }
}

TEST_CASE("a knock is heard once, and dies away") {
  RobotSound sound;
  sound.knock();
  const auto heard = second_of(sound);
  CHECK(*std::max_element(heard.begin(), heard.end()) > 5000);
  CHECK(std::all_of(heard.begin() + RobotSound::kRate / 2, heard.end(), [](std::int16_t each) { return each == 0; }));
  CHECK(loudness(second_of(sound)) == 0);
}

TEST_CASE("a listener gets a WAV file without an end, with the sounds of the robot") {
  ListenedRobot s;
  CHECK_FALSE(s.link.has_listeners());
  {
    Guest guest(s);
    guest.say(asking("GET", "/"));
    CHECK(guest.hear_until("\r\n\r\n").find("Content-Type: audio/wav\r\n") != std::string::npos);
    const std::string head = guest.hear(kWavHead);
    CHECK(head.substr(0, 4) == "RIFF");
    CHECK(head.substr(8, 8) == "WAVEfmt ");
    CHECK(head.substr(20, 20) == std::string("\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data", 20));
    CHECK(s.link.has_listeners());
    s.drive(0);
    const std::string silence = guest.hear(2 * RobotSound::kRate);
    CHECK(loudness(samples_of(silence)) == 0);
    s.drive(1);
    CHECK(loudness(samples_of(guest.hear(2 * RobotSound::kRate))) > 1000);
    // The clock of the match is stopped.
    for (int i = 0; i < 2; ++i) s.drive(1, 0, true);
    guest.hear(2 * RobotSound::kRate);
    CHECK(loudness(samples_of(guest.hear(2 * RobotSound::kRate))) == 0);
    ++s.knocks;
    s.drive(0);
    const auto knock = samples_of(guest.hear(2 * RobotSound::kRate));
    CHECK(*std::max_element(knock.begin(), knock.end()) > 5000);
  }
  CHECK(s.until([&] { return !s.link.has_listeners(); }));
  CHECK(s.lines.empty());
}

TEST_CASE("a listener that does not read gets no more sound and is disconnected, and others get theirs") {
  ListenedRobot s;
  Guest guest(s), other(s);
  for (Guest* each : {&guest, &other}) {
    each->say(asking("GET", "/"));
    each->hear_until("\r\n\r\n");
  }
  // Octets in the socket buffers of both ends count as sent.
  s.conversations[0]->stream(std::make_shared<const std::string>(32 << 20, 'x'));
  const std::size_t before = s.conversations[0]->unsent();
  const auto drive = [&](int seconds) {
    for (int i = 0; i < seconds; ++i) {
      s.drive(0, 1);
      CHECK(other.hear(2 * RobotSound::kRate).size() == 2 * RobotSound::kRate);
    }
  };
  drive(9);
  CHECK(s.conversations[0]->unsent() <= before);
  drive(2);
  CHECK(s.until([&] { return s.server->conversations() == 1; }));
  CHECK(s.lines == std::vector{fmt::format("guest {}: does not read the sound, disconnected", guest.name)});
}
