// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "spark/core/real_clock.h"
#include "spark/net/connection.h"
#include "spark/net/loop.h"

namespace spark::net {

/// Refused peers: each is sent the reason, and has time to read it before its connection is closed. If a connection is
/// closed while its peer is still sending, it is reset, and the peer could lose the reason. For the loop's thread only.
class Farewells {
 public:
  /// Maximum number of such peers; a further one closes the oldest.
  static constexpr std::size_t kMax = 64;
  static constexpr std::chrono::seconds kLinger{2};

  explicit Farewells(Loop& loop) : loop_(loop), timer_(loop) {}
  ~Farewells() { close(); }
  Farewells(const Farewells&) = delete;
  Farewells& operator=(const Farewells&) = delete;

  void refuse(Socket socket, std::string peer, std::string_view reason);
  /// Closes all of them at once.
  void close();

 private:
  struct Leaving {
    std::shared_ptr<Connection> connection;
    RealClock::Time until;
  };
  void close_late_ones();

  Loop& loop_;
  Timer timer_;
  std::deque<Leaving> leaving_;
};

}  // namespace spark::net
