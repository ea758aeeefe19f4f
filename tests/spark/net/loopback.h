// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <arpa/inet.h>
#include <sys/socket.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <utility>

#include "spark/core/descriptor.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"

/// The two ends of a connection without a network. They block unless set otherwise.
inline std::pair<spark::Descriptor, spark::Descriptor> connected_pair() {
  int ends[2] = {-1, -1};
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  return {spark::Descriptor(ends[0]), spark::Descriptor(ends[1])};
}

/// For a connection of the loop.
inline spark::net::Socket socket_of(spark::net::Loop& loop, spark::Descriptor descriptor) {
  boost::asio::ip::tcp::socket socket(loop.io());
  socket.assign(boost::asio::ip::tcp::v4(), descriptor.release());
  return spark::net::Socket(std::move(socket));
}

/// A peer that has connected to a port of this machine, or an empty one if that is closed.
inline spark::Descriptor call_port(std::uint16_t port) {
  spark::Descriptor made(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(made.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) made.close();
  return made;
}
