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

/// One TCP connection with bounded buffers, on one loop. It never blocks and makes no decisions. Received bytes stay in
/// `input()` until the owner takes them; while the buffer is full nothing more is read. Bytes are sent at once as far
/// as the system accepts them, the rest is buffered. The owner closes the connection if too much is pending (`unsent`).
///
/// Shared, because pending operations keep it alive; but it has one owner. For the loop's thread only.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  /// Bytes shared by several connections, kept until the last one has sent them.
  using Shared = std::shared_ptr<const std::string>;
  struct Options {
    std::size_t max_input = 64 * 1024;  ///< buffered input
    int system_buffer = 0;              ///< send buffer in the system; 0: its default, which can grow to megabytes
    std::optional<KeepAlive> silence;
  };
  /// Called when bytes have been added to `input()`, or the connection has ended.
  using Changed = std::function<void()>;

  Connection(Socket socket, std::string peer, const Options& options);
  ~Connection();

  /// "127.0.0.1:4711"; "[::1]:4711".
  const std::string& peer() const { return peer_; }

  /// Begins reading. `changed` may close this connection, but not destroy its owner; empty for an owner that polls.
  void start(Changed changed = {});

  /// Bytes received and not taken yet.
  std::string_view input() const { return std::string_view(input_).substr(taken_); }
  /// Removes the first `count` bytes of the input.
  void take(std::size_t count);
  /// Reads data that the system has already received, without waiting for the loop to notice.
  void read_now();
  /// Whether there is no more input beyond `input()`: the peer has ended it, the connection broke, or it was closed
  /// here.
  bool has_ended() const { return ended_; }
  /// The reason if it broke; empty after an orderly end.
  const std::string& problem() const { return problem_; }
  /// Whether it broke because the peer reset it, which is no error: its program was killed, or closed it.
  bool was_reset() const { return was_reset_; }

  void send(std::string_view bytes);
  void send(Shared bytes);
  /// Bytes that the system has not taken yet.
  std::size_t unsent() const { return unsent_; }
  /// Unsent bytes, and those that the peer's system has not acknowledged: everything that may be on its way.
  std::size_t unacknowledged() const;
  /// Limits the unsent bytes in the system to about `bytes`, for peers for which newer data may soon replace pending
  /// data.
  void keep_queue_short(int bytes);
  /// Bytes that the system has taken since the beginning.
  std::uint64_t sent() const { return sent_; }
  /// Calls `sent` once, from the loop, when the system has taken everything or the peer accepts no more; not if nothing
  /// is unsent now, and not after closing. Replaces an earlier function.
  void when_sent(std::function<void()> sent);
  /// Whether the peer accepts no more data; its earlier data can still be read.
  bool is_write_closed() const { return write_closed_; }

  /// Ends the output, dropping unsent data; the peer may still send.
  void finish();
  /// Closes when everything is sent, and calls `closed` then; input is discarded meanwhile.
  void close_when_sent(std::function<void()> closed);
  /// Closes with a reset: the peer learns that data is missing, and the system keeps nothing for it.
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
  std::string write_problem_;  ///< an error that the reading end does not know, because the system reports it only once
  bool open_ = true;
  bool ended_ = false;
  bool was_reset_ = false;
  bool write_closed_ = false;
  bool reading_ = false;  ///< waiting for the loop to report input
  bool writing_ = false;  ///< waiting for room to write
  std::function<void()> closed_;
  std::function<void()> all_sent_;
};

}  // namespace spark::net
