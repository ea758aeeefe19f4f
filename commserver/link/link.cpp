// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/link.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "spark/net/connector.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"

namespace commserver {
namespace {

namespace net = spark::net;

constexpr std::chrono::milliseconds kConnectNap{50};
constexpr net::Connection::Options kConnection{.max_input = 256 * 1024, .system_buffer = 0, .silence = {}};

}  // namespace

Link::Link(net::Loop& loop, net::Socket socket, std::string peer)
    : loop_(loop),
      connection_(std::make_shared<net::Connection>(std::move(socket), std::move(peer), kConnection)),
      heard_(loop.now()),
      said_(heard_) {
  connection_->start();
}

Link::~Link() {
  connection_->close();
}

spark::RealClock::Time Link::now() const {
  return loop_.now();
}

void Link::wait(std::chrono::milliseconds longest) {
  loop_.wait(longest);
}

void Link::poll() {
  loop_.poll();
}

void Link::attend(const Take& take) {
  const auto now = loop_.now();
  // A peer that sends more than can be processed must not keep others from being served.
  for (std::size_t taken = 0; is_open() && taken < 2 * reader_.limits().max_message;) {
    const std::size_t came = connection_->input().size();
    if (came == 0) break;
    heard_ = now;
    // Messages that arrived before the end still count.
    if (!take_messages(take)) return send();
    taken += came;
    connection_->read_now();
  }
  if (!is_open()) return;
  if (connection_->has_ended() && connection_->input().empty())
    return close(connection_->problem().empty() ? "the connection was closed" : connection_->problem());
  if (now - heard_ > kSilenceTimeout) return close(fmt::format("it has been silent for {} s", kSilenceTimeout.count()));
  if (now - said_ > kHeartbeat) MessageWriter(outgoing_).begin(MessageKind::alive).end();
  send();
}

bool Link::take_messages(const Take& take) {
  const std::size_t came = connection_->input().size();
  reader_.feed(connection_->input());
  std::string_view message;
  bool wants_more = true;
  while (wants_more && is_open()) {
    const auto result = reader_.next(message);
    if (result == net::FrameReader::Result::none) break;
    if (result != net::FrameReader::Result::message || message.empty())
      close("it does not speak this protocol");
    else
      wants_more = take(message);
  }
  if (is_open()) connection_->take(came - reader_.unread().size());
  return wants_more;
}

void Link::send() {
  if (!is_open()) return outgoing_.clear();
  const std::uint64_t before = connection_->sent();
  connection_->send(outgoing_);
  outgoing_.clear();
  if (connection_->sent() != before) said_ = loop_.now();
  if (connection_->is_write_closed()) return close("the connection was closed");
  if (connection_->unsent() > kMaxUnsent) close("it does not read its messages");
}

void Link::close(std::string why) {
  if (problem_.empty()) problem_ = std::move(why);
  if (!is_open()) return;
  connection_->send(std::exchange(outgoing_, {}));
  connection_->close();
}

std::unique_ptr<Link> connect_to(net::Loop& loop, const std::string& host, std::uint16_t port,
                                 const std::function<bool()>& must_stop) {
  std::unique_ptr<Link> link;
  std::string problem;
  net::Connector connector(loop);
  connector.start(
      host, port, std::nullopt,
      [&](net::Socket socket, const std::string&) {
        link = std::make_unique<Link>(loop, std::move(socket), fmt::format("{}:{}", host, port));
      },
      [&](std::string why) { problem = std::move(why); });
  while (!link && problem.empty()) {
    loop.wait(kConnectNap);
    if (must_stop && must_stop()) problem = "it does not answer";
  }
  if (link) return link;
  if (problem.starts_with("cannot find ")) throw std::runtime_error(problem);
  throw std::runtime_error(fmt::format("no engine on {} port {}: {}", host, port, problem));
}

}  // namespace commserver
