// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <list>

#include "tests/spark/http/frames.h"
#include "tests/spark/http/stage.h"

using namespace spark;
using namespace spark::http;
using namespace std::chrono_literals;

namespace {

/// A stage whose service begins a stream for each request.
struct StreamStage : Stage {
  explicit StreamStage(Options wanted = {}) : Stage(std::move(wanted)) {
    service.on_request = [this](Conversation& conversation, const Request&) {
      Response head;
      head.type = "text/x-pieces";
      head.headers = {{"Cache-Control", "no-store"}};
      conversation.begin_stream(head);
      viewers.push_back(&conversation);
    };
  }
  static std::string piece(std::size_t size) { return std::string(size, 'x'); }
  void send(Conversation& to, std::string text) { to.stream(std::make_shared<const std::string>(std::move(text))); }

  std::vector<Conversation*> viewers;
};

constexpr std::string_view kStreamHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/x-pieces\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n";

}  // namespace

TEST_CASE("a stream is a header without a length and then its pieces, until the connection ends") {
  StreamStage s;
  Guest guest(s);
  guest.say(asking("GET", "/"));
  CHECK(guest.hear(kStreamHead.size()) == kStreamHead);
  REQUIRE(s.viewers.size() == 1);
  Conversation& viewer = *s.viewers[0];
  CHECK(viewer.is_streaming());
  CHECK_FALSE(viewer.gives_way());
  s.send(viewer, "one,");
  s.send(viewer, "two");
  CHECK(guest.hear(7) == "one,two");
  guest.say(asking("GET", "/again"));  // nothing else is answered on it
  s.pass(10min);                       // and it lasts without pieces
  CHECK(guest.heard_now().empty());
  s.send(viewer, "three");
  CHECK(guest.hear(5) == "three");
  viewer.answer(text_response(200, "no answer"));
  viewer.send_message("no message", true);
  CHECK(guest.heard_now().empty());
  viewer.close_when_sent();
  CHECK(guest.is_closed());
  CHECK(s.service.calls == std::vector<std::string>{"request GET /"});
  guest.hang_up();
  CHECK(s.until([&] { return s.service.calls.back() == "closed"; }));
  CHECK(s.lines.empty());
}

TEST_CASE("HEAD gets the header of a stream, and a stream ends when its viewer leaves") {
  StreamStage s;
  {
    Guest guest(s);
    guest.say(asking("HEAD", "/"));
    CHECK(guest.hear() == kStreamHead);
  }
  Guest guest(s);
  guest.say(asking("GET", "/"));
  guest.hear(kStreamHead.size());
  guest.finish();
  CHECK(s.until([&] { return s.server->conversations() == 0; }));
  CHECK(std::count(s.service.calls.begin(), s.service.calls.end(), "closed") == 2);
  CHECK(s.lines.empty());
}

TEST_CASE("an owner knows what has not arrived, and a viewer that reads nothing for long is disconnected") {
  StreamStage s;
  Guest guest(s), reader(s);
  for (Guest* each : {&guest, &reader}) {
    each->say(asking("GET", "/"));
    each->hear(kStreamHead.size());
  }
  Conversation& viewer = *s.viewers[0];
  Conversation& other = *s.viewers[1];
  viewer.connection().keep_queue_short(16 * 1024);
  CHECK(s.until([&] { return viewer.connection().unacknowledged() == 0; }));
  // More than the systems of both ends buffer.
  const std::size_t size = 16 * 1024 * 1024;
  s.send(viewer, s.piece(size));
  CHECK(viewer.unsent() > 0);
  CHECK(viewer.connection().unacknowledged() >= viewer.unsent());
  int sent = 0;
  viewer.when_sent([&] { ++sent; });
  s.pass(29s);
  s.send(other, "here");
  CHECK(reader.hear(4) == "here");
  s.pass(1s);
  CHECK(s.until([&] { return s.server->conversations() == 1; }));
  CHECK(sent == 0);
  CHECK(s.lines ==
        std::vector<std::string>{fmt::format("guest {}: does not read its answer, disconnected", guest.name)});
  // A viewer that reads, however slowly, stays, and its owner is notified once.
  s.send(other, s.piece(size));
  other.when_sent([&] { ++sent; });
  for (std::size_t heard = 0; heard < size; heard += size / 8) {
    CHECK(reader.hear(size / 8).size() == size / 8);
    s.pass(20s);
  }
  CHECK(sent == 1);
  CHECK(s.until([&] { return other.connection().unacknowledged() == 0; }));
  CHECK(s.server->conversations() == 1);
}

TEST_CASE("conversations that have left their addresses do not count as connections") {
  Options options;
  options.max_connections = 2;
  StreamStage s(options);
  std::list<Guest> viewers;
  for (int i = 0; i < 10; ++i) {
    viewers.emplace_back(s).say(asking("GET", "/"));
    viewers.back().hear(kStreamHead.size());
    s.viewers.back()->leave_address();
  }
  Guest one(s), two(s), three(s);
  CHECK(three.hear().find("503 Service Unavailable") != std::string::npos);
  CHECK(s.server->conversations() == 12);
}

TEST_CASE("a WebSocket may have its own limit for messages") {
  Options options;
  options.max_message = 10;
  Stage s(options);
  s.service.on_request = [](Conversation& conversation, const Request&) { conversation.accept_websocket(100000); };
  Guest guest(s);
  guest.say(kUpgrade);
  guest.hear_until("\r\n\r\n");
  guest.say(masked(kBinary, StreamStage::piece(100000)));
  CHECK(s.until([&] { return s.service.calls.size() == 2; }));
  guest.say(masked(kBinary, StreamStage::piece(100001)));
  CHECK(close_code(guest.hear(4)) == 1009);
}
