// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <catch2/catch.hpp>
#include <condition_variable>
#include <limits>
#include <mutex>

#include "gateways/sigverse/wire/limited_log.h"
#include "tests/gateways/sigverse/wire/provider_stage.h"
#include "tests/support/reserved_port.h"

using namespace sigverse::wire;
using namespace std::chrono_literals;

namespace {

using PictureRequest = SigServiceProvider::PictureRequest;
using DetectRequest = SigServiceProvider::DetectRequest;
using DistanceRequest = SigServiceProvider::DistanceRequest;
using SpeechRequest = SigServiceProvider::SpeechRequest;

/// Holds a function until it is opened.
class TestGate {
 public:
  /// Called by the function that is tested; counts the calls, this one included.
  void pass() {
    std::unique_lock lock(mutex_);
    ++arrived_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return open_; });
  }
  bool wait_for(int arrived) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kTimeout, [&] { return arrived_ >= arrived; });
  }
  void open() {
    const std::scoped_lock lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int arrived_ = 0;
  bool open_ = false;
};

std::vector<std::string> echo(const DetectRequest& request) {
  // No object has an empty name.
  return {request.agent, "", std::to_string(request.camera)};
}

std::string detect(std::string_view agent, std::int16_t camera = 1) {
  return ProviderStage::packed(DetectEntities{agent, camera});
}

std::string names_reply(Texts names) {
  return ProviderStage::packed(DetectEntitiesResult{std::move(names)});
}

std::string ping(std::uint32_t kind) {
  return ProviderStage::packed(NsPinger{kind});
}

std::string ping_reply(std::uint16_t active) {
  return ProviderStage::packed(NsPingerResult{active});
}

std::string image(PacketType type, const ImageHeader& header, const std::string& pixels) {
  std::string octets, fields;
  OctetWriter writer(fields);
  ImageHeader copy = header;
  copy.fields(FieldWriter(writer));
  append_large(octets, {type}, fields, pixels);
  return octets;
}

std::string no_picture() {
  return image(PacketType::capture_view_image_result, {1, 1, 0, 0, 0}, "");
}

std::string no_words() {
  return ProviderStage::packed(SoundRecogResult{});
}

}  // namespace

TEST_CASE("a provider registers the kinds for which it has functions") {
  struct Row {
    bool picture, detect, distance, recognise;
    std::vector<std::uint32_t> kinds;
  };
  const auto row = GENERATE(Row{true, false, false, false, {1}}, Row{true, true, true, false, {3, 5}},
                            Row{true, false, false, true, {1, 4}}, Row{false, false, true, false, {5}},
                            Row{true, true, true, true, {7, 5}}, Row{false, true, false, true, {6}});
  ProviderStage stage;
  if (row.picture) stage.options.picture = [](const PictureRequest&) { return std::string(); };
  if (row.detect) stage.options.detect = echo;
  if (row.distance) stage.options.distance = [](const DistanceRequest&) { return std::string(); };
  if (row.recognise) stage.options.recognise = [](const SpeechRequest&) { return std::string(); };
  stage.begin(static_cast<int>(row.kinds.size()));
  REQUIRE(stage.registered.size() == row.kinds.size());
  for (std::size_t i = 0; i != row.kinds.size(); ++i) {
    CHECK(stage.registered[i].name == "eye");
    CHECK(stage.registered[i].kind == row.kinds[i]);
    CHECK(stage.registered[i].host.empty());
    CHECK(stage.registered[i].port == stage.provider().port());
  }
  CHECK(stage.ask(ping(1)) == ping_reply(row.picture));
  CHECK(stage.ask(ping(2)) == ping_reply(row.detect));
  CHECK(stage.ask(ping(3)) == ping_reply(row.picture && row.detect));
  CHECK(stage.ask(ping(4)) == ping_reply(row.recognise));
  CHECK(stage.ask(ping(5)) == ping_reply(row.distance));
  CHECK(stage.ask(ping(0)) == ping_reply(0));
  CHECK(stage.ask(ping(0xffffffff)) == ping_reply(0));
}

