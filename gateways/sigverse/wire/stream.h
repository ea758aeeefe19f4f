// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/spin_count.h"

namespace sigverse::wire {

/// The client's end of a connection to a server, over a socket or two pipes: octets out, and one packet or raw request
/// in at a time. Calls block until the timeout; signals do not interrupt them. Used by one thread at a time.
///
/// A timeout limits silence: it restarts with each octet in either direction. `limit` applies to the total time, so
/// even a peer that sends an octet now and then reaches it. Neither reads a clock, because a program that simulates a
/// clock for others (a controller in lock-step) would get the simulated one.
///
/// A socket that the other side has closed raises no SIGPIPE; a program that uses pipes must ignore that signal.
class Stream {
 public:
  using Timeout = std::chrono::milliseconds;
  static constexpr Timeout kForever{-1};

  /// Owns both descriptors, which may be equal, and makes them non-blocking.
  Stream(int in, int out);
  explicit Stream(int socket) : Stream(socket, socket) {}
  ~Stream();
  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&& other) noexcept;

  enum class What {
    packet,
    raw,
    octets,     ///< the result of `receive_octets`
    ended,      ///< the other side has closed, or there was a system error
    timed_out,  ///< the input so far is stored: call again
    broken      ///< the input is neither a packet nor a raw request, and cannot be resynchronised
  };
  struct Received {
    What what;
    /// A view of the stream's buffer, valid until the next receive.
    std::string_view octets{};
    /// Whether anything was received.
    explicit operator bool() const { return what <= What::octets; }
  };
  /// Receives exactly one packet or raw request; no octet after it is read from the descriptor.
  Received receive(Timeout timeout = kForever);
  /// Receives exactly `count` octets, because replies to raw requests do not identify themselves.
  Received receive_octets(std::size_t count, Timeout timeout = kForever);

  /// Limits the real time for all receiving and sending from now on, until the next call of `limit`. When it is over,
  /// both fail as after a timeout. `kForever`: no limit.
  void limit(Timeout total);

  /// Called if input, such as a reply, is expected very soon: the descriptor is polled for a moment before the thread
  /// goes to sleep (`SpinCount`).
  void expect_soon() { spins_left_ = spin_count_.next(); }

  /// Sends all octets. Returns false if the other side has closed, or accepts nothing for the duration of the timeout;
  /// the stream is then unusable.
  bool send(std::string_view octets, Timeout timeout = kForever);

  /// Queues octets without waiting: those that cannot be sent at once are sent while `receive` waits, or by the next
  /// call of `post` or `receive`. Returns false if the other side has closed, or if more than `kMaxUnsent` octets are
  /// already queued; the stream is then unusable. Must not be mixed with `send`, which ignores the queue.
  static constexpr std::size_t kMaxUnsent = 32 << 20;
  bool post(std::string_view octets);
  /// Octets in the queue. While there are any, poll `in` for input and `out` for output.
  std::size_t unsent() const { return queue_.size() - queue_sent_; }

  /// The descriptors to poll, for code that waits for several things; -1 when closed.
  int in() const { return in_; }
  int out() const { return out_; }
  bool is_open() const { return in_ >= 0; }
  void close();
  /// The last error, as part of a sentence: "the server has closed the connection".
  const std::string& problem() const { return problem_; }

 private:
  /// Removes the result of the last call from the buffer. Octets after it stay: if a number of octets is requested,
  /// part of another unit may already be buffered.
  void drop_handed_out();
  /// Receives until `filled_` is at least `count`.
  What fill(std::size_t count, Timeout timeout);
  What ended(const char* what);
  /// Sends as much as possible without waiting, and removes it from the front. Returns false if the other side has
  /// closed.
  bool send_some(std::string_view& octets);
  bool send_queue();

  /// Returns false if nothing has happened before the timeout, or if the limit has been reached. Queued octets that can
  /// be sent count as an event.
  bool wait(int descriptor, short events, Timeout timeout) const;

  int in_ = -1, out_ = -1;
  int timer_ = -1;  ///< readable once the limit has been reached; -1: none
  bool socket_ = false;
  std::string buffer_;
  std::size_t filled_ = 0;      ///< octets of it that have been received
  std::size_t handed_out_ = 0;  ///< octets at its front that the last call returned
  std::string queue_;
  std::size_t queue_sent_ = 0;  ///< octets at its front that have been sent
  SpinCount spin_count_;
  int spins_left_ = 0;
  std::string problem_;
};

}  // namespace sigverse::wire
