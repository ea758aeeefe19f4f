// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>

namespace spark::net {

/// A connected socket on its way to its user: a `Connection`, or a stream of Beast.
class Socket {
 public:
  explicit Socket(boost::asio::ip::tcp::socket connected) : socket(std::move(connected)) {}
  boost::asio::ip::tcp::socket socket;
};

/// Whether its peer is a program of this machine that has called it by a loopback address.
bool is_from_this_machine(const Socket& connected);

/// "127.0.0.1:4711", "[::1]:4711".
std::string text_of(const boost::asio::ip::tcp::endpoint& endpoint);

}  // namespace spark::net