TEST_CASE("a provider that cannot register throws with the reason") {
  ProviderStage stage;
  const auto make = [&] { SigServiceProvider provider(stage.options); };
  CHECK_THROWS_WITH(make(), "a service provider has to provide something");
  stage.options.detect = echo;
  stage.options.name = "";
  CHECK_THROWS_WITH(make(), "a service provider needs a name of 1 to 255 octets");
  stage.options.name = "eye,ear";
  CHECK_THROWS_WITH(make(), "a service provider needs a name without a comma");
  stage.options.name = "eye";
  stage.options.max_memory = stage.options.max_content - 1;
  CHECK_THROWS_AS(make(), std::invalid_argument);
  stage.options.max_memory = stage.options.max_content;

  SECTION("the server refuses it, with a reason") {
    auto made = std::async(std::launch::async, make);
    const TestSocket server(::accept(stage.listener().get(), nullptr, nullptr));
    server.receive_packet();
    server.send(ProviderStage::packed(ProvideServiceResult{1, "there is one of that name"}));
    CHECK_THROWS_WITH(made.get(), "the server refuses the provider eye: there is one of that name");
  }
  SECTION("the server closes the connection") {
    auto made = std::async(std::launch::async, make);
    TestSocket(::accept(stage.listener().get(), nullptr, nullptr)).receive_packet();
    CHECK_THROWS_WITH(made.get(), "cannot register at the server: the server has closed the connection");
  }
  SECTION("the server does not answer") {
    stage.options.silence = 50ms;
    CHECK_THROWS_WITH(make(), "cannot register at the server: the server does not answer");
  }
  SECTION("the port is taken") {
    stage.options.port = stage.options.server_port;
    CHECK_THROWS_WITH(make(), Catch::Contains("cannot listen at port ") && Catch::Contains("in use"));
  }
  SECTION("there is no server") {
    const ReservedPort closed;
    stage.options.server_port = closed.number();
    CHECK_THROWS_WITH(make(), Catch::Contains("cannot connect to 127.0.0.1:"));
  }
}

TEST_CASE("each type of request gets its reply, and the connection is closed") {
  ProviderStage stage;
  stage.options.picture = [](const PictureRequest& request) {
    return request.agent == "blind" ? ""
                                    : std::string(request.octets(), request.colour == PictureRequest::bgr ? 'c' : 'd');
  };
  stage.options.detect = echo;
  stage.options.distance = [](const DistanceRequest& request) {
    if (request.agent == "blind") return std::string();
    return std::string(request.octets(), static_cast<char>(request.start + request.end));
  };
  std::atomic<int> wrong{0};
  stage.options.recognise = [&](const SpeechRequest& request) -> std::string {
    if (!request.little || request.channels != 2 || request.rate != 44100 || request.bits != 16) ++wrong;
    return request.samples;
  };
  stage.begin(2);
  stage.work();

  constexpr auto kPicture = PacketType::capture_view_image_result, kDistance = PacketType::distance_sensor_result;
  CHECK(stage.ask(ProviderStage::packed(CaptureView{"robot", 0, 0, 320, 240, 1})) ==
        image(kPicture, {1, 1, 320, 240, 230'400}, std::string(230'400, 'c')));
  CHECK(stage.ask(ProviderStage::packed(CaptureView{"robot", 1, 2, 3, 2, 1})) ==
        image(kPicture, {1, 2, 3, 2, 8}, std::string(8, 'd')));
  CHECK(stage.ask(ProviderStage::packed(CaptureView{"blind", 1, 1, 320, 240, 1})) == no_picture());
  CHECK(stage.ask(detect("robot", -2)) == names_reply({"-2", "robot"}));
  CHECK(stage.ask(ProviderStage::packed(DistanceSensor{"robot", 10, 100, 1, 0})) ==
        ProviderStage::packed(DistanceSensorResult{110}));
  CHECK(stage.ask(ProviderStage::packed(DistanceSensor{"blind", 10, 100, 1, 0})) ==
        ProviderStage::packed(DistanceSensorResult{255}));
  CHECK(stage.ask(ProviderStage::packed(DistanceSensor{"robot", 10, 55, 1, 1})) ==
        image(kDistance, {1, 2, 320, 1, 320}, std::string(320, 'A')));
  CHECK(stage.ask(ProviderStage::packed(DistanceSensor{"robot", 10, 55, 1, 2})) ==
        image(kDistance, {1, 2, 320, 240, 76'800}, std::string(76'800, 'A')));
  CHECK(stage.ask(ProviderStage::packed(DistanceSensor{"blind", 10, 55, 1, 2})) ==
        image(kDistance, {1, 2, 0, 0, 0}, ""));
  CHECK(stage.ask(ProviderStage::sound({2, 44100, 16, 0, 12}, "say it twice")) ==
        ProviderStage::packed(SoundRecogResult{0, "say it twice"}));
  // Incomplete frames are left out.
  CHECK(stage.ask(ProviderStage::sound({2, 44100, 16, 0, 7}, "\xc3\xa4 abcd")) ==
        ProviderStage::packed(SoundRecogResult{4, "\xc3\xa4 a"}));
  CHECK(stage.ask(ProviderStage::sound({2, 44100, 16, 0, 0}, "")) == no_words());
  CHECK(wrong == 0);
  CHECK(stage.lines().empty());
}

