// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "commserver/link/message.h"
#include "spark/core/descriptor.h"
#include "spark/core/poll_set.h"

namespace commserver {

/// One connection between engine and commserver, at either end: messages in and out, and whether the other end is
/// alive. Never blocks, except in `wait`.
class Link {
 public:
  using Clock = std::chrono::steady_clock;
  /// Of a message during the handshake, and afterwards.
  static constexpr std::size_t kMaxGreetingSize = 128 * 1024;
  static constexpr std::size_t kMaxMessageSize = 4 * 1024 * 1024;
  /// Bytes that may wait for the other end.
  static constexpr std::size_t kMaxUnsent = 64 * 1024 * 1024;
  static constexpr std::chrono::seconds kHeartbeat{1};
  static constexpr std::chrono::seconds kPatience{10};  ///< with an end that says nothing at all

  /// Takes a connected socket. Throws `std::runtime_error` if the system is out of descriptors.
  Link(spark::Descriptor socket, std::string peer);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  /// Polls readable when there is something to do.
  int poll_descriptor() const { return polls_.descriptor(); }
  /// Waits for that, up to so long.
  void wait(std::chrono::milliseconds longest);
  /// Reads what has come, up to two longest messages, and calls `take` with each whole message (kind and parts); ends
  /// when `take` says false. Sends what waits, and a sign of life if it is time. Afterwards the link may be closed.
  using Take = std::function<bool(std::string_view message)>;
  void attend(const Take& take);
  /// Messages are appended to this; `send` gets them on their way.
  std::string& outgoing() { return outgoing_; }
  void send();

  /// From now on messages may be long.
  void trust() { longest_ = kMaxMessageSize; }
  /// Sends what it can and closes. `why` is for people; the first one counts.
  void close(std::string why);
  bool is_open() const { return static_cast<bool>(socket_); }
  const std::string& problem() const { return problem_; }
  /// "127.0.0.1:4711".
  const std::string& peer() const { return peer_; }

 private:
  void read();
  bool take_messages(const Take& take);
  void watch();

  spark::Descriptor socket_;
  std::string peer_;
  spark::PollSet polls_;
  std::size_t longest_ = kMaxGreetingSize;
  std::string input_;
  std::size_t taken_ = 0;
  std::string outgoing_;
  std::size_t sent_ = 0;
  bool watching_output_ = false;
  Clock::time_point heard_, said_;
  std::string problem_;
};

/// Connects to `host`, or throws `std::runtime_error` with one line. A host that does not answer is waited for as long
/// as the system does it, or until `give_up`, which is asked many times per second, says so.
spark::Descriptor connect_to(const std::string& host, std::uint16_t port, const std::function<bool()>& give_up = {});
/// Whether what `host` stands for is this machine only.
bool is_loopback(const std::string& host);

}  // namespace commserver
