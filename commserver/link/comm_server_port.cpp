// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/comm_server_port.h"

#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace commserver {
namespace {

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
  polls_.add(listener_.get(), EPOLLIN, 0);
}

CommServerPort::~CommServerPort() = default;

void CommServerPort::attend() {
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
  while (listener_) {
    sockaddr_storage place{};
    socklen_t size = sizeof place;
    spark::Descriptor made(
        ::accept4(listener_.get(), reinterpret_cast<sockaddr*>(&place), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!made) return;
    const std::string peer = name_of(reinterpret_cast<sockaddr*>(&place), size);
    if (greetings_.size() >= kMostGreetings) {
      log_.complain("engine port", "{} refused: {} others have not said yet who they are", peer, kMostGreetings);
      continue;
    }
    auto greeting = std::unique_ptr<Greeting>(new Greeting{std::make_unique<Link>(std::move(made), peer),
                                                           EngineHandshake(secret_, settings_),
                                                           Link::Clock::now() + kGreetingTakes});
    greeting->handshake.begin(greeting->link->outgoing());
    greeting->link->send();
    polls_.add(greeting->link->poll_descriptor(), EPOLLIN, 0);
    greetings_.push_back(std::move(greeting));
  }
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
  polls_.remove(link.poll_descriptor());
  if (done)
    welcome(greeting);
  else
    log_.complain("engine port", "{} refused: {}", link.peer(), link.problem());
  return false;
}

void CommServerPort::welcome(Greeting& greeting) {
  const std::string& name = greeting.handshake.name();
  const auto same = [&](const auto& server) { return server->name() == name; };
  if (std::any_of(servers_.begin(), servers_.end(), same)) {
    greeting.link->close("one of that name is there");
    return log_.complain("engine port", "{} refused: a commserver named '{}' is there", greeting.link->peer(), name);
  }
  greeting.link->trust();
  log_.normal("commserver '{}' has come from {}", name, greeting.link->peer());
  servers_.push_back(
      std::make_unique<RemoteCommServer>(std::move(greeting.link), name, greeting.handshake.types(), log_));
  polls_.add(servers_.back()->poll_descriptor(), EPOLLIN, 0);
}

std::vector<std::unique_ptr<RemoteCommServer>> CommServerPort::close() {
  if (listener_) polls_.remove(listener_.get());
  listener_.close();
  for (const auto& greeting : greetings_) greeting->link->close("the match has begun");
  greetings_.clear();
  for (const auto& server : servers_) polls_.remove(server->poll_descriptor());
  std::sort(servers_.begin(), servers_.end(), [](const auto& a, const auto& b) { return a->name() < b->name(); });
  return std::move(servers_);
}

}  // namespace commserver
