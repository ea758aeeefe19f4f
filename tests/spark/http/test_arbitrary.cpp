// SPDX-License-Identifier: Apache-2.0
#include <rapidcheck.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/spark/http/frames.h"
#include "tests/spark/http/stage.h"
#include "tests/support/properties.h"

using namespace spark;
using namespace spark::http;

namespace {

using Octets = std::vector<std::string>;

/// Pieces of the protocols used here, complete or damaged and in any order, and random bytes.
rc::Gen<Octets> anything() {
  const auto pieces = rc::gen::elementOf(Octets{asking("GET", "/a"),
                                                asking("HEAD", "/b"),
                                                asking("FLY", "*"),
                                                "GET ",
                                                "GET / HTTP/1.1\r\n",
                                                "HTTP/1.0",
                                                "\r\n",
                                                "Host: localhost\r\n",
                                                "Connection: close\r\n",
                                                "Content-Length: 5\r\n",
                                                "Transfer-Encoding: chunked\r\n",
                                                std::string(kUpgrade),
                                                masked(kText, "hello"),
                                                masked(kBinary, std::string(200, 'x'), false),
                                                masked(kContinued, "more"),
                                                masked(kPing, "?"),
                                                masked(kClose, close_payload(1000, "bye")),
                                                frame(kText, "bare"),
                                                std::string("\x82\xff\0\0\0\0\xff\xff\xff\xff", 10),
                                                std::string(3000, 'y'),
                                                "A OLD/1\n",
                                                "LIVE OLD/1\n"});
  const auto noise = rc::gen::map(rc::gen::arbitrary<std::vector<char>>(), [](const std::vector<char>& octets) {
    return std::string(octets.begin(), octets.end());
  });
  const auto damaged = rc::gen::apply(
      [](std::string piece, std::size_t at, char octet) {
        piece[at % piece.size()] = octet;
        return piece;
      },
      pieces, rc::gen::arbitrary<std::size_t>(), rc::gen::arbitrary<char>());
  return rc::gen::container<Octets>(rc::gen::weightedOneOf<std::string>({{6, pieces}, {2, damaged}, {1, noise}}));
}

}  // namespace

TEST_CASE("whatever peers send, every conversation ends, and other peers are served") {
  const auto property = [] {
    Stage s;
    s.service.on_request = [&](Conversation& conversation, const Request& request) {
      RC_ASSERT(!request.path.empty());
      if (request.wants_websocket())
        conversation.accept_websocket();
      else
        conversation.answer(text_response(200, request.path));
    };
    s.service.on_foreign = [&](Conversation& conversation) {
      auto& connection = conversation.connection();
      const auto end = connection.input().find('\n');
      if (end == std::string_view::npos) return Service::Foreign::unfinished;
      const bool is_live = connection.input().substr(0, 4) == "LIVE";
      connection.take(end + 1);
      if (is_live) conversation.take_over();
      return Service::Foreign::taken;
    };
    s.service.on_message = [&](Conversation& conversation, std::string_view payload, bool is_text) {
      RC_ASSERT(payload.size() <= s.options.max_message);
      conversation.send_message(std::string(payload), is_text);
    };
    s.service.on_input = [&](Conversation& conversation) {
      conversation.connection().take((conversation.connection().input().size() + 1) / 2);
    };
    Guest witness(s), guest(s);
    for (const std::string& piece : *anything()) guest.say(piece);
    if (*rc::gen::arbitrary<bool>()) guest.hang_up();
    witness.say(asking("GET", "/witness"));
    RC_ASSERT(witness.hear_answer() == answer_of(1, "200 OK", true, "/witness"));
    RC_ASSERT(s.server->conversations() <= 2U);
    guest.hang_up();
    witness.hang_up();
    RC_ASSERT(s.until([&] { return s.server->conversations() == 0; }));
    const auto closed = std::count(s.service.calls.begin(), s.service.calls.end(), "closed");
    RC_ASSERT(closed <= 2);
    RC_ASSERT(closed >= 1);
    RC_ASSERT(s.lines.size() <= 20U);
  };
  hold(property, 100);
}