TEST_CASE("a forwarded request is answered like any other") {
  ProviderStage stage;
  stage.options.detect = echo;
  stage.begin();
  stage.work();
  CHECK(stage.ask(ProviderStage::packed(DetectEntities{"robot"}, {.flags = kForward, .target = "eye"})) ==
        names_reply({"1", "robot"}));
  CHECK(stage.ask(ProviderStage::packed(DetectEntities{"robot"}, {.flags = kWantsNoResult})).empty());
}

TEST_CASE("requests of many connections are carried out one at a time, and answered on their connections") {
  constexpr int kCount = 40;
  ProviderStage stage;
  TestGate gate;
  std::atomic<int> at_work{0};
  std::atomic<bool> together{false};
  stage.options.detect = [&](const DetectRequest& request) {
    gate.pass();
    if (++at_work != 1) together = true;
    --at_work;
    return echo(request);
  };
  stage.begin();
  stage.work();
  std::vector<TestSocket> connections;
  for (int i = 0; i != kCount; ++i) {
    connections.push_back(stage.connect());
    connections.back().send(detect("agent " + std::to_string(i)));
  }
  REQUIRE(gate.wait_for(1));
  // The function blocks, and all threads wait for it.
  CHECK(stage.ask(ping(2)) == ping_reply(1));
  CHECK(stage.ask(ping(1)) == ping_reply(0));
  gate.open();
  for (int i = 0; i != kCount; ++i) {
    const std::string agent = "agent " + std::to_string(i);
    CHECK(connections[static_cast<std::size_t>(i)].receive_all() == names_reply({"1", agent}));
  }
  CHECK_FALSE(together);
}

TEST_CASE("requests of a peer that has left are not carried out") {
  ProviderStage stage;
  TestGate gate;
  std::mutex mutex;
  std::vector<std::string> asked;
  stage.options.detect = [&](const DetectRequest& request) {
    {
      const std::scoped_lock lock(mutex);
      asked.push_back(request.agent);
    }
    gate.pass();
    return echo(request);
  };
  stage.options.max_threads = 2;
  stage.begin();
  stage.work();
  const TestSocket first = stage.connect();
  first.send(detect("a"));
  REQUIRE(gate.wait_for(1));
  for (const char* const gone : {"b", "c", "d"}) stage.connect().send(detect(gone));
  const TestSocket last = stage.connect();
  last.send(detect("e"));
  gate.open();
  CHECK(first.receive_all() == names_reply({"1", "a"}));
  CHECK(last.receive_all() == names_reply({"1", "e"}));
  const std::scoped_lock lock(mutex);
  CHECK(asked == std::vector<std::string>{"a", "e"});
}

