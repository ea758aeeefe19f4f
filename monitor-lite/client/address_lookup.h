// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace monitor {

/// Where a host can be called.
struct Address {
  int family = 0;
  int protocol = 0;
  sockaddr_storage place{};
  socklen_t size = 0;
};

/// The addresses a host's name stands for, or why there are none.
struct Addresses {
  std::vector<Address> all;
  std::string problem;
};

/// Asks the machine's resolver, which may take many seconds. `flags` are those of getaddrinfo.
Addresses resolve(const std::string& host, std::uint16_t port, int flags = 0);

/// Finds out a host's addresses without making its caller wait.
///
/// Addresses written as numbers are there at once. Names are looked up by a thread of their own, which shares with this
/// object nothing but the place for its answer: nobody waits for it when the answer is not wanted any more.
class AddressLookup {
 public:
  using Resolve = std::function<Addresses(const std::string& host, std::uint16_t port)>;

  /// `resolve` is called on that thread, and may still run when this object is gone.
  AddressLookup(std::string host, std::uint16_t port, Resolve resolve);

  /// The addresses if they are known within `longest`; each answer is given once. Else nothing: ask again for it.
  std::optional<Addresses> ask(std::chrono::milliseconds longest);

 private:
  struct Answer;

  std::string host_;
  std::uint16_t port_;
  Resolve resolve_;
  std::shared_ptr<Answer> answer_;  ///< that is waited for
};

}  // namespace monitor
