// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace spark {
class Log;
}

namespace spark::net {

class Loop;
class Socket;

/// A listening port. When no connection can be accepted for now (no descriptors left) it logs one rate-limited line and
/// tries again a little later, without keeping its loop busy meanwhile.
class Listener {
 public:
  /// Its names in messages: "monitor port", "a monitor".
  struct Names {
    std::string port;
    std::string peer;
  };
  using Accepted = std::function<void(Socket socket, std::string peer)>;

  /// Opens it (0: any free one). `address` is an IP address of either family, or a host name. Throws
  /// `std::runtime_error` "cannot open monitor port 12001 on ADDRESS: reason". Loop and log must outlive it.
  Listener(Loop& loop, const std::string& address, std::uint16_t port, Names names, Log& log);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const;
  /// Whether only this machine can reach it.
  bool is_loopback() const;
  /// Passes every connection to `accepted` from now on, with the text of its peer's address. `accepted` may close the
  /// listener, but not destroy it.
  void start(Accepted accepted);
  void close();

 private:
  struct Parts;
  std::shared_ptr<Parts> parts_;
};

}  // namespace spark::net
