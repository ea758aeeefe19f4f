// SPDX-License-Identifier: Apache-2.0
// HTTP requests and WebSocket messages. The first octet determines the pieces in which they arrive; the service gets
// the same data wherever they are cut.
#include <memory>
#include <string>
#include <vector>

#include "spark/core/log.h"
#include "spark/http/conversation.h"
#include "spark/http/message.h"
#include "spark/http/options.h"
#include "spark/http/origin.h"
#include "spark/http/service.h"
#include "spark/http/target.h"
#include "tests/fuzz/case_reader.h"
#include "tests/fuzz/wire.h"
#include "tests/support/manual_clock.h"

using fuzz::demand;
using namespace spark;

namespace {

constexpr std::size_t kMaxMessage = 1000;

/// Accepts every request for a WebSocket, echoes messages, and handles lines that begin with `!` as its own protocol.
class Echo final : public http::Service {
 public:
  void request(http::Conversation& from, const http::Request& request) override {
    demand(!is_closed && !request.method.empty() && !request.path.empty());
    std::string words = request.method + ' ' + request.path;
    words += '?' + http::query_value(request.target, "x").value_or(std::string());
    for (const http::Header& header : request.headers) words += '|' + header.name + '=' + header.value;
    heard.push_back(std::move(words));
    if (request.wants_websocket()) return from.accept_websocket();
    from.answer(http::text_response(200, "that was " + request.target));
  }
  Foreign foreign(http::Conversation& from) override {
    net::Connection& connection = from.connection();
    const std::string_view input = connection.input();
    if (!input.starts_with('!')) return Foreign::refused;
    const std::size_t end = input.find('\n');
    if (end == std::string_view::npos) return Foreign::unfinished;
    heard.emplace_back(input.substr(0, end));
    connection.take(end + 1);
    return Foreign::taken;
  }
  void message(http::Conversation& from, std::string_view payload, bool is_text) override {
    demand(!is_closed && payload.size() <= kMaxMessage);
    heard.push_back((is_text ? "text " : "octets ") + std::string(payload));
    from.send_message(std::string(payload), is_text);
  }
  void closed(http::Conversation&) override {
    demand(!is_closed);
    is_closed = true;
  }
  std::vector<std::string> heard;
  bool is_closed = false;
};

std::vector<std::string> heard(std::string_view bytes, std::size_t piece) {
  static const http::OriginRule origins("here");
  http::Options options;
  options.methods = {"ASSIGN"};
  options.max_header = 1000;
  options.max_input = 4000;
  options.max_message = kMaxMessage;
  Log log;
  ManualClock clock;
  net::Loop loop(clock);
  fuzz::Wire wire(loop);
  Echo echo;
  bool is_over = false;
  const auto conversation = std::make_shared<http::Conversation>(
      wire.near(), "127.0.0.1:4711", "127.0.0.1:80",
      http::Conversation::Context{loop, options, origins, echo, log, [&](http::Conversation&) {
                                    demand(!is_over);
                                    is_over = true;
                                  }});
  conversation->start();
  while (!bytes.empty()) {
    wire.say(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    loop.poll();
    (void)wire.hear();
  }
  for (int i = 0; i != 3; ++i) loop.poll();
  std::vector<std::string> all = echo.heard;
  conversation->close();
  loop.poll();
  demand(conversation->is_over());
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  fuzz::CaseReader steps(fuzz::as_text(octets, size));
  const std::size_t piece = 1 + steps.octet();
  demand(heard(steps.rest(), piece) == heard(steps.rest(), size));
  return 0;
}
