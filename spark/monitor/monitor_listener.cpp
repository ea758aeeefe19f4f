// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/monitor_listener.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/ip/address.hpp>
#include <cerrno>
#include <chrono>
#include <stdexcept>

#include "spark/core/log.h"

namespace spark {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {
constexpr std::chrono::milliseconds kRetryAfter{200};
/// Then those who are connected get their turn.
constexpr int kMaxAtOnce = 16;

[[noreturn]] void fail(const std::string& address, std::uint16_t port, const std::string& reason) {
  throw std::runtime_error(fmt::format("cannot open monitor port {} on {}: {}", port, address, reason));
}
}  // namespace

MonitorListener::MonitorListener(asio::io_context& io, const std::string& address, std::uint16_t port, Log& log)
    : acceptor_(io), retry_(io), log_(log) {
  error_code error;
  const auto parsed = asio::ip::make_address(address, error);
  if (error) fail(address, port, "not an IP address");
  const tcp::endpoint endpoint(parsed, port);
  acceptor_.open(endpoint.protocol(), error);
  // The agents that are started later must not keep the port open.
  if (!error && fcntl(acceptor_.native_handle(), F_SETFD, FD_CLOEXEC) != 0)
    error.assign(errno, boost::system::system_category());
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (!error) acceptor_.non_blocking(true, error);
  if (!error) local_ = acceptor_.local_endpoint(error);
  if (error) fail(address, port, error.message());
}

void MonitorListener::start(Accepted accepted) {
  accepted_ = std::move(accepted);
  wait();
}

void MonitorListener::close() {
  error_code ignored;
  acceptor_.close(ignored);
  retry_.cancel();
}

void MonitorListener::wait() {
  acceptor_.async_wait(tcp::acceptor::wait_read, [this](const error_code& error) {
    if (error || !acceptor_.is_open()) return;
    if (accept_all()) return wait();
    retry_.expires_after(kRetryAfter);
    retry_.async_wait([this](const error_code&) {
      if (acceptor_.is_open()) wait();
    });
  });
}

bool MonitorListener::accept_all() {
  for (int accepted_now = 0; accepted_now < kMaxAtOnce;) {
    // Not `async_accept`: it leaves a moment in which an agent that is just being started inherits the connection.
    const int accepted = accept4(acceptor_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (accepted >= 0) {
      ++accepted_now;
      tcp::socket socket(acceptor_.get_executor());
      error_code error;
      socket.assign(local_.protocol(), accepted, error);
      if (error)
        ::close(accepted);
      else
        accepted_(std::move(socket));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return true;
    } else if (errno != EINTR && errno != ECONNABORTED) {
      log_.complain("monitor port", "cannot accept a monitor: {}", boost::system::system_category().message(errno));
      return false;
    }
  }
  return true;
}

}  // namespace spark
