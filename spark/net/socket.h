// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <string>

namespace spark::net {

/// A connected socket that will be owned by a `Connection`, or a stream of Beast.
class Socket {
 public:
  explicit Socket(boost::asio::ip::tcp::socket connected) : socket(std::move(connected)) {}
  boost::asio::ip::tcp::socket socket;
};

/// Whether the peer is a program of this machine that has connected to a loopback address.
bool is_from_this_machine(const Socket& connected);

/// "127.0.0.1:4711", "[::1]:4711".
std::string text_of(const boost::asio::ip::tcp::endpoint& endpoint);

}  // namespace spark::net
