// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "spark/core/descriptor.h"

namespace spark {

/// The open port to which agents connect.
class AgentPort {
 public:
  /// Opens it (0: any free one); throws `std::runtime_error` "cannot open agent port 3100 on ADDRESS: reason". The
  /// address is an IP address, no name.
  AgentPort(const std::string& address, std::uint16_t port);

  /// Polls readable when somebody wants to connect.
  int descriptor() const { return socket_.get(); }
  std::uint16_t port() const { return port_; }

  /// The next connection, which does not block and finds out when its peer's host has vanished; or none, and `error` is
  /// 0 if nobody is waiting, else why nobody can be accepted for now.
  Descriptor accept(int& error);
  void close() { socket_.close(); }

 private:
  Descriptor socket_;
  std::uint16_t port_ = 0;
};

}  // namespace spark
