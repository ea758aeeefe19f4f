// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spark/core/real_clock.h"
#include "spark/monitor/monitor_limits.h"
#include "spark/monitor/trainer_gate.h"
#include "spark/net/connection.h"
#include "spark/net/frame_reader.h"

namespace spark {

class CommandLane;
class Log;

/// One connected monitor: sends lines, receives framed commands (behaviour 8.1). Runs on the thread of its connection's
/// loop. Shared, because pending commands refer to it.
///
/// Lines are pending in the connection until the peer reads them. A peer that leaves too many unread misses further
/// frames, until it has read all of them and `begin` is called again; one that misses too much is disconnected. So is
/// one that sends a command for which there is no room: the rest of the input read with it is still parsed, so that the
/// number of dropped commands can be reported to the owner. Commands of a peer that may only watch are counted and
/// dropped; it may still watch, unless it sends more of them than a mistake explains.
class MonitorConnection : public std::enable_shared_from_this<MonitorConnection> {
 public:
  using Line = net::Connection::Shared;
  /// Counts the bytes of requested lines that are pending for this thread; shared, because they may outlive the
  /// connection.
  using Requested = std::shared_ptr<std::atomic<std::size_t>>;
  struct Limits {
    std::size_t command = 64u << 10;  ///< bytes of its text; a longer one is skipped
    std::size_t unsent = 16u << 20;   ///< pending bytes for the peer; beyond that frames are left out
    std::size_t missed =
        64u << 20;  ///< bytes pending or left out since it last kept up; beyond that it is disconnected
  };

  /// The owner of the connections, which outlives them. Called on the network thread.
  class Owner {
   public:
    virtual ~Owner() = default;
    /// Accepts a command: letter W, P, R or S. False if there is no room for it.
    virtual bool command(MonitorConnection& from, char letter, std::string_view text) = 0;
    /// A command, or a proof (letter T), has been refused: this peer may only watch.
    virtual void refused(MonitorConnection& from, char letter) = 0;
    /// The peer has proven that it knows the trainers' secret.
    virtual void proven(MonitorConnection& from) = 0;
    /// Called once, before `closed`, if there was no room for `dropped` commands: the connection will be closed.
    virtual void flooded(MonitorConnection& from, std::size_t dropped) = 0;
    /// The peer has sent something that is not a command.
    virtual void misbehaved() = 0;
    /// The peer has sent the beginning of a message: `check_timeouts` must be called from now on, while it
    /// `has_timeout`.
    virtual void is_midway() = 0;
    /// The peer did not get a frame, because it has not read the previous ones.
    virtual void missed_frame() = 0;
    /// The peer has read everything after it has missed frames: `begin` may be called again.
    virtual void caught_up(MonitorConnection& connection) = 0;
    /// The connection will be closed because of what the peer sent, or did not read.
    virtual void cut_off() = 0;
    /// Called once, when the connection has ended. It must not be destroyed in the call.
    virtual void closed(MonitorConnection& connection) = 0;
  };

  enum class Place {
    usual,
    reserved,  ///< for peers with the secret; it has not proven that yet
    earned     ///< for peers with the secret; it has proven that
  };
  /// The owner puts commands into `lane`; `gate` decides whether they are accepted.
  MonitorConnection(std::shared_ptr<net::Connection> connection, std::shared_ptr<CommandLane> lane, TrainerGate gate,
                    Limits limits, Owner& owner, Log& log);
  ~MonitorConnection();
  MonitorConnection(const MonitorConnection&) = delete;
  MonitorConnection& operator=(const MonitorConnection&) = delete;

  /// "127.0.0.1:4711"
  const std::string& address() const { return connection_->peer(); }
  /// "monitor 127.0.0.1:4711"
  const std::string& peer() const { return *peer_; }
  /// The same, for commands that may outlive the connection.
  const std::shared_ptr<const std::string>& shared_peer() const { return peer_; }
  CommandLane& lane() const { return *lane_; }
  const Requested& requested() const { return requested_; }
  /// Bytes that wait for room in the peer's socket.
  std::size_t waiting_bytes() const { return connection_->unsent(); }

  /// Begins reading commands.
  void start();
  /// Whether the log has a line about its start, so that its end must be logged, too.
  bool is_noted = false;
  Place place() const { return place_; }
  void take_place(Place place) { place_ = place; }
  bool has_begun_proof() const { return gate_.proof() != TrainerGate::Proof::idle; }
  bool has_timeout() const { return reader_.is_midway() || place_ == Place::reserved; }
  /// To be called about once a second: disconnects a peer that does not complete its message, and one that holds a
  /// reserved place without a proof.
  void check_timeouts(spark::RealClock::Time now);
  /// The line for a peer that is not served, with its newline.
  static std::string refusal(std::string_view why);
  /// Sends that line as the last one, then closes.
  void refuse(std::string_view why);
  /// Sends the header; frames follow from then on. Called again when it has caught up.
  void begin(Line header);
  /// The same when all monitors have missed frames, unless it has not begun yet or is still behind, and begins later.
  void begin_again(const Line& header);
  /// Sends a frame, which is complete if it is the first one after a header; ignored before `begin()`.
  void frame(const Line& line);
  /// Sends a line without a state, such as a pause; otherwise like a frame.
  void notice(const Line& line);
  struct LastLines {
    Line farewell;  ///< after the last frame, for a monitor that has received that; may be empty
    Line whole;     ///< for one that has not
  };
  /// Sends one of them, no matter how much the peer has left unread; ignored before `begin()`. `misses_frames`: it
  /// misses frames for another reason than being behind.
  void last(const LastLines& lines, bool misses_frames);
  /// From now on it gets its own frames, not the shared ones.
  void take_own_frames() { has_own_frames_ = true; }
  bool has_own_frames() const { return has_own_frames_; }
  /// Whether it has ended; may be called on any thread.
  bool has_ended() const { return closed_; }

  /// Stops reading and closes when everything is sent.
  void close_when_sent();
  /// Whether the peer has taken anything since the last call.
  bool has_progressed();
  void close();

 private:
  void take_commands();
  bool count_mistake(int weight);
  /// False if the connection has been closed.
  bool handle(std::string_view message);
  bool command(char letter, std::string_view text);
  bool prove(std::string_view text);
  void send(Line line);
  bool send_or_miss(const Line& line);
  void fall_behind();
  void miss(std::size_t bytes);
  void cut_off();
  void reset();
  void closed();

  std::shared_ptr<net::Connection> connection_;
  const std::shared_ptr<const std::string> peer_;
  const std::shared_ptr<CommandLane> lane_;
  const Requested requested_ = std::make_shared<std::atomic<std::size_t>>(0);
  TrainerGate gate_;
  const Limits limits_;
  Owner& owner_;
  Log& log_;
  net::FrameReader reader_;
  bool begun_ = false;
  bool has_state_ = false;  ///< a frame has followed the last header
  bool behind_ = false;     ///< it misses frames until it has read everything
  std::size_t missed_ = 0;  ///< bytes of these frames
  bool has_own_frames_ = false;
  std::atomic<bool> closed_ = false;
  std::uint64_t taken_ = 0;  ///< bytes of all lines that the peer's system has acknowledged
  int refused_ = 0;
  std::size_t dropped_ = 0;  ///< commands for which there was no room
  Place place_ = Place::usual;
  std::optional<RealClock::Time> reserved_since_;  ///< set while it holds a reserved place
  std::optional<RealClock::Time> midway_since_;    ///< set while a message is incomplete
};

}  // namespace spark
