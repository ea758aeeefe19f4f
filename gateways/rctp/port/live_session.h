// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/port/robot_link.h"
#include "gateways/rctp/port/world_link.h"
#include "gateways/rctp/protocol/assigned_objects.h"
#include "gateways/rctp/protocol/record_reader.h"
#include "spark/core/real_clock.h"

namespace spark {
class Log;
}

namespace rctp {

/// The live session of one operator with one robot. It converts octets of the peer into orders for the robot's link,
/// and the robot's percepts into octets for the peer. It has neither socket nor timer: its owner transfers the octets
/// and passes the time with every call. All functions are called on the network thread.
class LiveSession {
 public:
  using Time = spark::RealClock::Time;
  using Duration = spark::RealClock::Duration;

  /// While more octets than this are unsent, states are held back and merged.
  static constexpr std::size_t kStatesWait = 64 * 1024;
  /// A peer with more unsent octets is disconnected.
  static constexpr std::size_t kMaxUnsent = 1024 * 1024;

  struct Parts {
    RobotLink& link;
    WorldLink& world;
    spark::Log& log;
    std::string peer;      ///< "operator 127.0.0.1:40312"
    Duration silence;      ///< without a record, after which the robot is brought to rest; 0: never
    Duration patience{};   ///< without a record, after which the operator loses the robot; 0: never
    bool sees_all = true;  ///< of the world; false: only what belongs to its own robot
    std::uint64_t own_top = 0;
  };

  /// Begins the session. `assigned` are the objects that the operator has claimed, by IDs, all from the table
  /// `objects`; `state` is the robot's present state.
  LiveSession(Parts parts, AssignedObjects assigned, SharedObjects objects, const RobotLink::State& state, Time now);
  ~LiveSession();
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;

  /// Reads complete records from the front of the peer's octets and removes them. With `is_whole` nothing will follow,
  /// so a truncated record is an error (at the end of a WebSocket's message).
  void read(std::string_view& octets, Time now, bool is_whole = false);
  /// Writes all changes; `unsent` is the number of octets that wait for the peer.
  void show(const RobotLink::State& state, const WorldState& world, std::size_t unsent, Time now);
  /// Ends the session if too many octets are waiting for the peer. To be called whenever there is something to send,
  /// also after `read`, which writes answers.
  void check_unsent(std::size_t unsent);
  /// Brings the robot to rest if the peer has been silent for too long, and ends the session if the silence continues.
  /// May be called at any time.
  void check_silence(Time now);
  /// Ends the session with a goodbye, because the robot has left or the match is over.
  void end(std::string_view reason);

  /// Octets for the peer. The owner clears it when they are sent.
  std::string& out() { return out_; }
  bool is_stopped() const { return stopped_; }
  /// The session is over: nothing more will be read, and the connection has to be closed once everything has been sent.
  bool is_over() const { return over_; }
  /// The peer does not read, so the connection must be closed at once.
  bool is_aborted() const { return aborted_; }
  /// The latest time of the next calls of `check_silence` and `show`.
  Time deadline() const;

 private:
  /// An input that the peer has claimed.
  struct Input {
    std::uint8_t id;
    std::size_t object;        ///< its index in the table
    std::vector<double> sent;  ///< values that have been sent to the peer
    bool is_known = false;     ///< a value has been sent to the peer
    Time sent_at{};
  };
  std::uint32_t stamp(Time now) const;
  void take(const Record& record, Time now);
  void take_system(const Record& record, Time now);
  void take_control(std::size_t place, const Record& record);
  void pass_on(std::size_t place, std::string_view text);
  void refuse(const std::string& sentence);
  void end_of_stream(const std::string& sentence);
  void end_by_silence();
  void forget_values();
  void recall_values(const RobotLink::State& state);
  void show_texts(const RobotLink::State& state, Time now);
  bool is_too_soon(const Object& object, Time sent_at, Time now);
  bool show_values(Input& input, const std::vector<double>& values, Time now);
  bool show_world(const WorldState& world, Time now);

  Parts parts_;
  AssignedObjects assigned_;
  SharedObjects objects_;
  RecordReader reader_;
  Record record_;
  Time began_;
  Time heard_;
  std::vector<std::vector<double>> outputs_;  ///< by object: the values for parameters that a record omits
  std::vector<Input> inputs_;
  SharedObjects objects_known_;  ///< of the robot; the peer knows these
  std::uint8_t world_id_ = 0;
  std::size_t world_place_ = 0;
  std::uint64_t world_begins_;  ///< states up to this count of changes may be outdated
  std::uint64_t world_sent_ = 0;
  std::optional<std::uint64_t> model_known_;  ///< the one that the peer has loaded or is loading
  Time world_sent_at_{};
  bool stopped_ = false;
  bool silent_ = false;
  bool held_back_ = false;  ///< a state has been held back
  Time held_until_{};       ///< when the state is sent at the latest
  bool over_ = false;
  bool aborted_ = false;
  std::uint64_t interruptions_ = 0;  ///< the count at the last recall of the values
  bool recall_due_ = false;
  std::string contents_;
  std::string out_;
};

}  // namespace rctp
