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

/// One connected monitor: lines out, framed commands in (behaviour 8.1). Everything here runs on the thread of its
/// connection's loop. Shared, because waiting commands refer to it.
///
/// Lines wait in the connection until the peer reads them. A peer that leaves too many unread misses the frames that
/// follow, until it has read what was sent and `begin` is called again; one that misses too much is disconnected. So is
/// one that sends a command for which there is no room: the rest of what was read with it is still parsed, so that the
/// number of dropped commands can be reported to the owner. Commands of a peer that may only watch are counted and
/// dropped; it may still watch, unless it sends more of them than a mistake explains.
class MonitorConnection : public std::enable_shared_from_this<MonitorConnection> {
 public:
  using Line = net::Connection::Shared;
  /// Counts the bytes of lines that the peer has asked for and that wait for this thread; shared, since they may
  /// outlive the connection.
  using Requested = std::shared_ptr<std::atomic<std::size_t>>;
  struct Limits {
    std::size_t command = 64u << 10;  ///< bytes of its text; a longer one is skipped
    std::size_t unsent = 16u << 20;   ///< bytes that may wait for the peer; then frames are left out
    std::size_t missed =
        64u << 20;  ///< bytes that wait or were left out since it kept up last; then it is disconnected
  };

  /// The owner of the connections, which outlives them. Called on the network thread.
  class Owner {
   public:
    virtual ~Owner() = default;
    /// A command to be carried out: letter W, P, R or S. False if there is no room for it.
    virtual bool command(MonitorConnection& from, char letter, std::string_view text) = 0;
    /// A command, or a proof (letter T), has been refused: this peer may only watch.
    virtual void refused(MonitorConnection& from, char letter) = 0;
    /// The peer has proven that it knows the trainers' secret.
    virtual void proven(MonitorConnection& from) = 0;
    /// Called once, before `closed`, if there was no room for `dropped` commands: the connection will be closed.
    virtual void flooded(MonitorConnection& from, std::size_t dropped) = 0;
    /// It has sent something that is no command.
    virtual void misbehaved() = 0;
    /// It has sent the beginning of a message: `check_timeouts` is to be called from now on, while it `has_timeout`.
    virtual void is_midway() = 0;
    /// It did not get a frame, since it has not read those before.
    virtual void missed_frame() = 0;
    /// It has read what was sent to it, after it has missed frames: it can `begin` anew.
    virtual void caught_up(MonitorConnection& connection) = 0;
    /// It is going to be closed here because of what it did, or did not read.
    virtual void cut_off() = 0;
    /// Called once, when the connection has ended. It is not to be destroyed in the call.
    virtual void closed(MonitorConnection& connection) = 0;
  };

  enum class Place {
    usual,
    reserved,  ///< for peers that prove to know the secret; it has not yet
    earned     ///< the same, and it has
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
  /// Bytes waiting for room in the peer's socket.
  std::size_t waiting_bytes() const { return connection_->unsent(); }

  /// Begins to read commands.
  void start();
  /// Whether the log has a line about its beginning, and is to have one about its end.
  bool is_noted = false;
  Place place() const { return place_; }
  void take_place(Place place) { place_ = place; }
  bool has_begun_proof() const { return gate_.proof() != TrainerGate::Proof::idle; }
  bool has_timeout() const { return reader_.is_midway() || place_ == Place::reserved; }
  /// To be called about once a second: disconnects a peer that does not complete its message, and one that holds a
  /// reserved place without a proof.
  void check_timeouts(spark::RealClock::Time now);
  /// The line for a peer that is not served, with its end.
  static std::string refusal(std::string_view why);
  /// That line is its last; closes when it has been sent.
  void refuse(std::string_view why);
  /// Sends the header; frames are sent from then on. Also anew, when it has caught up.
  void begin(Line header);
  /// Does the same when all have missed frames, unless it has not begun yet or is still behind, and begins later.
  void begin_again(const Line& header);
  /// Sends a frame; ignored before `begin()`.
  void frame(const Line& line);
  struct LastLines {
    Line farewell;  ///< after the last frame, for a monitor that has got it; may be empty
    Line whole;     ///< for one that misses frames
  };
  /// Sends the one or the other, however much the peer has left unread; ignored before `begin()`. `misses_frames`: it
  /// does for another reason than that it is behind.
  void last(const LastLines& lines, bool misses_frames);
  /// It gets frames of its own from now on, not the shared ones.
  void take_own_frames() { has_own_frames_ = true; }
  bool has_own_frames() const { return has_own_frames_; }
  /// Whether it has ended; any thread.
  bool has_ended() const { return closed_; }

  /// Stops reading and closes when everything is sent.
  void close_when_sent();
  /// Whether the peer has taken anything since this was asked last.
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
  bool behind_ = false;     ///< it misses frames until it has read all
  std::size_t missed_ = 0;  ///< bytes of these
  bool has_own_frames_ = false;
  std::atomic<bool> closed_ = false;
  std::uint64_t taken_ = 0;  ///< bytes of all lines that its system has acknowledged
  int refused_ = 0;
  std::size_t dropped_ = 0;  ///< commands for which there was no room
  Place place_ = Place::usual;
  std::optional<RealClock::Time> reserved_since_;  ///< it holds a reserved place
  std::optional<RealClock::Time> midway_since_;    ///< its message is not complete
};

}  // namespace spark
