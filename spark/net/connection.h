// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "spark/net/keep_alive.h"

namespace spark::net {

class Loop;
/// A connected TCP socket of Asio (socket.h).
class Socket;

/// One TCP connection with bounded buffers, on one loop. It never blocks and decides nothing. Received bytes stay in
/// `input()` until the owner takes them; while there is no room nothing more is read. Bytes to send leave at once as
/// far as the system accepts them, the rest waits here. An owner closes if too much of that piles up (`unsent`).
///
/// Shared, because pending operations keep it alive; it has one owner all the same. For the loop's thread only.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  /// Bytes shared by several connections, kept until the last one has sent them.
  using Shared = std::shared_ptr<const std::string>;
  struct Options {
    std::size_t max_input = 64 * 1024;  ///< bytes that wait for the owner
    int system_buffer = 0;  ///< bytes that the system keeps for the peer; 0: its default, which can grow to megabytes
    std::optional<KeepAlive> silence;
  };
  /// Called when bytes have been added to `input()`, or the connection has ended.
  using Changed = std::function<void()>;

  Connection(Socket socket, std::string peer, const Options& options);
  ~Connection();

  /// "127.0.0.1:4711"; "[::1]:4711".
  const std::string& peer() const { return peer_; }

  /// Begins to read. `changed` may close this connection, not destroy its owner; none for an owner that looks by
  /// itself.
  void start(Changed changed = {});

  /// Bytes received and not taken yet.
  std::string_view input() const { return std::string_view(input_).substr(taken_); }
  /// The first `count` bytes of it are done with.
  void take(std::size_t count);
  /// Reads what the system has received already, without waiting for the loop to notice.
  void read_now();
  /// Nothing will come beyond `input()`: the peer has said so, the connection broke, or it was closed here.
  bool has_ended() const { return ended_; }
  /// Why, if it broke; empty after an orderly end.
  const std::string& problem() const { return problem_; }
  /// It broke because the peer broke it off, which is its right: its program was killed, or had enough.
  bool was_reset() const { return was_reset_; }

  void send(std::string_view bytes);
  void send(Shared bytes);
  /// Bytes that the system has not taken yet.
  std::size_t unsent() const { return unsent_; }
  /// Those, and what the system has taken, but the peer's system has not acknowledged: all that may be on its way.
  std::size_t unacknowledged() const;
  /// Makes the system keep at most about so many bytes that it has not sent yet, for peers for which something newer
  /// may soon take the place of what waits.
  void keep_queue_short(int bytes);
  /// Bytes that the system has taken since the beginning.
  std::uint64_t sent() const { return sent_; }
  /// Calls `sent` once, from the loop, when the system has taken everything or the peer takes nothing any more; not if
  /// nothing is unsent now, and not after closing. Replaces what was given before.
  void when_sent(std::function<void()> sent);
  /// The peer takes nothing any more; what it has said before can still be read.
  bool is_write_closed() const { return write_closed_; }

  /// Says that nothing else will come, not even what waits here; the peer may still speak.
  void finish();
  /// Closes when everything is sent, and calls `closed` then; what the peer says meanwhile is not for anybody.
  void close_when_sent(std::function<void()> closed);
  /// With a reset: the peer learns that something is missing, and the system keeps nothing for it.
  void reset();
  void close();
  bool is_open() const { return open_; }

 private:
  struct Parts;
  void await_input();
  void await_room();
  bool read();
  void write();
  void stop_writing(const std::error_code& error);
  void drop_sent(std::size_t count);
  void queue(Shared bytes);
  void drop_queue();
  void end(std::string problem);

  std::unique_ptr<Parts> parts_;
  std::string peer_;
  std::size_t max_input_;
  Changed changed_;
  std::string input_;
  std::size_t taken_ = 0;
  std::size_t unsent_ = 0;
  std::uint64_t sent_ = 0;
  std::string problem_;
  std::string write_problem_;  ///< of the whole connection, not known to the reading end: the system reports it once
  bool open_ = true;
  bool ended_ = false;
  bool was_reset_ = false;
  bool write_closed_ = false;
  bool reading_ = false;  ///< the loop will say when there is something to read
  bool writing_ = false;  ///< the same for room to write
  std::function<void()> closed_;
  std::function<void()> all_sent_;
};

}  // namespace spark::net
