// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdlib>

#include "gateways/sigverse/microphone/push_to_talk.h"
#include "tests/gateways/sigverse/client/scripted_server.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"

using namespace sigverse;
using microphone::Microphone;
using microphone::PushToTalk;

namespace {

/// SDL's driver for tests: the microphone plays a file, and then silence. A block has 32 ms.
class PlayedMicrophone {
 public:
  /// `delay` is the time between two blocks, in ms; null: as long as they last.
  explicit PlayedMicrophone(const std::string& samples, const char* delay = nullptr) {
    write_file(folder_.path() / "heard", samples);
    ::setenv("SDL_AUDIODRIVER", "disk", 1);
    ::setenv("SDL_DISKAUDIOFILEIN", (folder_.path() / "heard").c_str(), 1);
    if (delay) ::setenv("SDL_DISKAUDIODELAY", delay, 1);
  }
  ~PlayedMicrophone() {
    for (const char* const name : {"SDL_AUDIODRIVER", "SDL_DISKAUDIOFILEIN", "SDL_DISKAUDIODELAY"}) ::unsetenv(name);
  }
  PlayedMicrophone(const PlayedMicrophone&) = delete;
  PlayedMicrophone& operator=(const PlayedMicrophone&) = delete;

 private:
  TemporaryFolder folder_;
};

/// Returns that many samples of this value.
std::string constant(std::size_t count, std::int16_t sample) {
  std::string samples;
  for (std::size_t i = 0; i != count; ++i)
    samples.append({static_cast<char>(sample & 0xff), static_cast<char>(sample >> 8)});
  return samples;
}

client::Object agent(bool attached) {
  client::Object object;
  object.name = "robot_000";
  object.attached = attached;
  return object;
}

/// Returns the sound that the server has received, with its header and recipient.
std::string sound_in(const std::string& octets, wire::OnRecvSoundHeader& header, std::string& to) {
  std::string_view left = octets;
  wire::LargeContent content;
  for (bool is_first = true; !left.empty(); is_first = false) {
    const auto packet = wire::read_packet(left.substr(0, wire::first_unit(left).size));
    REQUIRE(packet);
    if (is_first) {
      REQUIRE(wire::read_data(packet->data, header));
      to = packet->head.target;
      content.begin(*packet, header.format.length, wire::kMaxSoundOctets);
    } else {
      content.add(*packet);
    }
    left.remove_prefix(packet->octets.size());
  }
  return content.take_content();
}

}  // namespace

