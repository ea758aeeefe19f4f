// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "gateways/sigverse/wire/looks.h"
#include "gateways/sigverse/wire/packet.h"

namespace sigverse::wire {

/// The client's end of a connection to a server, over a socket or two pipes: octets out, and one packet or raw request
/// in at a time. It blocks, for as long as its caller has patience; signals do not disturb it. One thread at a time.
///
/// Patience is with silence: it begins anew with each octet that comes or goes. No clock is read for it, because a
/// program that simulates a clock for others (a controller in lock-step) would get the simulated one.
///
/// A socket that the other side has closed raises no SIGPIPE; a program with pipes ignores that signal.
class Stream {
 public:
  using Patience = std::chrono::milliseconds;
  static constexpr Patience kForever{-1};

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
    broken      ///< what comes is neither packet nor raw request; nothing useful can follow
  };
  struct Received {
    What what;
    /// A view into the stream, until it receives again.
    std::string_view octets{};
    /// Whether something has come.
    explicit operator bool() const { return what <= What::octets; }
  };
  /// Exactly one packet or raw request: not one octet behind it is taken from the descriptor.
  Received receive(Patience patience = kForever);
  /// Exactly so many octets: replies to raw requests do not say what they are.
  Received receive_octets(std::size_t count, Patience patience = kForever);

  /// What is received next comes at once, as a reply does: its first octets are looked for again and again for a
  /// moment, before the thread goes to sleep (`Looks`).
  void expect_soon() { looks_left_ = looks_.begin(); }

  /// All of it. False if the other side has closed or takes nothing for that long; then the stream is of no use any
  /// more.
  bool send(std::string_view octets, Patience patience = kForever);

  /// For whoever waits for several things; -1 when closed.
  int in() const { return in_; }
  bool is_open() const { return in_ >= 0; }
  void close();
  /// What was wrong when something last went wrong, as a part of a sentence: "the server has closed the connection".
  const std::string& problem() const { return problem_; }

 private:
  /// Until `filled_` is `count`.
  What fill(std::size_t count, Patience patience);
  What ended(const char* what);

  int in_ = -1, out_ = -1;
  bool socket_ = false;
  std::string buffer_;
  std::size_t filled_ = 0;  ///< of it, of what is being received
  Looks looks_;
  int looks_left_ = 0;
  bool handed_out_ = true;  ///< what is in it was the answer to the last call
  std::string problem_;
};

}  // namespace sigverse::wire
