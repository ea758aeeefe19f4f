// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/comm_server_port.h"

#include <algorithm>
#include <stdexcept>

#include "spark/net/loop.h"
#include "spark/net/socket.h"

namespace commserver {
namespace {

constexpr const char* kLabel = "engine port";
}  // namespace

CommServerPort::CommServerPort(spark::net::Loop& loop, const std::string& address, std::uint16_t port,
                               const Secret& secret, const LinkSettings& settings, spark::Log& log)
    : secret_(secret),
      settings_(settings),
      log_(log),
      loop_(loop),
      listener_(loop, address, port, {kLabel, "a commserver"}, log) {
  if (secret.is_public() && !listener_.is_loopback())
    throw std::runtime_error(
        fmt::format("commservers may connect to {} only with a --secret_file: others can reach it, too", address));
  listener_.start([this](spark::net::Socket socket, std::string peer) { greet(std::move(socket), std::move(peer)); });
}

CommServerPort::~CommServerPort() = default;

void CommServerPort::attend() {
  loop_.poll();
  std::erase_if(greetings_, [&](auto& greeting) { return !attend(*greeting); });
  // While connected commservers wait for the others, only this function serves them.
  for (const auto& server : servers_) {
    spark::NullListener no_listener;
    server->receive(no_listener);
  }
  std::erase_if(servers_, [](const auto& server) { return !server->is_connected(); });
}

void CommServerPort::greet(spark::net::Socket caller, std::string peer) {
  if (greetings_.size() >= kMaxGreetings) make_room();
  auto greeting =
      std::unique_ptr<Greeting>(new Greeting{std::make_unique<Link>(loop_, std::move(caller), std::move(peer)),
                                             EngineHandshake(secret_, settings_), loop_.now() + kGreetingTimeout});
  greeting->handshake.begin(greeting->link->outgoing());
  greeting->link->send();
  greetings_.push_back(std::move(greeting));
}

void CommServerPort::make_room() {
  Greeting& oldest = *greetings_.front();
  // The peer may just have answered.
  if (attend(oldest)) {
    oldest.link->close(fmt::format("it has not identified itself, and {} others have connected since", kMaxGreetings));
    end(oldest);
  }
  greetings_.erase(greetings_.begin());
}

void CommServerPort::end(Greeting& greeting) {
  log_.complain(kLabel, "{} refused: {}", greeting.link->peer(), greeting.link->problem());
}

/// Returns false when the handshake has ended, successfully or not.
bool CommServerPort::attend(Greeting& greeting) {
  Link& link = *greeting.link;
  auto state = EngineHandshake::State::waiting;
  link.attend([&](std::string_view message) {
    if (!message.empty() && static_cast<MessageKind>(message.front()) == MessageKind::alive) return true;
    state = greeting.handshake.take(message, link.outgoing());
    return false;
  });
  if (state == EngineHandshake::State::failed) link.close(greeting.handshake.problem());
  if (state == EngineHandshake::State::waiting && loop_.now() > greeting.deadline)
    link.close("it has not identified itself");
  const bool done = state == EngineHandshake::State::done && link.is_open();
  if (!done && link.is_open()) return true;
  if (done)
    welcome(greeting);
  else
    end(greeting);
  return false;
}

void CommServerPort::welcome(Greeting& greeting) {
  const std::string& name = greeting.handshake.name();
  const auto same = [&](const auto& server) { return server->name() == name; };
  if (std::any_of(servers_.begin(), servers_.end(), same)) {
    greeting.link->close("a commserver with that name is already connected");
    return log_.complain(kLabel, "{} refused: a commserver named '{}' is already connected", greeting.link->peer(),
                         name);
  }
  greeting.link->trust();
  log_.normal("commserver '{}' connected from {}", name, greeting.link->peer());
  servers_.push_back(
      std::make_unique<RemoteCommServer>(std::move(greeting.link), name, greeting.handshake.types(), log_));
}

std::vector<std::unique_ptr<RemoteCommServer>> CommServerPort::close() {
  listener_.close();
  for (const auto& greeting : greetings_) greeting->link->close("the match has begun");
  greetings_.clear();
  std::sort(servers_.begin(), servers_.end(), [](const auto& a, const auto& b) { return a->name() < b->name(); });
  return std::move(servers_);
}

}  // namespace commserver
