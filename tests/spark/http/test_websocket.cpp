// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <stdexcept>

#include "tests/spark/http/frames.h"
#include "tests/spark/http/stage.h"

using namespace spark;
using namespace spark::http;
using namespace std::chrono_literals;
using Calls = std::vector<std::string>;

namespace {

/// A stage whose service accepts every WebSocket, and a guest that has one.
struct Socketed : Stage {
  explicit Socketed(Options wanted = {}) : Stage(std::move(wanted)) {
    service.on_request = [this](Conversation& conversation, const Request& request) {
      CHECK(request.wants_websocket());
      here = conversation.shared_from_this();
      conversation.accept_websocket();
    };
    guest.emplace(*this);
    guest->say(kUpgrade);
    CHECK(is_upgraded(guest->hear_until("\r\n\r\n")));
    service.calls.clear();
  }
  /// The data that the guest gets until the server closes the connection: the last frame's code and text.
  std::string end() {
    std::string heard = guest->hear();
    CHECK_FALSE(guest->was_reset());
    return heard;
  }

  std::shared_ptr<Conversation> here;
  std::optional<Guest> guest;
};

std::string many(std::size_t count) {
  std::string text;
  while (text.size() < count) text += fmt::format("{},", text.size());
  return text.substr(0, count);
}

}  // namespace

TEST_CASE("an upgrade is answered with the hash of its key, without revealing the library") {
  Socketed s;
  CHECK(s.here->unsent() == 0);
  CHECK(s.lines.empty());
}

TEST_CASE("an invalid upgrade is refused with the reason") {
  struct Case {
    std::string request;
    const char* begins;
    const char* contains;
  };
  const auto without = [](std::string_view line) {
    std::string request(kUpgrade);
    const auto at = request.find(line);
    REQUIRE(at != std::string::npos);
    return request.erase(at, line.size());
  };
  std::string old(kUpgrade);
  old.replace(old.find("Version: 13"), 11, "Version: 8");
  const Case cases[] = {
      {without("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"), "HTTP/1.1 400 ", "Sec-WebSocket-Key"},
      {without("Sec-WebSocket-Version: 13\r\n"), "HTTP/1.1 400 ", "Sec-WebSocket-Version"},
      {old, "HTTP/1.1 426 ", "Sec-WebSocket-Version: 13"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.request);
    Stage stage;
    stage.service.on_request = [](Conversation& conversation, const Request&) { conversation.accept_websocket(); };
    Guest guest(stage);
    guest.say(one.request);
    const std::string answer = guest.hear();
    CHECK_THAT(answer, Catch::StartsWith(one.begins));
    CHECK_THAT(answer, Catch::Contains(one.contains));
    CHECK_FALSE(guest.was_reset());
    guest.hang_up();
    CHECK(stage.until([&] { return stage.service.calls == Calls{"request GET /live", "closed"}; }));
    CHECK(stage.lines.size() == 1);
  }
}

TEST_CASE("an upgrade by a page of another origin is refused") {
  Stage stage;
  Guest guest(stage);
  std::string request(kUpgrade);
  request.insert(request.size() - 2, "Origin: http://elsewhere.example\r\n");
  guest.say(request);
  CHECK_THAT(guest.hear(), Catch::StartsWith("HTTP/1.1 403 Forbidden\r\n"));
  CHECK(stage.service.calls.empty());
}

TEST_CASE("text and binary messages of every size arrive whole in both directions") {
  for (const std::size_t size : {0u, 1u, 125u, 126u, 127u, 16384u, 65535u, 65536u})
    for (const bool is_text : {true, false}) {
      CAPTURE(size, is_text);
      Socketed s;
      const std::string payload = many(size);
      s.guest->say(masked(is_text ? kText : kBinary, payload));
      REQUIRE(s.until([&] { return !s.service.calls.empty(); }));
      CHECK((s.service.calls == Calls{(is_text ? "text " : "binary ") + payload}));
      s.here->send_message(payload, is_text);
      CHECK((s.guest->hear(frame(is_text ? kText : kBinary, payload).size()) ==
             frame(is_text ? kText : kBinary, payload)));
    }
  Socketed s;
  const auto shared = std::make_shared<const std::string>(many(200000));
  s.here->send_message(shared, false);
  s.here->send_message("behind it", true);
  CHECK((s.guest->hear(200000 + 10) == frame(kBinary, *shared)));
  CHECK(s.guest->hear(11) == frame(kText, "behind it"));
}

