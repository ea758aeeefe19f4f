// SPDX-License-Identifier: Apache-2.0
#include "spark/http/get.h"

#include <fmt/format.h>

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "spark/core/log.h"
#include "spark/http/url.h"
#include "spark/net/connection.h"
#include "spark/net/connector.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"

namespace spark::http {

namespace beast = boost::beast;

namespace {

constexpr std::uint16_t kUsualPort = 80;
/// Maximum size of one read.
constexpr std::size_t kMaxInput = 256 * 1024;
/// Maximum length of a server's text in an error.
constexpr std::size_t kMaxSentence = 200;

class Loading {
 public:
  Loading(const Url& address, const GetLimits& limits) : limits_(limits) {
    parser_.body_limit(limits.max_body);
    parser_.eager(true);
    connector_.start(
        address.host, address.port, {},
        [this, &address](net::Socket socket, std::string peer) {
          connection_ = std::make_shared<net::Connection>(
              std::move(socket), std::move(peer),
              net::Connection::Options{.max_input = kMaxInput, .system_buffer = 0, .silence = {}});
          connection_->start();
          connection_->send(fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", address.target,
                                        address.authority));
        },
        [this](std::string problem) { problem_ = std::move(problem); });
  }
  ~Loading() {
    if (connection_) connection_->close();
  }
  Loading(const Loading&) = delete;
  Loading& operator=(const Loading&) = delete;

  Reply finish() {
    const auto end = loop_.now() + limits_.timeout;
    while (!parser_.is_done()) {
      const auto left = end - loop_.now();
      if (left <= RealClock::Duration::zero())
        throw std::runtime_error(fmt::format("no complete answer within {} s", seconds(limits_.timeout)));
      loop_.wait(left);
      if (!problem_.empty()) throw std::runtime_error("cannot connect: " + problem_);
      if (connection_) read();
    }
    return reply();
  }

 private:
  static double seconds(RealClock::Duration time) { return std::chrono::duration<double>(time).count(); }

  void read() {
    beast::error_code error;
    while (!error && !parser_.is_done() && !connection_->input().empty()) {
      const std::string_view input = connection_->input();
      connection_->take(parser_.put(boost::asio::const_buffer(input.data(), input.size()), error));
    }
    if (error == beast::http::error::need_more) error = {};
    if (!error && !parser_.is_done() && connection_->has_ended()) {
      if (!connection_->problem().empty()) throw std::runtime_error(connection_->problem());
      if (!parser_.got_some()) throw std::runtime_error("the connection was closed without an answer");
      parser_.put_eof(error);
    }
    if (error == beast::http::error::body_limit)
      throw std::runtime_error(fmt::format("the document has more than {} bytes", limits_.max_body));
    if (error == beast::http::error::partial_message)
      throw std::runtime_error("the connection was closed in the middle of the answer");
    if (error) throw std::runtime_error("the answer cannot be read: " + error.message());
  }

  Reply reply() {
    auto& read = parser_.get();
    const int status = static_cast<int>(read.result_int());
    if (status < 200 || status > 299) {
      const std::string_view body = read.body();
      const auto reason = read.reason();
      throw std::runtime_error(fmt::format("{} {}{}{}", status, printable({reason.data(), reason.size()}),
                                           body.empty() ? "" : ": ",
                                           printable(body.substr(0, body.find_first_of("\r\n")), kMaxSentence)));
    }
    const auto type = read[beast::http::field::content_type];
    return {status, std::string(type.data(), type.size()), std::move(read.body())};
  }

  GetLimits limits_;
  net::Loop loop_;
  net::Connector connector_{loop_};
  std::shared_ptr<net::Connection> connection_;
  std::string problem_;
  beast::http::response_parser<beast::http::string_body> parser_;
};

}  // namespace

Reply get(const std::string& url, const GetLimits& limits) {
  try {
    const Url address = Url::read(url, "http", kUsualPort);
    return Loading(address, limits).finish();
  } catch (const std::exception& error) {
    throw std::runtime_error(fmt::format("{}: {}", printable(url, kMaxSentence), error.what()));
  }
}

}  // namespace spark::http
