// SPDX-License-Identifier: Apache-2.0
#include "spark/http/websocket.h"

#include <fmt/format.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/websocket/error.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "spark/core/log.h"
#include "spark/http/websocket_frame.h"
#include "spark/net/loop.h"

namespace spark::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;

namespace {

/// Messages up to this size are sent in one piece with their head, which costs a copy and saves a call.
constexpr std::size_t kMaxCopiedPayload = 16 * 1024;
/// Bytes of an answer that are shown if the server refuses a WebSocket.
constexpr std::size_t kMaxAnswer = 200;

/// A connection with the interface of Beast's streams. Written data goes to the connection at once and whole, so that
/// all pending data is in one place, whichever side wrote it. Read data comes from the connection's input, as soon as
/// there is any.
class ConnectionStream {
 public:
  using executor_type = asio::io_context::executor_type;

  ConnectionStream(asio::io_context& io, std::shared_ptr<net::Connection> connection)
      : io_(io), connection_(std::move(connection)) {}

  executor_type get_executor() const { return io_.get_executor(); }

  template <typename Buffers, typename Handler>
  auto async_read_some(const Buffers& buffers, Handler&& handler) {
    return asio::async_initiate<Handler, void(error_code, std::size_t)>(
        [this](auto&& wanted, const Buffers& into) {
          waiting_ = std::make_unique<Reading<std::decay_t<decltype(wanted)>, Buffers>>(
              *this, std::forward<decltype(wanted)>(wanted), into);
          look();
        },
        handler, buffers);
  }

  template <typename Buffers, typename Handler>
  auto async_write_some(const Buffers& buffers, Handler&& handler) {
    return asio::async_initiate<Handler, void(error_code, std::size_t)>(
        [this](auto&& done, const Buffers& from) {
          const std::string bytes = beast::buffers_to_string(from);
          connection_->send(bytes);
          asio::post(io_, beast::bind_front_handler(std::forward<decltype(done)>(done), error_code(), bytes.size()));
        },
        handler, buffers);
  }

  /// Completes a pending read if there is input, or never will be.
  void look() {
    if (!waiting_ || (connection_->input().empty() && !connection_->has_ended())) return;
    const auto done = std::move(waiting_);
    done->finish();
  }

 private:
  struct Waiting {
    virtual ~Waiting() = default;
    virtual void finish() = 0;
  };
  template <typename Handler, typename Buffers>
  struct Reading final : Waiting {
    Reading(ConnectionStream& of, Handler&& called, const Buffers& buffers)
        : stream(of), handler(std::move(called)), into(buffers) {}
    void finish() override {
      const std::string_view input = stream.connection_->input();
      const std::size_t count = asio::buffer_copy(into, asio::buffer(input.data(), input.size()));
      stream.connection_->take(count);
      const error_code error = input.empty() ? error_code(asio::error::eof) : error_code();
      asio::post(stream.io_, beast::bind_front_handler(std::move(handler), error, count));
    }
    ConnectionStream& stream;
    Handler handler;
    Buffers into;
  };

  asio::io_context& io_;
  std::shared_ptr<net::Connection> connection_;
  std::unique_ptr<Waiting> waiting_;
};

/// Called by Beast when the last frame has been exchanged: the connection's owner closes it.
template <typename Handler>
void async_teardown(beast::role_type, ConnectionStream& stream, Handler&& handler) {
  asio::post(stream.get_executor(), beast::bind_front_handler(std::forward<Handler>(handler), error_code()));
}
[[maybe_unused]] void teardown(beast::role_type, ConnectionStream&, error_code& error) {
  error = {};
}
[[maybe_unused]] void beast_close_socket(ConnectionStream&) {}

beast::http::request<beast::http::empty_body> request_for_beast(const Request& request) {
  beast::http::request<beast::http::empty_body> result;
  result.method_string(request.method);
  result.target(request.target);
  result.version(static_cast<unsigned>(request.version));
  for (const Header& header : request.headers) result.insert(header.name, header.value);
  return result;
}

}  // namespace

struct WebSocket::State : std::enable_shared_from_this<State> {
  State(net::Loop& loop, std::shared_ptr<net::Connection> used, Events called)
      : connection(std::move(used)), events(std::move(called)), stream(loop.io(), connection) {}

  void accept(const Request& request);
  void ask(const std::string& host, const std::string& target);
  void set_options();
  void begin();
  void read();
  void send(net::Connection::Shared payload, bool is_text);
  void close(const beast::websocket::close_reason& why);
  void end(const error_code& error);

  std::shared_ptr<net::Connection> connection;
  Events events;
  beast::websocket::response_type reply;  ///< the client's end: written by Beast with the server's reply
  beast::websocket::stream<ConnectionStream, false> stream;
  beast::flat_buffer message;
  /// Messages that are sent before the answer to the request has been sent.
  std::vector<std::pair<net::Connection::Shared, bool>> early;
  std::optional<beast::websocket::close_reason> closing;
  bool is_client = false;
  bool is_accepted = false;
  bool is_over = false;
  bool was_closed = false;
};

// Beast's pending operations are stored in the stream, sometimes for ever. So its callbacks hold no reference, and are
// destroyed with the WebSocket.

void WebSocket::State::set_options() {
  stream.set_option(beast::websocket::stream_base::timeout{beast::websocket::stream_base::none(),
                                                           beast::websocket::stream_base::none(), false});
}

