// SPDX-License-Identifier: Apache-2.0
#include "spark/net/listener.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/ip/address.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

#include "spark/core/log.h"
#include "spark/net/address_lookup.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"

namespace spark::net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds kPause{200};
/// After accepting this many, it is the turn of the connected peers.
constexpr int kMaxAcceptedAtOnce = 16;

tcp::endpoint endpoint_of(const std::string& address, std::uint16_t port, std::string& problem) {
  error_code error;
  if (const auto parsed = asio::ip::make_address(address, error); !error) return {parsed, port};
  const Addresses found = resolve(address, port);
  if (found.all.empty()) {
    problem = found.problem;
    return {};
  }
  const Address& first = found.all.front();
  tcp::endpoint endpoint;
  endpoint.resize(first.size);
  std::memcpy(endpoint.data(), &first.place, first.size);
  return endpoint;
}

}  // namespace

struct Listener::Parts : std::enable_shared_from_this<Listener::Parts> {
  Parts(Loop& loop, Names names_given, Log& log_used)
      : acceptor(loop.io()), names(std::move(names_given)), log(log_used), retry(loop) {}

  void wait();
  bool accept_all();
  void pause();

  tcp::acceptor acceptor;
  tcp::endpoint local;
  Names names;
  Log& log;
  Accepted accepted;
  Timer retry;
  bool pausing = false;
};

Listener::Listener(Loop& loop, const std::string& address, std::uint16_t port, Names names, Log& log)
    : parts_(std::make_shared<Parts>(loop, std::move(names), log)) {
  const auto fail = [&](const std::string& reason) {
    throw std::runtime_error(fmt::format("cannot open {} {} on {}: {}", parts_->names.port, port, address, reason));
  };
  std::string problem;
  const tcp::endpoint endpoint = endpoint_of(address, port, problem);
  if (!problem.empty()) fail(problem);
  error_code error;
  tcp::acceptor& acceptor = parts_->acceptor;
  acceptor.open(endpoint.protocol(), error);
  // Agents that are started later must not inherit the port.
  if (!error && fcntl(acceptor.native_handle(), F_SETFD, FD_CLOEXEC) != 0)
    error.assign(errno, boost::system::system_category());
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (!error) acceptor.non_blocking(true, error);
  if (!error) parts_->local = acceptor.local_endpoint(error);
  if (error) fail(error.message());
}

Listener::~Listener() {
  close();
}

std::uint16_t Listener::port() const {
  return parts_->local.port();
}

bool Listener::is_loopback() const {
  return parts_->local.address().is_loopback();
}

void Listener::start(Accepted accepted) {
  parts_->accepted = std::move(accepted);
  parts_->wait();
}

void Listener::close() {
  error_code ignored;
  parts_->acceptor.close(ignored);
  parts_->retry.cancel();
}

void Listener::Parts::wait() {
  if (pausing) return;
  acceptor.async_wait(tcp::acceptor::wait_read, [this, self = shared_from_this()](const error_code& error) {
    if (error || !acceptor.is_open()) return;
    if (!accept_all()) pause();
    if (acceptor.is_open()) wait();
  });
}

void Listener::Parts::pause() {
  if (std::exchange(pausing, true)) return;
  retry.start(kPause, [this] {
    pausing = false;
    if (acceptor.is_open()) wait();
  });
}

/// False if no connection can be accepted for now.
bool Listener::Parts::accept_all() {
  for (int accepted_now = 0; accepted_now < kMaxAcceptedAtOnce && acceptor.is_open() && !pausing;) {
    sockaddr_storage place{};
    socklen_t size = sizeof place;
    // Not `async_accept`, which leaves a moment in which an agent that is being started inherits the connection.
    const int made =
        accept4(acceptor.native_handle(), reinterpret_cast<sockaddr*>(&place), &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (made >= 0) {
      ++accepted_now;
      tcp::endpoint peer;
      peer.resize(size);
      std::memcpy(peer.data(), &place, size);
      tcp::socket socket(acceptor.get_executor());
      error_code error;
      socket.assign(local.protocol(), made, error);
      if (error) {
        // The system is out of descriptors, or of epoll entries.
        ::close(made);
        log.complain(names.port, "cannot accept {}: {}", names.peer, error.message());
        return false;
      }
      accepted(Socket(std::move(socket)), text_of(peer));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return true;
    } else if (errno != EINTR && errno != ECONNABORTED) {
      log.complain(names.port, "cannot accept {}: {}", names.peer, boost::system::system_category().message(errno));
      return false;
    }
  }
  return true;
}

}  // namespace spark::net
