// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "spark/net/connection.h"
#include "spark/net/loop.h"

namespace spark {

/// The queue of lines from the simulation thread to the monitors' network thread: counts pending bytes, and frames that
/// were dropped because of them. Any thread may read the numbers.
class LineQueue {
 public:
  using Line = net::Connection::Shared;

  /// `loop` is that of the network thread; borrowed. Posted tasks do not outlive the queue.
  explicit LineQueue(net::Loop& loop) : loop_(loop) {}

  /// `task` is called on the network thread, after all lines posted before.
  template <typename Task>
  void post(Task task) {
    loop_.post(std::move(task));
  }
  /// The same; `deliver` gets the line, whose bytes are counted until then.
  template <typename Deliver>
  void post_line(Line line, Deliver deliver) {
    bytes_ += line->size();
    loop_.post([this, line = std::move(line), deliver = std::move(deliver)] {
      bytes_ -= line->size();
      deliver(line);
    });
  }
  std::size_t bytes() const { return bytes_; }

  /// Counts frames that monitors did not get, once for each monitor.
  void count_missed(std::uint64_t frames) { missed_ += frames; }
  std::uint64_t missed() const { return missed_; }

 private:
  net::Loop& loop_;
  std::atomic<std::size_t> bytes_{0};
  std::atomic<std::uint64_t> missed_{0};
};

}  // namespace spark
