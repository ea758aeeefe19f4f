// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/spin_count.h"

namespace sigverse::wire {

/// The client's end of a connection to a server, over a socket or two pipes: octets out, and one packet or raw request
/// in at a time. It blocks until the timeout; signals do not interrupt it. Used by one thread at a time.
///
/// Timeouts are for silence: they restart with each octet in either direction. `limit` is for the whole: a peer that
/// sends an octet at times reaches it, too. No clock is read for them, because a program that simulates a clock for
/// others (a controller in lock-step) would get the simulated one.
///
/// A socket that the other side has closed raises no SIGPIPE; a program with pipes ignores that signal.
class Stream {
 public:
  using Timeout = std::chrono::milliseconds;
  static constexpr Timeout kForever{-1};

  /// Owns both descriptors, which may be the same, and makes them non-blocking.
  Stream(int in, int out);
  explicit Stream(int socket) : Stream(socket, socket) {}
  ~Stream();
  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&& other) noexcept;

  enum class What {
    packet,
    raw,
    octets,     ///< of `receive_octets`
    ended,      ///< the other side has closed, or the system reports an error
    timed_out,  ///< the input so far is stored: call again
    broken      ///< the input is neither a packet nor a raw request; it cannot be resynchronised
  };
  struct Received {
    What what;
    /// A view of the stream's buffer, until it receives again.
    std::string_view octets{};
    /// Whether something was received.
    explicit operator bool() const { return what <= What::octets; }
  };
  /// Receives exactly one packet or raw request: not one octet after it is read from the descriptor.
  Received receive(Timeout timeout = kForever);
  /// Receives exactly `count` octets: replies to raw requests do not identify themselves.
  Received receive_octets(std::size_t count, Timeout timeout = kForever);

  /// Limits the real time for all receiving and sending from now on, until the next call: afterwards waits for either
  /// end as after a timeout. `kForever`: no limit.
  void limit(Timeout total);

  /// Called if the next input is expected at once, such as a reply: the descriptor is polled for a moment before the
  /// thread goes to sleep (`SpinCount`).
  void expect_soon() { spins_left_ = spin_count_.next(); }

  /// Sends all octets. Returns false if the other side has closed or accepts nothing for that long; the stream is then
  /// unusable.
  bool send(std::string_view octets, Timeout timeout = kForever);

  /// Queues octets without waiting: those that cannot be sent at once are sent while `receive` waits, or by the next
  /// call of either. Returns false if the other side has closed, or if more than `kMaxUnsent` octets are already
  /// queued; the stream is then unusable. Must not be mixed with `send`, which ignores the queue.
  static constexpr std::size_t kMaxUnsent = 32 << 20;
  bool post(std::string_view octets);
  /// Octets in the queue; while there are any, `in` and `out` have to be polled for both.
  std::size_t unsent() const { return queue_.size() - queue_sent_; }

  /// The descriptor to poll, for code that waits for several things; -1 when closed.
  int in() const { return in_; }
  int out() const { return out_; }
  bool is_open() const { return in_ >= 0; }
  void close();
  /// The last error, as a part of a sentence: "the server has closed the connection".
  const std::string& problem() const { return problem_; }

 private:
  /// Removes the result of the last call. Octets after it stay: part of a unit may already be buffered when a number of
  /// octets is requested instead.
  void drop_handed_out();
  /// Receives until `filled_` is at least `count`.
  What fill(std::size_t count, Timeout timeout);
  What ended(const char* what);
  /// Sends what can be sent at once, and removes it from the front. Returns false if the other side has closed.
  bool send_some(std::string_view& octets);
  bool send_queue();

  /// Returns false if nothing has happened for that long, or the limit has been reached. Sending queued octets counts
  /// as an event.
  bool wait(int descriptor, short events, Timeout timeout) const;

  int in_ = -1, out_ = -1;
  int timer_ = -1;  ///< readable once the limit has been reached; -1: none
  bool socket_ = false;
  std::string buffer_;
  std::size_t filled_ = 0;      ///< of it, received so far
  std::size_t handed_out_ = 0;  ///< at its front, by the last call
  std::string queue_;
  std::size_t queue_sent_ = 0;  ///< of its front
  SpinCount spin_count_;
  int spins_left_ = 0;
  std::string problem_;
};

}  // namespace sigverse::wire
