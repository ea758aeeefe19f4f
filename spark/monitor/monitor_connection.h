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

class CommandLane;
class Log;

/// One monitor that is connected: lines out, framed commands in (behaviour 8.1). Everything here runs on the thread
/// that moves the bytes. Shared, because operations that are under way keep it alive.
///
/// Lines wait here until the peer takes them, several leave in one write. A peer that leaves more than `backlog` bytes
/// waiting is disconnected, and so is one that has sent a command for which there was no room any more: what has been
/// read with that is still looked at, so that the owner can be told how many were dropped.
class MonitorConnection : public std::enable_shared_from_this<MonitorConnection> {
 public:
  using Socket = boost::asio::ip::tcp::socket;
  using Line = std::shared_ptr<const std::string>;

  /// Who has the connections; outlives them. Called on the thread that moves the bytes.
  class Owner {
   public:
    /// A command to be carried out: letter W, P, R or S. False if there is no room for it.
    virtual bool command(MonitorConnection& from, char letter, std::string_view text) = 0;
    /// Called once, before `closed`, if there was no room for `dropped` commands: the connection will be closed.
    virtual void flooded(MonitorConnection& from, std::size_t dropped) = 0;
    /// Called once, when the connection has ended.
    virtual void closed(MonitorConnection& connection) = 0;

   protected:
    ~Owner() = default;
  };

  /// `lane` is for the owner to put commands into; `backlog` in bytes.
  MonitorConnection(Socket socket, std::string peer, std::shared_ptr<CommandLane> lane, std::size_t backlog,
                    Owner& owner, Log& log);

  /// "monitor 127.0.0.1:4711"
  const std::string& peer() const { return *peer_; }
  /// The same, for commands that may outlive the connection.
  const std::shared_ptr<const std::string>& shared_peer() const { return peer_; }
  CommandLane& lane() const { return *lane_; }
  /// Bytes that wait to be taken by the peer's socket.
  std::size_t waiting_bytes() const { return waiting_bytes_; }

  /// Begins to read commands.
  void start();
  /// Sends the header; frames are sent from now on.
  void begin(Line header);
  /// Sends a frame; ignored before `begin()`.
  void frame(const Line& line);

  /// Reads no more, closes when everything is sent.
  void close_when_sent();
  void close();

 private:
  void read();
  void take_commands();
  bool forgive(int weight);
  /// False if the connection has been closed.
  bool handle(CommandReader::Found found);
  void send(Line line);
  void write();
  void sent(std::size_t bytes);
  void reset();

  Socket socket_;
  const std::shared_ptr<const std::string> peer_;
  const std::shared_ptr<CommandLane> lane_;
  const std::size_t backlog_;
  Owner& owner_;
  Log& log_;

  bool begun_ = false;
  bool ending_ = false;
  bool closed_ = false;

  std::array<char, 4096> read_buffer_;
  std::string_view unread_;  ///< the part of `read_buffer_` that was not looked at yet
  CommandReader reader_;
  int refused_ = 0;
  std::size_t dropped_ = 0;  ///< commands for which there was no room

  std::deque<Line> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t sent_of_first_ = 0;  ///< bytes of `waiting_.front()` that have left already
  bool writing_ = false;
  std::vector<boost::asio::const_buffer> write_buffers_;
};

}  // namespace spark
