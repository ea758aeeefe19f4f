// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "gateways/sigverse/wire/stream.h"

namespace sigverse::wire {

/// The peer of a socket, as a text for users: "127.0.0.1:4711".
std::string peer_name(int socket);

/// Serves connections, each on a thread of its own. When all threads are busy, further connections wait in order of
/// arrival. Threads are started when they are first needed.
///
/// It has no clock: the owner reports how many ticks have passed. A connection that exceeds its time limit is shut
/// down, which wakes its thread.
class ConnectionThreads {
 public:
  /// A connection that is being served. Used on its thread.
  class Connection {
   public:
    Stream& stream() { return stream_; }
    /// Octets that were received before the connection was added.
    const std::string& first_octets() const { return first_octets_; }
    /// Stays open as long as this object exists, even if the stream has been closed.
    int socket() const { return socket_; }
    /// Starts the time limit afresh, and ends it.
    void begin_limit();
    void end_limit();
    bool is_overdue() const;

   private:
    friend class ConnectionThreads;
    /// Owns the socket. The stream gets a duplicate of the descriptor, because it closes its own when the peer closes:
    /// another connection could then get the same number and would be shut down in its place.
    Connection(ConnectionThreads& threads, int socket, std::string first_octets);

    ConnectionThreads& threads_;
    int socket_;
    const std::string first_octets_;
    Stream stream_;
    unsigned ticks_left_ = 0;  ///< 0: no limit; like `overdue_` guarded by the mutex of the threads
    bool overdue_ = false;
  };

  using Serve = std::function<void(Connection&)>;
  /// `limit_ticks`: the time that a connection may take between `begin_limit` and `end_limit`; at least 1. `serve` is
  /// called on all of the threads.
  ConnectionThreads(std::size_t max_threads, unsigned limit_ticks, Serve serve);
  /// `end` must have been called.
  ~ConnectionThreads();
  ConnectionThreads(const ConnectionThreads&) = delete;
  ConnectionThreads& operator=(const ConnectionThreads&) = delete;

  /// Takes ownership of the socket. `first_octets` have already been received from it.
  void add(int socket, std::string first_octets);
  /// The number of connections that are being served or are waiting.
  std::size_t count() const;
  void pass_time(unsigned ticks);
  /// Closes the waiting connections and shuts the others down; after that, `add` closes its sockets. Does not wait.
  void end();

 private:
  struct Waiting {
    int socket;
    std::string first_octets;
  };

  void work();

  const std::size_t max_threads_;
  const unsigned limit_ticks_;
  const Serve serve_;
  mutable std::mutex mutex_;  ///< guards all members below
  std::condition_variable changed_;
  std::deque<Waiting> waiting_;
  std::vector<Connection*> served_;
  std::size_t idle_ = 0;
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace sigverse::wire