TEST_CASE("messages that are sent before the upgrade is answered follow the answer in order") {
  Stage stage;
  stage.service.on_request = [](Conversation& conversation, const Request&) {
    conversation.accept_websocket();
    conversation.send_message("first", true);
    conversation.send_message("second", false);
    conversation.close_websocket(1000, "that was all");
  };
  Guest guest(stage);
  guest.say(std::string(kUpgrade) + masked(kText, "no one reads this") + masked(kClose, close_payload(1000, "")));
  CHECK(is_upgraded(guest.hear_until("\r\n\r\n")));
  CHECK(guest.hear() ==
        frame(kText, "first") + frame(kBinary, "second") + frame(kClose, close_payload(1000, "that was all")));
  CHECK(stage.service.calls.front() == "request GET /live");
  CHECK(stage.lines.empty());
}

TEST_CASE("frames that come with the upgrade, in one piece or octet by octet, are read") {
  const std::string all =
      std::string(kUpgrade) + masked(kText, "one") + masked(kBinary, many(300)) + masked(kText, "three");
  for (const std::size_t step : {all.size(), std::size_t{1}, std::size_t{7}}) {
    CAPTURE(step);
    Stage stage;
    stage.service.on_request = [](Conversation& conversation, const Request&) { conversation.accept_websocket(); };
    Guest guest(stage);
    for (std::size_t i = 0; i < all.size(); i += step) guest.say(all.substr(i, step));
    REQUIRE(stage.until([&] { return stage.service.calls.size() == 4; }));
    CHECK(stage.service.calls == Calls{"request GET /live", "text one", "binary " + many(300), "text three"});
  }
}

TEST_CASE("fragments come as one message, with control frames between them") {
  Socketed s;
  s.guest->say(masked(kText, "to", false) + masked(kPing, "are you there") + masked(kContinued, "ge", false) +
               masked(kPong, "unasked") + masked(kContinued, "", false) + masked(kContinued, "ther", true));
  REQUIRE(s.until([&] { return !s.service.calls.empty(); }));
  CHECK(s.service.calls == Calls{"text together"});
  CHECK(s.guest->hear(15) == frame(kPong, "are you there"));
  s.guest->say(masked(kPing, "") + masked(kPing, many(125)));
  CHECK(s.guest->hear(2 + 127) == frame(kPong, "") + frame(kPong, many(125)));
}

TEST_CASE("text may be cut inside a character, and binary messages need not be UTF-8") {
  Socketed s;
  s.guest->say(masked(kText, "\xe2\x82", false) + masked(kContinued, "\xac"));
  REQUIRE(s.until([&] { return !s.service.calls.empty(); }));
  CHECK(s.service.calls == Calls{"text \xe2\x82\xac"});
  s.guest->say(masked(kBinary, "\xff\xfe"));
  REQUIRE(s.until([&] { return s.service.calls.size() == 2; }));
  CHECK(s.service.calls.back() == "binary \xff\xfe");
}

