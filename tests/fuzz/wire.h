// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/ip/tcp.hpp>
#include <string_view>

#include "spark/core/descriptor.h"
#include "spark/net/loop.h"
#include "spark/net/socket.h"
#include "tests/fuzz/target.h"

namespace fuzz {

/// A connection without a network: the near end is for a `net::Connection`, the far end is the peer's. Data from the
/// peer arrive at once.
class Wire {
 public:
  explicit Wire(spark::net::Loop& loop) : loop_(loop) {
    int ends[2] = {-1, -1};
    demand(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
    near_ = spark::Descriptor(ends[0]);
    far_ = spark::Descriptor(ends[1]);
  }

  /// Call it only once.
  spark::net::Socket near() {
    boost::asio::ip::tcp::socket socket(loop_.io());
    socket.assign(boost::asio::ip::tcp::v4(), near_.release());
    return spark::net::Socket(std::move(socket));
  }
  /// Sends; data beyond the buffer are lost.
  void say(std::string_view bytes) { (void)!::send(far_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL); }
  /// All data that have arrived.
  std::string hear() {
    std::string heard;
    char piece[4096];
    for (ssize_t count; (count = ::recv(far_.get(), piece, sizeof piece, 0)) > 0;)
      heard.append(piece, static_cast<std::size_t>(count));
    return heard;
  }
  /// Sends no more, and still receives.
  void finish() { ::shutdown(far_.get(), SHUT_WR); }
  void hang_up() { far_.close(); }

 private:
  spark::net::Loop& loop_;
  spark::Descriptor near_, far_;
};

}  // namespace fuzz
