// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <string>

namespace spark {

class Log;

/// The open monitor port. Everything but the constructor and `port()` belongs to the thread that runs `io`.
class MonitorListener {
 public:
  using Accepted = std::function<void(boost::asio::ip::tcp::socket)>;

  /// Opens the port (0: any free one); throws `std::runtime_error` "cannot open monitor port 12001 on ADDRESS: reason".
  MonitorListener(boost::asio::io_context& io, const std::string& address, std::uint16_t port, Log& log);

  std::uint16_t port() const { return local_.port(); }
  /// Hands out every connection from now on.
  void start(Accepted accepted);
  void close();

 private:
  void wait();
  /// Accepts those who are there; false if nobody can be accepted for now (no descriptors left).
  bool accept_all();

  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer retry_;
  Log& log_;
  Accepted accepted_;
  boost::asio::ip::tcp::endpoint local_;
};

}  // namespace spark
