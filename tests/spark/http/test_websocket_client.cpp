// SPDX-License-Identifier: Apache-2.0
#include "spark/http/websocket_client.h"

#include <catch2/catch.hpp>
#include <optional>
#include <stdexcept>

#include "tests/spark/http/frames.h"
#include "tests/spark/http/stage.h"

using namespace spark;
using namespace spark::http;
using Calls = std::vector<std::string>;

namespace {

/// The options of a stage whose service accepts WebSockets; a client is on the same loop.
Options with_large_messages() {
  Options options;
  options.max_message = 100000;
  return options;
}

struct Called : Stage {
  explicit Called(std::string target = "/camera?size=1", std::size_t max_message = 100000)
      : Stage(with_large_messages()) {
    service.on_request = [this](Conversation& conversation, const Request& request) {
      host = std::string(request.find("Host"));
      if (!refusal.empty()) return conversation.answer(text_response(503, refusal));
      here = conversation.shared_from_this();
      conversation.accept_websocket();
    };
    url = fmt::format("ws://127.0.0.1:{}{}", server->port(), target);
    limit = max_message;
  }
  void call() {
    client.emplace(
        loop, url, limit,
        WebSocketClient::Events{[this] { calls.emplace_back("opened"); },
                                [this](std::string_view payload, bool is_text) {
                                  calls.push_back(fmt::format("{} {}", is_text ? "text" : "binary", payload));
                                },
                                [this](const std::string& problem) { calls.push_back("ended " + problem); }});
  }

  std::string url, refusal, host;
  std::size_t limit;
  std::shared_ptr<Conversation> here;
  Calls calls;
  std::optional<WebSocketClient> client;
};

}  // namespace

TEST_CASE("a client's WebSocket exchanges messages of any size") {
  Called stage;
  stage.call();
  CHECK_FALSE(stage.client->is_open());
  stage.client->send("too early", true);
  REQUIRE(stage.until([&] { return stage.client->is_open(); }));
  CHECK(stage.calls == Calls{"opened"});
  CHECK(stage.service.calls == Calls{"request GET /camera"});
  CHECK(stage.host == stage.url.substr(5, stage.url.find('/', 5) - 5));
  stage.service.calls.clear();
  std::string large(70000, 'x');
  large[69999] = '!';
  for (const std::string& text : {std::string("hello"), std::string(), std::string(126, 'm'), large}) {
    stage.client->send(text, true);
    stage.client->send(text, false);
    REQUIRE(stage.until([&] { return stage.service.calls.size() == 2; }));
    CHECK(stage.service.calls == Calls{"text " + text, "binary " + text});
    stage.service.calls.clear();
    stage.calls.clear();
    stage.here->send_message(text, true);
    stage.here->send_message(text, false);
    REQUIRE(stage.until([&] { return stage.calls.size() == 2; }));
    CHECK(stage.calls == Calls{"text " + text, "binary " + text});
  }
  REQUIRE(stage.until([&] { return stage.client->unsent() == 0; }));
  CHECK(stage.lines.empty());
}

TEST_CASE("a client gets the reason why there is no WebSocket, or why it has ended") {
  Called stage;
  SECTION("no one listens") {
    stage.server->close();
    stage.call();
    REQUIRE(stage.until([&] { return !stage.calls.empty(); }));
    CHECK(stage.calls == Calls{"ended Connection refused"});
    CHECK(stage.client->could_not_connect());
  }
  SECTION("the server refuses") {
    stage.refusal = "no camera here\n";
    stage.call();
    REQUIRE(stage.until([&] { return !stage.calls.empty(); }));
    CHECK(stage.calls == Calls{"ended 503 Service Unavailable: no camera here"});
    CHECK_FALSE(stage.client->could_not_connect());
  }
  SECTION("the server closes it") {
    stage.call();
    REQUIRE(stage.until([&] { return stage.client->is_open(); }));
    stage.here->close_websocket(1000, "that is all");
    REQUIRE(stage.until([&] { return stage.calls.size() == 2; }));
    CHECK(stage.calls == Calls{"opened", "ended that is all"});
    CHECK(stage.client->was_closed());
    CHECK_FALSE(stage.client->is_open());
    stage.client->send("too late", true);
  }
  SECTION("the server ends") {
    stage.call();
    REQUIRE(stage.until([&] { return stage.client->is_open(); }));
    stage.server->close();
    REQUIRE(stage.until([&] { return stage.calls.size() == 2; }));
    CHECK_THAT(stage.calls[1], Catch::StartsWith("ended"));
  }
  SECTION("a message is larger than the limit") {
    stage.limit = 1000;
    stage.call();
    REQUIRE(stage.until([&] { return stage.client->is_open(); }));
    stage.here->send_message(std::string(2000, 'x'), true);
    REQUIRE(stage.until([&] { return stage.calls.size() == 2; }));
    CHECK_FALSE(stage.client->was_closed());
    CHECK_THAT(stage.calls[1], Catch::Contains("The WebSocket message exceeded the locally configured limit"));
  }
}

TEST_CASE("a client that is destroyed closes its connection at any time") {
  Called stage;
  const bool is_open = GENERATE(false, true);
  stage.call();
  if (is_open) REQUIRE(stage.until([&] { return stage.client->is_open(); }));
  stage.client.reset();
  if (is_open) REQUIRE(stage.until([&] { return stage.service.calls.back() == "closed"; }));
  stage.turn();
  CHECK(stage.calls.size() == (is_open ? 1U : 0U));
}

TEST_CASE("an invalid address is refused with an exception") {
  net::Loop loop;
  for (const char* url : {"", "http://127.0.0.1/", "ws://", "ws://a b/", "ws://h:99999/", "ws://h/a b"}) {
    CAPTURE(url);
    CHECK_THROWS_AS(WebSocketClient(loop, url, 1000, {}), std::runtime_error);
  }
}
