// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "commserver/link/message.h"
#include "spark/core/real_clock.h"
#include "spark/net/connection.h"
#include "spark/net/frame_reader.h"

namespace spark::net {
class Loop;
class Socket;
}  // namespace spark::net

namespace commserver {

/// One connection between engine and commserver, at either end: messages in and out, and whether the other end is
/// alive. Never blocks, except in `wait`.
class Link {
 public:
  /// Maximum bytes of a message during the handshake, and afterwards.
  static constexpr std::size_t kMaxGreetingSize = 128 * 1024;
  static constexpr std::size_t kMaxMessageSize = 4 * 1024 * 1024;
  /// Maximum bytes of the reason for which an agent is lost.
  static constexpr std::size_t kMaxReasonLength = 1000;
  /// Maximum bytes waiting for the other end.
  static constexpr std::size_t kMaxUnsent = 64 * 1024 * 1024;
  static constexpr std::chrono::seconds kHeartbeat{1};
  static constexpr std::chrono::seconds kSilenceTimeout{10};  ///< after this silence the link is closed

  /// The loop must outlive it.
  Link(spark::net::Loop& loop, spark::net::Socket socket, std::string peer);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  /// The present time of the loop's clock.
  spark::RealClock::Time now() const;
  /// Waits until there may be something to do, at most for `longest`.
  void wait(std::chrono::milliseconds longest);
  /// Receives the bytes that have arrived, for `attend`.
  void poll();
  /// Calls `take` with each complete message (kind and parts) that was received, up to the size of two maximum
  /// messages, or until `take` returns false. Sends pending bytes, and a sign of life when one is due. Afterwards the
  /// link may be closed.
  using Take = std::function<bool(std::string_view message)>;
  void attend(const Take& take);
  /// Messages are appended to this buffer; `send` sends it.
  std::string& outgoing() { return outgoing_; }
  void send();

  /// Allows long messages from now on.
  void trust() { reader_.set_limits({kMaxMessageSize, kMaxMessageSize}); }
  /// Sends as much as possible and closes. `why` is a text for users; later calls do not change it.
  void close(std::string why);
  bool is_open() const { return connection_->is_open(); }
  const std::string& problem() const { return problem_; }
  /// The address of the other end, such as "127.0.0.1:4711".
  const std::string& peer() const { return connection_->peer(); }

 private:
  bool take_messages(const Take& take);

  spark::net::Loop& loop_;
  std::shared_ptr<spark::net::Connection> connection_;
  spark::net::FrameReader reader_{{kMaxGreetingSize, kMaxGreetingSize}};
  std::string outgoing_;
  spark::RealClock::Time heard_, said_;
  std::string problem_;
};

/// Connects to `host`, or throws `std::runtime_error` with one line. If the host does not answer, it waits as long as
/// the system does, or until `must_stop`, which is called many times per second, returns true.
std::unique_ptr<Link> connect_to(spark::net::Loop& loop, const std::string& host, std::uint16_t port,
                                 const std::function<bool()>& must_stop = {});

}  // namespace commserver