void WebSocket::State::accept(const Request& request) {
  set_options();
  // Without this Beast sends its own name and version.
  stream.set_option(beast::websocket::stream_base::decorator(
      [](beast::websocket::response_type& response) { response.set(beast::http::field::server, "spark"); }));
  const auto asked = std::make_shared<beast::http::request<beast::http::empty_body>>(request_for_beast(request));
  stream.async_accept(*asked, [weak = weak_from_this(), asked](const error_code& error) {
    const auto self = weak.lock();
    if (!self || self->is_over) return;
    error ? self->end(error) : self->begin();
  });
}

void WebSocket::State::ask(const std::string& host, const std::string& target) {
  is_client = true;
  set_options();
  stream.set_option(beast::websocket::stream_base::decorator(
      [](beast::websocket::request_type& request) { request.set(beast::http::field::user_agent, "spark"); }));
  stream.async_handshake(reply, host, target, [weak = weak_from_this()](const error_code& error) {
    const auto self = weak.lock();
    if (!self || self->is_over) return;
    error ? self->end(error) : self->begin();
  });
}

void WebSocket::State::begin() {
  is_accepted = true;
  for (auto& [payload, is_text] : std::exchange(early, {})) send(std::move(payload), is_text);
  if (closing) close(*closing);
  if (events.opened) events.opened();
  if (!is_over) read();
}

void WebSocket::State::read() {
  stream.async_read(message, [weak = weak_from_this()](const error_code& error, std::size_t) {
    const auto self = weak.lock();
    if (!self || self->is_over) return;
    if (error) return self->end(error);
    const auto bytes = self->message.data();
    if (!self->closing)
      self->events.message({static_cast<const char*>(bytes.data()), bytes.size()}, self->stream.got_text());
    self->message.consume(bytes.size());
    if (!self->is_over) self->read();
  });
}

/// Does not use Beast, which would write one message at a time and keep each until it is written: here a payload is
/// shared by all its receivers, and is pending in the connection. Beast itself writes only whole frames, so frames are
/// never interleaved.
void WebSocket::State::send(net::Connection::Shared payload, bool is_text) {
  if (!stream.is_open()) return;
  if (is_client) return connection->send(masked_frame(*payload, is_text));
  std::string head = frame_head(payload->size(), is_text);
  if (payload->size() <= kMaxCopiedPayload) return connection->send(head += *payload);
  connection->send(head);
  connection->send(std::move(payload));
}

void WebSocket::State::close(const beast::websocket::close_reason& why) {
  // A close by the peer, which was read before, has been answered.
  if (stream.is_open()) stream.async_close(why, [](const error_code&) {});
}

void WebSocket::State::end(const error_code& error) {
  is_over = true;
  was_closed = error == beast::websocket::error::closed;
  // Beast only knows that there is no more input; the connection knows why. A reset by the peer is no error.
  const std::string broke = error == asio::error::eof && !connection->was_reset() ? connection->problem() : "";
  const bool in_order =
      error == beast::websocket::error::closed || error == asio::error::eof || error == asio::error::operation_aborted;
  const auto ended = std::exchange(events.ended, nullptr);
  if (error == beast::websocket::error::upgrade_declined) {
    const std::string_view said = reply.body();
    return ended(fmt::format("{} {}{}{}", reply.result_int(), printable({reply.reason().data(), reply.reason().size()}),
                             said.empty() ? "" : ": ",
                             printable(said.substr(0, said.find_first_of("\r\n")), kMaxAnswer)));
  }
  // A server may give the reason for its close.
  const beast::websocket::close_reason& why = stream.reason();
  if (is_client && error == beast::websocket::error::closed && !why.reason.empty())
    return ended(printable({why.reason.data(), why.reason.size()}, kMaxAnswer));
  if (!broke.empty()) return ended(fmt::format("its connection broke: {}", broke));
  ended(in_order ? std::string() : fmt::format("its WebSocket ended: {}", error.message()));
}

WebSocket::WebSocket(net::Loop& loop, std::shared_ptr<net::Connection> connection, const Request& request,
                     std::size_t max_message, Events events)
    : state_(std::make_shared<State>(loop, std::move(connection), std::move(events))) {
  state_->stream.read_message_max(max_message);
  state_->accept(request);
}

WebSocket::WebSocket(net::Loop& loop, std::shared_ptr<net::Connection> connection, const std::string& host,
                     const std::string& target, std::size_t max_message, Events events)
    : state_(std::make_shared<State>(loop, std::move(connection), std::move(events))) {
  state_->stream.read_message_max(max_message);
  state_->ask(host, target);
}

WebSocket::~WebSocket() {
  state_->is_over = true;
}

void WebSocket::look() {
  state_->stream.next_layer().look();
}

void WebSocket::send(net::Connection::Shared payload, bool is_text) {
  if (state_->closing || state_->is_over) return;
  if (state_->is_accepted)
    state_->send(std::move(payload), is_text);
  else
    state_->early.emplace_back(std::move(payload), is_text);
}

void WebSocket::close(std::uint16_t code, std::string_view reason) {
  if (state_->closing || state_->is_over) return;
  reason = fitting_reason(reason);
  state_->closing.emplace(beast::websocket::close_code(code), beast::string_view(reason.data(), reason.size()));
  if (state_->is_accepted) state_->close(*state_->closing);
}

bool WebSocket::was_closed() const {
  return state_->was_closed;
}

bool WebSocket::is_closing() const {
  return state_->closing.has_value();
}

}  // namespace spark::http
