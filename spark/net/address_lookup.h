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

/// Where a host can be called.
struct Address {
  sockaddr_storage place{};
  socklen_t size = 0;
};

/// The addresses a host's name stands for, or why there are none.
struct Addresses {
  std::vector<Address> all;
  std::string problem;
};

/// Asks the machine's resolver, which may take many seconds. An address may stand in brackets: "[::1]".
Addresses resolve(const std::string& host, std::uint16_t port);
/// Whether what `host` stands for is this machine only. Throws `std::runtime_error` "cannot find HOST: reason".
bool is_loopback(const std::string& host);

/// Finds out a host's addresses without making its caller wait.
///
/// Addresses written as numbers need no resolver. Names are looked up by a thread of their own, which shares with this
/// object nothing but the place for its answer: no one waits for it when the answer is not wanted any more. The thread
/// then runs until the resolver ends, so their number is limited for the whole process: further questions fail at
/// once.
class AddressLookup {
 public:
  using Resolve = std::function<Addresses(const std::string& host, std::uint16_t port)>;
  using Done = std::function<void(Addresses)>;
  static constexpr int kMaxAtOnce = 16;

  /// `resolve` is called on that thread, and may still run when this object is gone. The loop must outlive this.
  AddressLookup(Loop& loop, Resolve resolve);
  ~AddressLookup();
  AddressLookup(const AddressLookup&) = delete;
  AddressLookup& operator=(const AddressLookup&) = delete;

  /// `done` is called on the loop's thread, later; not any more after `cancel`, or another question.
  void ask(const std::string& host, std::uint16_t port, Done done);
  void cancel();

 private:
  struct Answer;

  Loop& loop_;
  Resolve resolve_;
  std::shared_ptr<Answer> answer_;  ///< that is waited for
};

}  // namespace spark::net