TEST_CASE("a recording is what the microphone hears, at 16 kHz") {
  std::string heard;
  for (int i = 0; i != 20'000; ++i) heard += static_cast<char>(i * i / 100);
  const PlayedMicrophone played(heard, "1");
  Microphone microphone;
  CHECK_FALSE(microphone.is_recording());
  CHECK(microphone.wave().samples.empty());
  for (int i = 0; i != 2; ++i) {
    REQUIRE(microphone.start());
    CHECK(microphone.is_recording());
    CHECK(microphone.wave().samples.empty());
    CHECK(wait_until([&] { return microphone.update(), microphone.wave().samples.size() > heard.size() + 1000; }));
    microphone.stop();
    CHECK_FALSE(microphone.is_recording());
    const wire::Wave wave = microphone.wave();
    CHECK(wave.channels == 1);
    CHECK(wave.rate == 16'000);
    CHECK(wave.bits == 16);
    CHECK(wave.samples.substr(0, heard.size()) == heard);
    CHECK(wave.samples.find_first_not_of('\0', heard.size()) == std::string_view::npos);
    CHECK(microphone.level() == 0.0);
  }
}

TEST_CASE("the level is that of the sound at present") {
  {
    // Longer than any test lasts.
    const PlayedMicrophone loud(constant(16'000 * 300, -16'384));
    Microphone microphone;
    REQUIRE(microphone.start());
    CHECK(wait_until([&] { return microphone.update(), microphone.level() > 0.0; }));
    CHECK(microphone.level() == 0.5);
  }
  const PlayedMicrophone clap(constant(1000, 32'767), "1");
  Microphone microphone;
  REQUIRE(microphone.start());
  CHECK(wait_until([&] { return microphone.update(), microphone.wave().samples.size() > 20'000; }));
  CHECK(microphone.level() == 0.0);
  CHECK(microphone.is_recording());
}

TEST_CASE("a missing microphone is reported in one line, and works once it is there") {
  ::setenv("SDL_AUDIODRIVER", "nonsense", 1);
  PushToTalk talk;
  CHECK_FALSE(talk.start(agent(true)));
  CHECK(talk.problem().rfind("no microphone: ", 0) == 0);
  CHECK(talk.problem().find('\n') == std::string::npos);
  CHECK_FALSE(talk.is_talking());
  ::unsetenv("SDL_AUDIODRIVER");
  // It works as soon as there is a microphone.
  const PlayedMicrophone played("", "1");
  CHECK(talk.start(agent(true)));
  CHECK(talk.problem().empty());
}

TEST_CASE("the words of a user are sent to the agent's controller as one sound") {
  const std::string heard = constant(8'000, 1234);
  const PlayedMicrophone played(heard, "1");
  client::ScriptedServer server;
  PushToTalk talk;
  REQUIRE(talk.start(agent(true)));
  CHECK(talk.is_talking());
  CHECK(talk.agent() == "robot_000");
  CHECK(wait_until([&] { return talk.update(), talk.seconds() >= 0.5; }));
  CHECK(server.taken().empty());
  REQUIRE(talk.stop(server.link, 2.5));
  CHECK_FALSE(talk.is_talking());
  wire::OnRecvSoundHeader header;
  std::string to;
  const std::string octets = server.taken(), sound = sound_in(octets, header, to);
  CHECK(to == "robot_000");
  CHECK(header.from == "SIGViewer");
  CHECK(header.time == 2.5);
  CHECK(header.format.channels == 1);
  CHECK(header.format.rate == 16'000);
  CHECK(header.format.bits == 16);
  CHECK(header.format.endian == 0);
  CHECK(sound.substr(0, heard.size()) == heard);
  CHECK_FALSE(talk.stop(server.link, 2.5));
  CHECK(server.taken().empty());
}

TEST_CASE("a recording ends at the largest size of a sound") {
  const PlayedMicrophone played(constant(wire::kMaxSoundOctets / 2 + 50'000, 99), "0");
  client::ScriptedServer server;
  PushToTalk talk;
  REQUIRE(talk.start(agent(true)));
  CHECK(wait_until([&] { return talk.update(), talk.seconds() * 32'000 >= wire::kMaxSoundOctets; }));
  for (int i = 0; i != 10; ++i) talk.update();
  CHECK(talk.is_talking());
  CHECK(talk.level() == 0.0);
  REQUIRE(talk.stop(server.link, 0.0));
  std::string octets;
  do {
    octets += server.taken();
    server.process();
  } while (server.link.has_unsent());
  octets += server.taken();
  wire::OnRecvSoundHeader header;
  std::string to;
  CHECK(sound_in(octets, header, to) == constant(wire::kMaxSoundOctets / 2, 99));
}

TEST_CASE("no sound is sent without a controller, without a recording, or after a cancellation") {
  // The first block comes after a second.
  const PlayedMicrophone played(constant(16'000, 1), "1000");
  client::ScriptedServer server;
  PushToTalk talk;
  CHECK_FALSE(talk.start(agent(false)));
  CHECK(talk.problem() == "'robot_000' has no controller to hear it");
  REQUIRE(talk.start(agent(true)));
  CHECK_FALSE(talk.stop(server.link, 0.0));
  CHECK(talk.problem() == "nothing was recorded: hold the button while you talk");
  REQUIRE(talk.start(agent(true)));
  talk.cancel();
  CHECK_FALSE(talk.is_talking());
  CHECK(server.taken().empty());
}

TEST_CASE("without a server a sound is not sent, and a line says why") {
  const PlayedMicrophone played(constant(16'000, 1), "1");
  client::SimServer nowhere;
  PushToTalk talk;
  REQUIRE(talk.start(agent(true)));
  CHECK(wait_until([&] { return talk.update(), talk.seconds() >= PushToTalk::kMinSeconds; }));
  CHECK_FALSE(talk.stop(nowhere, 0.0));
  CHECK(talk.problem() == "there is no server to take the sound");
}
