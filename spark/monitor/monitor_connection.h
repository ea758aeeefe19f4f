// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "spark/monitor/command_reader.h"

namespace spark {

class Log;

/// One monitor that is connected: lines out, framed commands in (behaviour 8.1). Everything here runs on the thread
/// that moves the bytes. Shared, because operations that are under way keep it alive.
///
/// Lines wait here until the peer takes them, several leave in one write. A peer that leaves more than `backlog` bytes
/// waiting is disconnected. While `commands_in_flight` of its commands wait for the simulation its socket is not read.
class MonitorConnection : public std::enable_shared_from_this<MonitorConnection> {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using Line = std::shared_ptr<const std::string>;

  struct Limits {
    std::size_t backlog;     ///< bytes
    int commands_in_flight;  ///< at least 1
  };

  /// Who has the connections; outlives them. Called on the thread that moves the bytes.
  class Owner {
   public:
    /// A command to be carried out: letter W, P, R or S. `command_done()` is owed for each.
    virtual void command(MonitorConnection& from, char letter, std::string_view text) = 0;
    /// Called once, when the connection has ended.
    virtual void closed(MonitorConnection& connection) = 0;

   protected:
    ~Owner() = default;
  };

  MonitorConnection(Socket socket, std::string peer, Limits limits, Owner& owner, Log& log);

  /// "monitor 127.0.0.1:4711"
  const std::string& peer() const { return peer_; }
  /// Bytes that wait to be taken by the peer's socket.
  std::size_t waiting_bytes() const { return waiting_bytes_; }

  /// Begins to read commands.
  void start();
  /// Sends the header; frames are sent from now on.
  void begin(Line header);
  /// Sends a frame; ignored before `begin()`.
  void frame(const Line& line);
  void command_done();

  /// Reads no more, closes when everything is sent.
  void close_when_sent();
  void close();

 private:
  void read();
  void take_commands();
  /// False if the connection has been closed.
  bool handle(CommandReader::Found found);
  void send(Line line);
  void write();
  void sent(std::size_t bytes);
  void drop();

  Socket socket_;
  const std::string peer_;
  const Limits limits_;
  Owner& owner_;
  Log& log_;

  bool begun_ = false;
  bool ending_ = false;
  bool closed_ = false;

  std::array<char, 4096> read_buffer_;
  std::string_view unread_;  ///< the part of `read_buffer_` that was not looked at yet
  CommandReader reader_;
  int in_flight_ = 0;
  bool stalled_ = false;  ///< too many commands are in flight, nothing is being read

  std::deque<Line> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t sent_of_first_ = 0;  ///< bytes of `waiting_.front()` that have left already
  bool writing_ = false;
  std::vector<boost::asio::const_buffer> write_buffers_;
};

}  // namespace spark
