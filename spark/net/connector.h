// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "spark/net/address_lookup.h"
#include "spark/net/connection.h"

namespace spark::net {

class Loop;
class Socket;

/// Connects to a host without blocking: the name is looked up in the background, then its addresses are tried one after
/// the other ("localhost" may mean ::1 first, where nothing listens).
class Connector {
 public:
  using Connected = std::function<void(Socket socket, std::string peer)>;
  /// The reason, human-readable: "cannot find HOST: …", or the system's error for the last address.
  using Failed = std::function<void(std::string problem)>;

  explicit Connector(Loop& loop, AddressLookup::Resolve resolve = net::resolve);
  ~Connector();
  Connector(const Connector&) = delete;
  Connector& operator=(const Connector&) = delete;

  /// Begins an attempt, replacing a pending one. One of the two functions is called, once, unless it is cancelled; it
  /// may begin the next attempt. `silence` also applies to the attempt, not only to the connection.
  void start(const std::string& host, std::uint16_t port, std::optional<KeepAlive> silence, Connected connected,
             Failed failed);
  void cancel();
  bool is_busy() const { return attempt_ != nullptr; }

 private:
  struct Attempt;
  Loop& loop_;
  AddressLookup lookup_;
  std::shared_ptr<Attempt> attempt_;
};

}  // namespace spark::net
