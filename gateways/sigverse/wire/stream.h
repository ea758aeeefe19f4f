// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/spin_count.h"

namespace sigverse::wire {

/// The client's end of a connection to a server, over a socket or two pipes: octets out, and one packet or raw request
/// in at a time. It blocks until the timeout; signals do not disturb it. Used by one thread at a time.
///
/// Timeouts are for silence: they begin anew with each octet that comes or goes. `limit` is for everything: a peer that
/// sends an octet now and then reaches it, too. No clock is read for them, because a program that simulates a clock for
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
    timed_out,  ///< what has come so far is kept: ask again
    broken      ///< what came is neither packet nor raw request; nothing useful can follow
  };
  struct Received {
    What what;
    /// A view into the stream, until it receives again.
    std::string_view octets{};
    /// Whether something has come.
    explicit operator bool() const { return what <= What::octets; }
  };
  /// Exactly one packet or raw request: not one octet behind it is taken from the descriptor.
  Received receive(Timeout timeout = kForever);
  /// Exactly so many octets: replies to raw requests do not say what they are.
  Received receive_octets(std::size_t count, Timeout timeout = kForever);

  /// From now on there is so much real time for all that is received and sent, until this is called again: then waiting
  /// for either ends like after a timeout. `kForever`: no limit.
  void limit(Timeout total);

  /// Called when what is received next comes at once, as a reply does: the descriptor is polled for a moment before the
  /// thread goes to sleep (`SpinCount`).
  void expect_soon() { spins_left_ = spin_count_.next(); }

  /// All of it. False if the other side has closed or takes nothing for that long; then the stream is of no use any
  /// more.
  bool send(std::string_view octets, Timeout timeout = kForever);

  /// Queues octets without waiting: what does not leave at once leaves while `receive` waits, or by the next call of
  /// either. False if the other side has closed, or more than `kMaxUnsent` octets wait already; then the stream is of
  /// no use any more. Not to be mixed with `send`, which knows nothing of the queue.
  static constexpr std::size_t kMaxUnsent = 32 << 20;
  bool post(std::string_view octets);
  /// Octets that wait in the queue; `in` and `out` are then to be polled for both.
  std::size_t unsent() const { return queue_.size() - queue_sent_; }

  /// The descriptor to poll, for code that waits for several things; -1 when closed.
  int in() const { return in_; }
  int out() const { return out_; }
  bool is_open() const { return in_ >= 0; }
  void close();
  /// The last error, as a part of a sentence: "the server has closed the connection".
  const std::string& problem() const { return problem_; }

 private:
  /// Removes what the last call has returned. What came behind it stays: part of a unit may be here when so many octets
  /// are asked for instead.
  void drop_handed_out();
  /// Until `filled_` is at least `count`.
  What fill(std::size_t count, Timeout timeout);
  What ended(const char* what);
  /// Sends what can leave at once, and removes it from the front. False if the other side has closed.
  bool send_some(std::string_view& octets);
  bool send_queue();

  /// False if nothing has happened for that long, or the limit has been reached. What is queued may leave meanwhile:
  /// that is something, too.
  bool wait(int descriptor, short events, Timeout timeout) const;

  int in_ = -1, out_ = -1;
  int timer_ = -1;  ///< readable once the limit has been reached; -1: none
  bool socket_ = false;
  std::string buffer_;
  std::size_t filled_ = 0;      ///< of it, of what is being received
  std::size_t handed_out_ = 0;  ///< at its front, by the last call
  std::string queue_;
  std::size_t queue_sent_ = 0;  ///< of its front
  SpinCount spin_count_;
  int spins_left_ = 0;
  std::string problem_;
};

}  // namespace sigverse::wire
