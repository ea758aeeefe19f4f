// SPDX-License-Identifier: Apache-2.0
#include "spark/http/websocket_client.h"

#include <optional>
#include <utility>

#include "spark/http/url.h"
#include "spark/http/websocket.h"
#include "spark/net/connector.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"

namespace spark::http {

namespace {

constexpr std::uint16_t kUsualPortOfWebSockets = 80;

}  // namespace

struct WebSocketClient::State {
  State(net::Loop& on, const Url& to, std::size_t max, Events called)
      : loop(on), url(to), max_message(max), events(std::move(called)), connector(on) {}
  ~State() {
    if (connection) connection->close();
  }

  void connect() {
    connector.start(
        url.host, url.port, {},
        [this](net::Socket connected, std::string peer) {
          connection =
              std::make_shared<net::Connection>(std::move(connected), std::move(peer), net::Connection::Options{});
          connection->start([this] {
            if (socket) socket->look();
          });
          socket.emplace(loop, connection, url.authority, url.target, max_message,
                         WebSocket::Events{.message = events.message,
                                           .ended = [this](const std::string& problem) { end(problem); },
                                           .opened =
                                               [this] {
                                                 is_open = true;
                                                 if (events.opened) events.opened();
                                               }});
        },
        [this](const std::string& problem) {
          could_not_connect = true;
          end(problem);
        });
  }

  void end(const std::string& problem) {
    // The cause of a broken connection is more useful than the error that follows from it.
    const std::string why = connection && !connection->problem().empty() ? connection->problem() : problem;
    is_open = false;
    if (const auto ended = std::exchange(events.ended, nullptr)) ended(why);
  }

  net::Loop& loop;
  const Url url;
  const std::size_t max_message;
  Events events;
  net::Connector connector;
  std::shared_ptr<net::Connection> connection;
  std::optional<WebSocket> socket;
  bool is_open = false, could_not_connect = false;
};

WebSocketClient::WebSocketClient(net::Loop& loop, std::string_view url, std::size_t max_message, Events events)
    : state_(
          std::make_unique<State>(loop, Url::read(url, "ws", kUsualPortOfWebSockets), max_message, std::move(events))) {
  state_->connect();
}

WebSocketClient::~WebSocketClient() = default;

bool WebSocketClient::is_open() const {
  return state_->is_open;
}

bool WebSocketClient::could_not_connect() const {
  return state_->could_not_connect;
}

bool WebSocketClient::was_closed() const {
  return state_->socket && state_->socket->was_closed();
}

void WebSocketClient::send(std::string_view payload, bool is_text) {
  if (state_->is_open) state_->socket->send(std::make_shared<const std::string>(payload), is_text);
}

std::size_t WebSocketClient::unsent() const {
  return state_->connection ? state_->connection->unsent() : 0;
}

}  // namespace spark::http