TEST_CASE("a function that fails causes a failing reply") {
  ProviderStage stage;
  stage.options.picture = [](const PictureRequest& request) { return std::string(request.octets() - 1, 'x'); };
  stage.options.detect = [](const DetectRequest& request) -> std::vector<std::string> {
    if (request.agent == "many") return std::vector<std::string>(9'000, "a");
    if (request.agent == "number") throw 42;
    throw std::runtime_error("no " + request.agent);
  };
  stage.begin();
  stage.work();
  CHECK(stage.ask(detect("a\nb")) == names_reply({}));
  CHECK(stage.ask(detect("many")) == names_reply({}));
  CHECK(stage.ask(detect("number")) == names_reply({}));
  CHECK(stage.ask(ProviderStage::packed(CaptureView{"robot", 1, 1, 320, 240, 1})) == no_picture());
  CHECK(stage.lines() ==
        std::vector<std::string>{"a request failed: no a?b", "a result of a wrong size",
                                 "a request failed: its function threw something that is not a std::exception",
                                 "a result of a wrong size"});
}

TEST_CASE("an invalid request gets a failing reply and a line") {
  ProviderStage stage;
  stage.options.picture = [](const PictureRequest&) { return std::string(); };
  stage.options.distance = [](const DistanceRequest&) { return std::string(); };
  stage.options.recognise = [](const SpeechRequest&) { return std::string("never"); };
  stage.begin(3);
  stage.work();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const std::string long_name(256, 'n');
  std::string cut_off = ProviderStage::packed(CaptureView{"robot", 0, 0, 320, 240, 1});
  cut_off.erase(cut_off.size() - 4, 2);
  cut_off[3] = static_cast<char>(cut_off.size());
  struct Row {
    std::string request, reply, line;
  };
  const std::string far = ProviderStage::packed(DistanceSensorResult{255});
  const Row rows[] = {
      {ProviderStage::packed(CaptureView{"robot", 0, 0, 65535, 65535, 1}), no_picture(), "too large"},
      {ProviderStage::packed(CaptureView{"robot", 0, 0, 0, 240, 1}), no_picture(), "without pixels"},
      {ProviderStage::packed(CaptureView{"robot", 2, 0, 320, 240, 1}), no_picture(), "type of picture"},
      {ProviderStage::packed(CaptureView{"robot", 0, 3, 320, 240, 1}), no_picture(), "type of colour"},
      {ProviderStage::packed(CaptureView{long_name, 0, 0, 320, 240, 1}), no_picture(), "255 octets"},
      {cut_off, no_picture(), "less in it"},
      {detect("robot"), names_reply({}), "not provided"},
      {ProviderStage::packed(DistanceSensor{"robot", kNaN, 255, 1, 0}), far, "not below their end"},
      {ProviderStage::packed(DistanceSensor{"robot", 0, HUGE_VAL, 1, 0}), far, "not below their end"},
      {ProviderStage::packed(DistanceSensor{"robot", 9, 9, 1, 0}), far, "not below their end"},
      {ProviderStage::packed(DistanceSensor{"robot", 0, 255, 1, 3}),
       image(PacketType::distance_sensor_result, {1, 2, 0, 0, 0}, ""), "dimensions"},
      {ProviderStage::sound({3, 16000, 16, 0, 2}, "ab"), no_words(), "channels"},
      {ProviderStage::sound({1, 999, 16, 0, 2}, "ab"), no_words(), "samples per second"},
      {ProviderStage::sound({1, 16000, 24, 0, 2}, "ab"), no_words(), "8 nor 16"},
      {ProviderStage::sound({1, 16000, 16, 0, 2'000'000'000}, "ab"), no_words(), "too large"},
      {ProviderStage::sound({1, 16000, 16, 0, 3}, "ab"), no_words(), "do not fit"},
      {ProviderStage::sound({1, 16000, 16, 0, 20'000}, "ab"), no_words(), "do not fit"},
      {ProviderStage::packed(SetMass{"ball", 1}), "", "not a request to a provider"},
      {ProviderStage::packed(NsQuery{1}), "", "not a request to a provider"},
      {std::string("\0\x26\0\4", 4), "", "no packet"},
      {"GET / HTTP/1.1\r\n\r\n", "", "no packet"},
      {std::string("\xab\xcd\0\1", 4), "", "no packet"},
  };
  std::size_t count = 0;
  for (const Row& row : rows) {
    INFO(row.line << " " << count);
    if (++count > LimitedLog::kLines) break;  // no more are written now
    CHECK(stage.ask(row.request) == row.reply);
    REQUIRE(stage.says(row.line));
  }
  CHECK(stage.lines().size() == LimitedLog::kLines);
  CHECK(stage.lines()[0].starts_with("127.0.0.1:"));
  for (const Row& row : rows) CHECK(stage.ask(row.request) == row.reply);
}

TEST_CASE("a refused sound is read to its end, so that the reply arrives") {
  ProviderStage stage;
  stage.options.detect = echo;
  stage.begin();
  stage.work();
  const std::string samples(10 << 20, 's');
  CHECK(stage.ask(ProviderStage::sound({1, 16000, 16, 0, 10 << 20}, samples)) == no_words());
}

TEST_CASE("peers that do not finish take limited time, and do not block others") {
  ProviderStage stage;
  stage.options.detect = echo;
  stage.options.recognise = [](const SpeechRequest& request) { return std::to_string(request.samples.size()); };
  stage.options.silence = 3s;
  stage.options.max_threads = 2;
  stage.begin();
  stage.work();
  const std::string request = detect("robot"), reply = names_reply({"1", "robot"});
  const std::string sound = ProviderStage::sound({1, 16000, 16, 0, 30'000}, std::string(30'000, 's'));

  SECTION("more peers than there are threads send half a request") {
    std::vector<TestSocket> halves;
    for (int i = 0; i != 5; ++i) {
      halves.push_back(stage.connect());
      halves.back().send(i % 2 == 0 ? request.substr(0, 17) : sound.substr(0, 20'000));
    }
    CHECK(stage.ask(request) == reply);
    for (const TestSocket& half : halves) CHECK(half.is_closed());
    CHECK(stage.says("half a request"));
  }
  SECTION("a peer is silent") {
    const TestSocket silent = stage.connect();
    CHECK(stage.ask(request) == reply);
    CHECK(silent.is_closed());
    CHECK(stage.says("sends nothing"));
  }
  SECTION("a peer closes in the middle of a request") {
    stage.connect().send(request.substr(0, 30));
    CHECK(stage.says("closed in the middle"));
    CHECK(stage.ask(request) == reply);
  }
}

TEST_CASE("incomplete first packets do not delay other requests") {
  ProviderStage stage;
  stage.options.detect = echo;
  stage.options.silence = stage.options.transfer = 10 * kTimeout;
  stage.options.max_threads = 1;
  stage.options.max_connections = 20;
  stage.begin();
  stage.work();
  const std::string request = detect("robot"), reply = names_reply({"1", "robot"});
  std::vector<TestSocket> halves;
  for (int i = 0; i != 10; ++i) {
    halves.push_back(stage.connect());
    halves.back().send(request.substr(0, 20));
  }
  CHECK(stage.ask(request) == reply);
  CHECK(stage.ask(ping(2)) == ping_reply(1));
  SECTION("they are answered once the rest has arrived") {
    for (const TestSocket& half : halves) half.send(request.substr(20));
    for (const TestSocket& half : halves) CHECK(half.receive_all() == reply);
    CHECK(stage.lines().empty());
  }
  SECTION("the oldest connections make room for others") {
    for (int i = 0; i != 15; ++i) {
      halves.push_back(stage.connect());
      halves.back().send(request.substr(0, 20));
    }
    CHECK(stage.ask(request) == reply);
    CHECK(halves.front().is_closed());
    CHECK(stage.says("half a request, and others want to connect"));
    halves.back().send(request.substr(20));
    CHECK(halves.back().receive_all() == reply);
  }
}

TEST_CASE("a refused request does not delay others, even if its peer does not close") {
  ProviderStage stage;
  stage.options.detect = echo;
  stage.options.silence = stage.options.transfer = 10 * kTimeout;
  stage.options.max_threads = 1;
  stage.begin();
  stage.work();
  const std::string sound = ProviderStage::sound({1, 16000, 16, 0, 30'000}, std::string(30'000, 's'));
  const TestSocket one = stage.connect(), other = stage.connect();
  for (const TestSocket* const peer : {&one, &other}) {
    peer->send(sound.substr(0, 5'000));
    CHECK(peer->receive_all() == no_words());
  }
  CHECK(stage.ask(detect("robot")) == names_reply({"1", "robot"}));
  // Further octets of the peer are read.
  one.send(sound.substr(5'000));
  stage.finish();
  CHECK(wait_until([&] { return !other.try_send("x"); }));
}

TEST_CASE("a request may arrive octet by octet, but an endless one takes limited time") {
  ProviderStage stage;
  stage.options.detect = echo;
  stage.options.recognise = [](const SpeechRequest& request) { return std::to_string(request.samples.size()); };
  // A busy machine may delay the test for long.
  stage.options.silence = kTimeout;
  const std::string request = detect("robot"), reply = names_reply({"1", "robot"});
  SECTION("octet by octet") {
    stage.options.transfer = kTimeout;
    stage.begin();
    stage.work();
    const TestSocket slow = stage.connect();
    for (const char octet : request) slow.send({&octet, 1});
    CHECK(slow.receive_all() == reply);
    const TestSocket pinging = stage.connect();
    for (const char octet : ping(2)) pinging.send({&octet, 1});
    CHECK(pinging.receive_all() == ping_reply(1));
  }
  SECTION("an endless request") {
    stage.options.transfer = 4s;
    stage.options.max_threads = 1;
    stage.begin();
    stage.work();
    const std::string sound = ProviderStage::sound({1, 16000, 16, 0, 30'000}, std::string(30'000, 's'));
    const std::string endless("\xab\xcd\xff\xff", 4);
    // In the middle of the first packet, and after it.
    const std::string octets = GENERATE_REF(endless + std::string(60'000, '\0'), sound);
    const TestSocket slow = stage.connect();
    slow.send(octets.substr(0, 100));
    std::size_t at = 100;
    CHECK(wait_until([&] {
      const bool taken = slow.try_send({&octets[at], 1});
      at = std::min(at + 1, octets.size() - 1);
      if (taken) std::this_thread::sleep_for(5ms);
      return !taken;
    }));
    CHECK(stage.says("takes too long"));
    CHECK(stage.ask(request) == reply);
  }
}

TEST_CASE("a peer that does not read its answer is disconnected") {
  ProviderStage stage;
  stage.options.picture = [](const PictureRequest& request) { return std::string(request.octets(), 'p'); };
  stage.options.silence = 3s;
  stage.options.max_threads = 1;
  stage.begin();
  stage.work();
  const TestSocket lazy(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int small = 4096;
  ::setsockopt(lazy.get(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(stage.provider().port());
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(::connect(lazy.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  lazy.send(ProviderStage::packed(CaptureView{"robot", 1, 1, 1700, 2000, 1}));
  CHECK(stage.says("does not read its answer"));
  CHECK(stage.ask(ProviderStage::packed(CaptureView{"robot", 1, 2, 4, 1, 1})) ==
        image(PacketType::capture_view_image_result, {1, 2, 4, 1, 4}, "pppp"));
}

TEST_CASE("thousands of connections leave room for peers that ask") {
  ProviderStage stage;
  stage.options.detect = echo;
  stage.options.max_connections = 50;
  stage.begin();
  stage.work();
  std::vector<TestSocket> crowd;
  for (int i = 0; i != 3'000; ++i) {
    crowd.push_back(stage.connect());
    if (crowd.size() > 200) crowd.erase(crowd.begin());
    if (i % 500 == 0) CHECK(stage.ask(detect("robot")) == names_reply({"1", "robot"}));
  }
  CHECK(stage.ask(ping(2)) == ping_reply(1));
  CHECK(stage.ask(detect("robot")) == names_reply({"1", "robot"}));
  CHECK(stage.says("others want to connect"));
  CHECK(crowd.front().is_closed());
}

TEST_CASE("sounds wait for each other if there is not enough memory for all") {
  ProviderStage stage;
  TestGate gate;
  stage.options.recognise = [&](const SpeechRequest& request) {
    gate.pass();
    return std::to_string(request.samples.size());
  };
  stage.options.max_content = stage.options.max_memory = 1'000'000;
  stage.begin();
  stage.work();
  const std::string sound = ProviderStage::sound({1, 16000, 16, 0, 600'000}, std::string(600'000, 's'));
  const std::string reply = ProviderStage::packed(SoundRecogResult{0, "600000"});
  const TestSocket first = stage.connect();
  first.send(sound);
  REQUIRE(gate.wait_for(1));
  auto second = std::async(std::launch::async, [&] { return stage.ask(sound); });
  gate.open();
  CHECK(first.receive_all() == reply);
  CHECK(second.get() == reply);
}

TEST_CASE("a provider ends with its server") {
  ProviderStage stage;
  TestGate gate;
  stage.options.detect = [&](const DetectRequest& request) {
    gate.pass();
    return echo(request);
  };
  stage.begin();
  stage.work();
  CHECK_FALSE(stage.provider().has_ended());
  const TestSocket asks = stage.connect(), waits = stage.connect(), silent = stage.connect();
  asks.send(detect("a"));
  REQUIRE(gate.wait_for(1));
  waits.send(detect("b"));
  // A provider ignores messages that a server sends to its clients.
  stage.server().send(ProviderStage::packed(LogMsg{2, "hello"}));
  SECTION("the server closes the connection") {
    stage.server().close();
    CHECK(asks.is_closed());
    CHECK(waits.is_closed());
    CHECK(stage.provider().lost_server());
  }
  SECTION("the provider is stopped") {
    stage.provider().stop();
    CHECK(asks.is_closed());
    CHECK(waits.is_closed());
    // The server sends no further requests, although the provider still runs.
    CHECK(stage.server().is_closed());
    CHECK_FALSE(stage.provider().lost_server());
  }
  CHECK(stage.provider().has_ended());
  gate.open();
  stage.join();
  CHECK_FALSE(stage.provider().work_one(10ms));
  stage.finish();
  CHECK(silent.is_closed());
  CHECK(stage.lines().empty());
}

TEST_CASE("a program with a main loop can carry out requests one at a time") {
  ProviderStage stage;
  std::thread::id worker;
  stage.options.detect = [&](const DetectRequest& request) {
    worker = std::this_thread::get_id();
    return echo(request);
  };
  stage.begin();
  const auto is_ready = [&](std::chrono::milliseconds timeout) {
    pollfd watched{stage.provider().descriptor(), POLLIN, 0};
    return ::poll(&watched, 1, static_cast<int>(timeout.count())) == 1;
  };
  CHECK_FALSE(stage.provider().work_one(0ms));
  CHECK_FALSE(is_ready(0ms));
  const TestSocket asks = stage.connect(), asks_too = stage.connect();
  asks.send(detect("a"));
  CHECK(is_ready(kTimeout));
  CHECK(stage.provider().work_one(0ms));
  CHECK(asks.receive_all() == names_reply({"1", "a"}));
  CHECK(worker == std::this_thread::get_id());
  CHECK_FALSE(is_ready(0ms));
  CHECK_FALSE(stage.provider().work_one(1ms));
  asks_too.send(detect("b"));
  CHECK(is_ready(kTimeout));
  CHECK(stage.provider().work_one(0ms));
  CHECK(asks_too.receive_all() == names_reply({"1", "b"}));
  CHECK_FALSE(is_ready(0ms));
  stage.provider().stop();
  CHECK(is_ready(kTimeout));
  CHECK_FALSE(stage.provider().work_one(0ms));
  CHECK(is_ready(0ms));
}

TEST_CASE("lines about peers are limited, and surplus lines are counted") {
  std::vector<std::string> lines;
  LimitedLog log([&](const std::string& line) { lines.push_back(line); });
  for (int i = 0; i != 25; ++i) log.write("line " + std::to_string(i));
  CHECK(lines.size() == LimitedLog::kLines);
  log.begin_period();
  CHECK(lines.back() == "5 more lines were left out");
  log.write("a\x1b[2Jb" + std::string(500, 'x'));
  CHECK(lines.back().substr(0, 7) == "a?[2Jbx");
  CHECK(lines.back().size() == LimitedLog::kLongestLine);
  log.begin_period();
  CHECK(lines.size() == LimitedLog::kLines + 2);
}
