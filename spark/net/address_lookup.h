// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace spark::net {

class Loop;

/// An address of a host.
struct Address {
  sockaddr_storage place{};
  socklen_t size = 0;
};

/// The addresses of a host name, or the error.
struct Addresses {
  std::vector<Address> all;
  std::string problem;
};

/// Asks the system's resolver, which may take many seconds. An address may be in brackets: "[::1]".
Addresses resolve(const std::string& host, std::uint16_t port);
/// Whether `host` refers to this machine only. Throws `std::runtime_error` "cannot find HOST: reason".
bool is_loopback(const std::string& host);

/// Looks up a host's addresses without blocking its caller.
///
/// Numeric addresses need no resolver. Names are looked up by a separate thread, which shares only the storage for its
/// answer with this object, so that no one waits for it when the answer is no longer wanted. The thread then runs until
/// the resolver returns, so the number of threads is limited for the whole process: further look-ups fail at once.
class AddressLookup {
 public:
  using Resolve = std::function<Addresses(const std::string& host, std::uint16_t port)>;
  using Done = std::function<void(Addresses)>;
  static constexpr int kMaxAtOnce = 16;

  /// `resolve` is called on that thread, and may still run after this object was destroyed. The loop must outlive this.
  AddressLookup(Loop& loop, Resolve resolve);
  ~AddressLookup();
  AddressLookup(const AddressLookup&) = delete;
  AddressLookup& operator=(const AddressLookup&) = delete;

  /// `done` is called on the loop's thread, later; not after `cancel`, or another look-up.
  void ask(const std::string& host, std::uint16_t port, Done done);
  void cancel();

 private:
  struct Answer;

  Loop& loop_;
  Resolve resolve_;
  std::shared_ptr<Answer> answer_;  ///< the pending answer
};

}  // namespace spark::net