TEST_CASE("violations of the standard are answered with their close code, and end the connection") {
  const std::string too_long = many(65537);
  struct Case {
    const char* what;
    std::string sent;
    int code;
  };
  const Case cases[] = {
      {"a frame without a mask", frame(kText, "hello"), 1002},
      {"a reserved bit",
       "\xc1\x80"
       "abcd",
       1002},
      {"an unknown kind", masked(0x3, "x"), 1002},
      {"an unknown control frame", masked(0xb, "x"), 1002},
      {"a control frame that is too long", masked(kPing, many(126)), 1002},
      {"a control frame in fragments", masked(kPing, "x", false), 1002},
      {"a fragment of nothing", masked(kContinued, "x"), 1002},
      {"a message in the middle of another", masked(kText, "x", false) + masked(kText, "y"), 1002},
      {"a short message with a long length", std::string("\x81\xfe\0\x05", 4) + "abcdabcde", 1002},
      {"a length of more than 63 bits", std::string("\x82\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10) + "abcd", 1009},
      {"no UTF-8", masked(kText, "\xc3\x28"), 1007},
      {"half a character at the end", masked(kText, "\xe2\x82"), 1007},
      {"a message that is too long", masked(kBinary, too_long), 1009},
      {"fragments that are too long",
       masked(kBinary, too_long.substr(0, 40000), false) + masked(kContinued, too_long.substr(40000)), 1009},
      {"a length of many gigabytes", std::string("\x82\xff\0\0\xff\0\0\0\0\0", 10) + "abcd", 1009},
      {"a close with half a code", masked(kClose, "\x03"), 1002},
      {"a close code that is none", masked(kClose, close_payload(1005, "")), 1002},
      {"a close reason that is no UTF-8", masked(kClose, close_payload(1000, "\xff")), 1002},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    Socketed s;
    s.guest->say(one.sent);
    const std::string last = s.end();
    REQUIRE(last.size() >= 4);
    CHECK(last.substr(0, 1) == "\x88");
    CHECK(close_code(last) == one.code);
    CHECK(last.size() == 2 + static_cast<std::size_t>(last[1]));  // nothing follows it
    s.guest->hang_up();
    CHECK(s.until([&] { return s.server->conversations() == 0; }));
    CHECK(s.service.calls == Calls{"closed"});
    REQUIRE(s.lines.size() == 1);
    CHECK_THAT(s.lines[0], Catch::StartsWith(fmt::format("guest {}: its WebSocket ended: ", s.guest->name)));
  }
}

TEST_CASE("a close of the peer is answered with the same code, whatever follows it") {
  for (const int code : {1000, 1001, 1011, 3000, 4999}) {
    CAPTURE(code);
    Socketed s;
    s.guest->say(masked(kText, "final text") + masked(kClose, close_payload(code, "bye")) + masked(kText, "behind it") +
                 "rubbish");
    const std::string last = s.end();
    CHECK(last.substr(0, 1) == "\x88");
    CHECK(close_code(last) == code);
    s.guest->hang_up();
    CHECK(s.until([&] { return s.service.calls == Calls{"text final text", "closed"}; }));
    CHECK(s.lines.empty());
  }
  Socketed s;
  s.guest->say(masked(kClose, ""));
  CHECK(s.end() == frame(kClose, close_payload(1000, "")));
  CHECK(s.lines.empty());
}

TEST_CASE("a close of the service is sent once, waits for its answer, and stops all messages") {
  Socketed s;
  s.here->close_websocket(1003, "text is not for here");
  s.here->close_websocket(1000, "once more");
  s.here->send_message("behind it", true);
  CHECK(s.guest->hear(24) == frame(kClose, close_payload(1003, "text is not for here")));
  s.guest->say(masked(kText, "no one reads this") + masked(kPing, "nor this"));
  CHECK(s.guest->heard_now().empty());
  CHECK(s.server->conversations() == 1);
  s.guest->say(masked(kClose, close_payload(1003, "")));
  CHECK(s.end().empty());
  s.guest->hang_up();
  CHECK(s.until([&] { return s.service.calls == Calls{"closed"}; }));
  CHECK(s.lines.empty());
}

TEST_CASE("a reason that is too long is cut between characters") {
  Socketed s;
  std::string reason(122, 'x');
  s.here->close_websocket(1000, reason + "\xe2\x82\xac");
  CHECK(s.guest->hear(2 + 2 + 122) == frame(kClose, close_payload(1000, reason)));
}

TEST_CASE("a peer that does not answer a close is disconnected exactly when its time is over") {
  Socketed s;
  s.here->close_websocket(1001, "going away");
  CHECK(s.guest->hear(14) == frame(kClose, close_payload(1001, "going away")));
  s.pass(5s - 1ns);
  CHECK(s.server->conversations() == 1);
  s.guest->say(masked(kText, "not yet"));
  s.pass(1ns);
  CHECK(s.server->conversations() == 0);
  CHECK(s.service.calls == Calls{"closed"});
  CHECK(s.guest->hear().empty());
  CHECK(s.guest->was_reset());
  CHECK(s.lines ==
        Calls{fmt::format("guest {}: did not answer the close of its WebSocket, disconnected", s.guest->name)});
}

TEST_CASE("a WebSocket may be silent for any time") {
  Socketed s;
  s.pass(24h);
  s.guest->say(masked(kText, "good morning"));
  CHECK(s.until([&] { return s.service.calls == Calls{"text good morning"}; }));
}

TEST_CASE("a peer that disconnects within a frame is forgotten without a complaint") {
  const std::string frames = masked(kText, "to", false) + masked(kContinued, "gether");
  for (std::size_t cut = 0; cut < frames.size(); ++cut) {
    CAPTURE(cut);
    Socketed s;
    s.guest->say(frames.substr(0, cut));
    if (cut % 2 == 0)
      s.guest->hang_up();
    else
      s.guest->break_off();
    REQUIRE(s.until([&] { return s.server->conversations() == 0; }));
    CHECK(s.service.calls == Calls{"closed"});
    CHECK(s.lines.empty());
  }
}

TEST_CASE("the cause of a broken connection is reported, here a timeout of the system for sent data") {
  Options options;
  options.silence.unacknowledged = 1ms;
  const auto picture = std::make_shared<const std::string>(std::string(50000, 'x'));
  {
    Socketed s(options);
    while (s.here->unsent() == 0) s.here->send_message(picture, false);  // until the system accepts nothing more
    REQUIRE(s.until([&] { return s.server->conversations() == 0; }));
    CHECK(s.service.calls == Calls{"closed"});
    CHECK(s.lines == Calls{fmt::format("guest {}: its connection broke: Connection timed out", s.guest->name)});
  }
  // The same holds for a stream.
  Stage s(options);
  std::shared_ptr<Conversation> here;
  s.service.on_request = [&](Conversation& conversation, const Request&) {
    here = conversation.shared_from_this();
    conversation.begin_stream({});
    while (conversation.unsent() == 0) conversation.stream(picture);
  };
  Guest guest(s);
  guest.say(asking("GET", "/film"));
  REQUIRE(here);
  REQUIRE(s.until([&] { return s.server->conversations() == 0; }));
  CHECK(s.lines == Calls{fmt::format("guest {}: its connection broke: Connection timed out", guest.name)});
}

TEST_CASE("a peer that never reads is disconnected when too much is unsent") {
  Socketed s;
  const auto picture = std::make_shared<const std::string>(std::string(50000, 'x'));
  while (s.here->unsent() < 65536) s.here->send_message(picture, false);
  const std::size_t before = s.here->unsent();
  s.here->send_message(picture, false);
  CHECK(s.here->unsent() == before + 50004);
  CHECK(s.server->conversations() == 1);
  while (s.here->unsent() <= s.options.max_unsent) s.here->send_message(picture, false);
  const Calls reported{fmt::format("guest {}: does not read what is sent to it, disconnected", s.guest->name)};
  CHECK(s.lines == reported);
  // From now on only the reason is sent, with the time limit that applies to the end of any WebSocket.
  const std::size_t with_reason = s.here->unsent();
  for (int i = 0; i < 10; ++i) s.here->send_message(picture, false);
  CHECK(s.here->unsent() <= with_reason + 200);
  s.pass(s.options.close_answer - 1ns);
  CHECK_FALSE(s.here->is_over());
  s.pass(1ns);
  CHECK(s.here->is_over());
  CHECK(s.service.calls == Calls{"closed"});
  CHECK(s.lines == reported);
  s.guest->hear();
  CHECK(s.guest->was_reset());
}

TEST_CASE("a peer may have as many bytes unsent as the limit allows, but not one more") {
  const std::size_t more = GENERATE(0U, 1U);
  Socketed s;
  const auto picture = std::make_shared<const std::string>(std::string(50000, 'x'));
  while (s.here->unsent() == 0) s.here->send_message(picture, false);
  const std::size_t head = 10;  // of the header of a long message
  s.here->send_message(std::string(s.options.max_unsent - s.here->unsent() - head + more, 'x'), false);
  CHECK(s.lines.size() == more);
  CHECK((s.here->unsent() > s.options.max_unsent) == (more > 0));
}

TEST_CASE("a peer that reads again in time gets the reason why it is disconnected") {
  Socketed s;
  const auto picture = std::make_shared<const std::string>(std::string(50000, 'x'));
  while (s.here->unsent() <= s.options.max_unsent) s.here->send_message(picture, false);
  const std::string reason = frame(kClose, close_payload(1008, "what is sent is not read"));
  CHECK_THAT(s.guest->hear_until(reason), Catch::EndsWith(reason));
  s.guest->say(masked(kClose, close_payload(1008, "")));
  CHECK(s.end().empty());
  CHECK(s.lines.size() == 1);
}

TEST_CASE("a peer that sends pings and never reads the pongs is disconnected") {
  Socketed s;
  std::string pings;
  for (int i = 0; i < 500; ++i) pings += masked(kPing, many(125));
  for (int i = 0; i < 1000 && !s.here->is_over(); ++i) s.guest->say(pings);
  CHECK(s.here->is_over());
  s.turn();
  CHECK(s.lines == Calls{fmt::format("guest {}: does not read what is sent to it, disconnected", s.guest->name)});
}

TEST_CASE("a service may end a WebSocket in the middle of a message, or throw") {
  Socketed s;
  s.service.on_message = [](Conversation& conversation, std::string_view, bool) { conversation.close(); };
  s.guest->say(masked(kText, "one") + masked(kText, "two"));
  CHECK(s.until([&] { return s.service.calls == Calls{"text one", "closed"}; }));
  CHECK(s.lines.empty());
  Socketed t;
  t.service.on_message = [](Conversation&, std::string_view, bool) { throw std::runtime_error("not that"); };
  t.guest->say(masked(kText, "one") + masked(kText, "two"));
  CHECK(t.until([&] { return t.service.calls == Calls{"text one", "closed"}; }));
  CHECK(t.lines == Calls{fmt::format("guest {}: cannot be served: not that", t.guest->name)});
  Socketed u;
  u.service.on_message = [](Conversation& conversation, std::string_view, bool) {
    conversation.close_websocket(1003, "no text");
  };
  u.guest->say(masked(kText, "one") + masked(kText, "two") + masked(kClose, close_payload(1003, "")));
  CHECK(u.guest->hear() == frame(kClose, close_payload(1003, "no text")));
  CHECK(u.service.calls == Calls{"text one"});
}

TEST_CASE("a server that ends closes its WebSockets, even within a message") {
  Socketed s;
  s.guest->say(masked(kText, "half", false));
  s.server.reset();
  CHECK(s.service.calls == Calls{"closed"});
  CHECK(s.guest->hear() == frame(kClose, close_payload(1001, "the server ends")));
  s.here->send_message("nothing", true);
  s.here->close_websocket(1000, "");
  s.turn();
}

TEST_CASE("a connection is released when its WebSocket is over, however that ends") {
  struct Case {
    const char* how;
    std::function<void(Socketed&)> end;
  };
  const Case cases[] = {
      {"the peer closes", [](Socketed& s) { s.guest->say(masked(kClose, close_payload(1000, ""))); }},
      {"the peer vanishes", [](Socketed& s) { s.guest->hang_up(); }},
      {"the peer vanishes in a message",
       [](Socketed& s) {
         s.guest->say(masked(kText, "half", false));
         s.guest->break_off();
       }},
      {"the peer errs", [](Socketed& s) { s.guest->say(frame(kText, "bare")); }},
      {"the peer answers a close",
       [](Socketed& s) {
         s.here->close_websocket(1000, "");
         s.guest->say(masked(kClose, close_payload(1000, "")));
       }},
      {"the peer does not answer a close",
       [](Socketed& s) {
         s.here->close_websocket(1000, "");
         s.pass(5s);
       }},
      {"the peer does not answer a close in the middle of a message",
       [](Socketed& s) {
         s.guest->say(masked(kText, "half", false) + masked(kContinued, "more").substr(0, 7));
         s.here->close_websocket(1000, "");
         s.pass(1s);
         s.guest->say("x");
         s.pass(4s);
       }},
      {"the service closes", [](Socketed& s) { s.here->close(); }},
      {"the service closes when all is sent", [](Socketed& s) { s.here->close_when_sent(); }},
      {"the server closes", [](Socketed& s) { s.server->close(); }},
  };
  for (const Case& one : cases) {
    CAPTURE(one.how);
    Socketed s;
    const std::weak_ptr<net::Connection> connection = s.here->connection().weak_from_this();
    one.end(s);
    s.guest->hang_up();
    CHECK(s.until([&] { return s.server->conversations() == 0; }));
    s.here.reset();
    s.turn();
    CHECK(connection.expired());
  }
}
