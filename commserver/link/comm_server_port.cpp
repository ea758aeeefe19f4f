// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/comm_server_port.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace commserver {
namespace {

constexpr const char* kLabel = "engine port";
/// Then those who are connected get their turn.
constexpr int kMaxAtOnce = 256;

std::string name_of(const sockaddr* address, socklen_t size) {
  char host[NI_MAXHOST], port[NI_MAXSERV];
  if (::getnameinfo(address, size, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    return "somewhere";
  return fmt::format("{}:{}", host, port);
}

spark::Descriptor listen_on(const std::string& address, std::uint16_t port) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  if (const int error = ::getaddrinfo(address.c_str(), std::to_string(port).c_str(), &wanted, &found); error != 0)
    throw std::runtime_error(fmt::format("cannot find the address {}: {}", address, ::gai_strerror(error)));
  spark::Descriptor made(::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  ::setsockopt(made.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  const bool good =
      made && ::bind(made.get(), found->ai_addr, found->ai_addrlen) == 0 && ::listen(made.get(), SOMAXCONN) == 0;
  const int error = errno;
  ::freeaddrinfo(found);
  if (!good)
    throw std::runtime_error(
        fmt::format("cannot listen for commservers on {} port {}: {}", address, port, std::strerror(error)));
  return made;
}

}  // namespace

CommServerPort::CommServerPort(const std::string& address, std::uint16_t port, const Secret& secret,
                               const LinkSettings& settings, spark::Log& log)
    : secret_(secret), settings_(settings), log_(log) {
  if (secret.is_public() && !is_loopback(address))
    throw std::runtime_error(
        fmt::format("commservers may connect to {} only with a --secret_file: others can reach it, too", address));
  listener_ = listen_on(address, port);
  sockaddr_storage place{};
  socklen_t size = sizeof place;
  ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&place), &size);
  const std::string name = name_of(reinterpret_cast<sockaddr*>(&place), size);
  port_ = static_cast<std::uint16_t>(std::stoul(name.substr(name.rfind(':') + 1)));
  watch_.emplace(polls_, listener_.get(), 0);
}

CommServerPort::~CommServerPort() = default;

void CommServerPort::attend() {
  if (watch_) watch_->attend();
  accept();
  std::erase_if(greetings_, [&](auto& greeting) { return !attend(*greeting); });
  // Nobody else looks after those who wait for the others.
  for (const auto& server : servers_) {
    spark::DeafListener nobody;
    server->receive(nobody);
    if (!server->is_connected()) polls_.remove(server->poll_descriptor());
  }
  std::erase_if(servers_, [](const auto& server) { return !server->is_connected(); });
}

void CommServerPort::accept() {
  for (int accepted = 0; listener_ && !watch_->is_pausing() && accepted < kMaxAtOnce; ++accepted) {
    sockaddr_storage place{};
    socklen_t size = sizeof place;
    spark::Descriptor made(
        ::accept4(listener_.get(), reinterpret_cast<sockaddr*>(&place), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
    const int error = errno;
    if (made) {
      greet(std::move(made), name_of(reinterpret_cast<sockaddr*>(&place), size));
    } else if (error == EAGAIN || error == EWOULDBLOCK) {
      return;
    } else if (error != EINTR && error != ECONNABORTED) {
      log_.complain(kLabel, "cannot accept a commserver: {}", std::strerror(error));
      watch_->pause();
    }
  }
}

void CommServerPort::greet(spark::Descriptor caller, std::string peer) {
  if (greetings_.size() >= kMaxGreetings) make_room();
  try {
    auto greeting = std::unique_ptr<Greeting>(new Greeting{std::make_unique<Link>(std::move(caller), std::move(peer)),
                                                           EngineHandshake(secret_, settings_),
                                                           Link::Clock::now() + kGreetingTakes});
    polls_.add(greeting->link->poll_descriptor(), EPOLLIN, 0);
    greeting->handshake.begin(greeting->link->outgoing());
    greeting->link->send();
    greetings_.push_back(std::move(greeting));
  } catch (const std::runtime_error& error) {
    // Out of descriptors, or of what they are watched with.
    log_.complain(kLabel, "cannot accept a commserver: {}", error.what());
    watch_->pause();
  }
}

void CommServerPort::make_room() {
  Greeting& oldest = *greetings_.front();
  // Perhaps it has just answered.
  if (attend(oldest)) {
    oldest.link->close(fmt::format("it has not said who it is, and {} others have come since", kMaxGreetings));
    end(oldest);
  }
  greetings_.erase(greetings_.begin());
}

void CommServerPort::end(Greeting& greeting) {
  polls_.remove(greeting.link->poll_descriptor());
  log_.complain(kLabel, "{} refused: {}", greeting.link->peer(), greeting.link->problem());
}

/// False when it has ended, well or not.
bool CommServerPort::attend(Greeting& greeting) {
  Link& link = *greeting.link;
  auto state = EngineHandshake::State::waiting;
  link.attend([&](std::string_view message) {
    if (!message.empty() && static_cast<MessageKind>(message.front()) == MessageKind::alive) return true;
    state = greeting.handshake.take(message, link.outgoing());
    return false;
  });
  if (state == EngineHandshake::State::failed) link.close(greeting.handshake.problem());
  if (state == EngineHandshake::State::waiting && Link::Clock::now() > greeting.deadline)
    link.close("it has not said who it is");
  const bool done = state == EngineHandshake::State::done && link.is_open();
  if (!done && link.is_open()) return true;
  if (!done) return end(greeting), false;
  polls_.remove(link.poll_descriptor());
  welcome(greeting);
  return false;
}

void CommServerPort::welcome(Greeting& greeting) {
  const std::string& name = greeting.handshake.name();
  const auto same = [&](const auto& server) { return server->name() == name; };
  if (std::any_of(servers_.begin(), servers_.end(), same)) {
    greeting.link->close("one of that name is there");
    return log_.complain(kLabel, "{} refused: a commserver named '{}' is there", greeting.link->peer(), name);
  }
  greeting.link->trust();
  log_.normal("commserver '{}' has come from {}", name, greeting.link->peer());
  servers_.push_back(
      std::make_unique<RemoteCommServer>(std::move(greeting.link), name, greeting.handshake.types(), log_));
  polls_.add(servers_.back()->poll_descriptor(), EPOLLIN, 0);
}

std::vector<std::unique_ptr<RemoteCommServer>> CommServerPort::close() {
  watch_.reset();
  listener_.close();
  for (const auto& greeting : greetings_) greeting->link->close("the match has begun");
  greetings_.clear();
  for (const auto& server : servers_) polls_.remove(server->poll_descriptor());
  std::sort(servers_.begin(), servers_.end(), [](const auto& a, const auto& b) { return a->name() < b->name(); });
  return std::move(servers_);
}

}  // namespace commserver
