// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/epoll.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "spark/core/descriptor.h"

namespace spark {

/// A set of descriptors to wait for (epoll), each under a key of the caller's choice. A descriptor must be removed
/// before it is closed.
class PollSet {
 public:
  /// Throws `std::runtime_error` if the system has none left.
  PollSet();

  int descriptor() const { return epoll_.get(); }
  /// Throws `std::runtime_error` if the system refuses.
  void add(int descriptor, std::uint32_t events, std::uint64_t key);
  void remove(int descriptor);
  /// Returns the ready descriptors, after waiting up to `timeout`. Valid until the next call. If very many are ready,
  /// the rest are returned by the next call.
  std::span<const epoll_event> wait(std::chrono::milliseconds timeout);

 private:
  Descriptor epoll_;
  std::vector<epoll_event> ready_;
};

}  // namespace spark
