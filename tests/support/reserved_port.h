// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <stdexcept>

#include "spark/core/descriptor.h"

/// A port of 127.0.0.1 that is bound while this object exists, so that the system assigns it to no other program. A
/// connection to it is refused until a program listens there, which must set SO_REUSEADDR.
class ReservedPort {
 public:
  ReservedPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int reused = 1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (::setsockopt(socket_.get(), SOL_SOCKET, SO_REUSEADDR, &reused, sizeof reused) != 0 ||
        ::bind(socket_.get(), any, size) != 0 || ::getsockname(socket_.get(), any, &size) != 0)
      throw std::runtime_error("no free port");
    number_ = ntohs(address.sin_port);
  }
  std::uint16_t number() const { return number_; }

 private:
  spark::Descriptor socket_;
  std::uint16_t number_ = 0;
};
