// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/codec/assigned_objects.h"
#include "gateways/rctp/codec/record_reader.h"
#include "gateways/rctp/link/robot_link.h"
#include "gateways/rctp/link/world_link.h"
#include "spark/core/real_clock.h"

namespace spark {
class Log;
}

namespace rctp {

/// One operator who drives one robot: octets in, orders out; what the robot perceives in, octets out. Has neither
/// socket nor timer: the owner brings the octets of either direction where they belong and the time with every call.
/// On the network thread.
class LiveSession {
 public:
  using Time = spark::RealClock::Time;
  using Duration = spark::RealClock::Duration;

  /// Beyond so many octets that wait for the peer states wait, too, and are merged; beyond so many it is disconnected.
  static constexpr std::size_t kStatesWait = 64 * 1024;
  static constexpr std::size_t kMaxUnsent = 1024 * 1024;

  struct Parts {
    RobotLink& link;
    WorldLink& world;
    spark::Log& log;
    std::string peer;      ///< "operator 127.0.0.1:40312"
    Duration silence;      ///< after so long without a record the robot comes to rest; 0: never
    bool sees_all = true;  ///< of the world; else what belongs to its own robot
    std::uint64_t own_top = 0;
  };

  /// From now on it is live. `assigned` is what the operator has claimed, by IDs; `objects` is the table in which these
  /// are, and `news` what the robot shows at this moment.
  LiveSession(Parts parts, AssignedObjects assigned, SharedObjects objects, const RobotLink::News& news, Time now);
  ~LiveSession();
  LiveSession(const LiveSession&) = delete;
  LiveSession& operator=(const LiveSession&) = delete;

  /// Takes the whole records off the front of what the peer has sent. `is_whole`: there will be nothing behind them, so
  /// that a record which is cut off is a mistake (a message of a WebSocket).
  void read(std::string_view& octets, Time now, bool is_whole = false);
  /// Writes what has changed. `unsent` octets wait for the peer.
  void show(const RobotLink::News& news, const WorldState& world, std::size_t unsent, Time now);
  /// So many octets wait for the peer: too many, and it is over. To be called whenever there is something to send, for
  /// what is read is answered, too.
  void check_unsent(std::size_t unsent);
  /// To be called at `deadline`, or whenever.
  void check_silence(Time now);
  /// The robot is gone or the match over: says goodbye.
  void end(std::string_view reason);

  /// Octets for the peer; the owner empties it.
  std::string& out() { return out_; }
  bool is_stopped() const { return stopped_; }
  /// Nothing will be read any more; the connection is to be closed when all is sent.
  bool is_over() const { return over_; }
  /// The peer will not get what waits for it: to be closed at once.
  bool is_hopeless() const { return hopeless_; }
  /// When `check_silence` and `show` are to be called at the latest.
  Time deadline() const;

 private:
  struct Input {
    std::uint8_t id;
    std::size_t object;        ///< its place in the table
    std::vector<double> sent;  ///< what the peer knows
    bool is_known = false;     ///< it knows anything
    Time sent_at{};
  };
  std::uint32_t stamp(Time now) const;
  void take(const Record& record, Time now);
  void take_system(const Record& record, Time now);
  void take_control(std::size_t place, const Record& record);
  void pass_on(std::size_t place, std::string_view text);
  void refuse(const std::string& sentence);
  void end_of_stream(const std::string& sentence);
  void forget_values();
  void recall_values(const RobotLink::News& news);
  void show_texts(const RobotLink::News& news, Time now);
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
  std::vector<std::vector<double>> outputs_;  ///< by place: what a record's missing values are
  std::vector<Input> inputs_;
  std::uint8_t world_id_ = 0;
  std::size_t world_place_ = 0;
  std::uint64_t world_begins_;  ///< states up to this count of changes are not up to date
  std::uint64_t world_sent_ = 0;
  std::optional<std::uint64_t> model_known_;  ///< that the peer has loaded, or was told to load
  Time world_sent_at_{};
  bool stopped_ = false;
  bool silent_ = false;
  bool held_back_ = false;  ///< there is something that the peer may have a little later
  Time held_until_{};       ///< whatever else comes meanwhile
  bool over_ = false;
  bool hopeless_ = false;
  std::uint64_t interruptions_ = 0;  ///< that the link had seen when the last one was asked for
  bool recall_due_ = false;
  std::string contents_;
  std::string out_;
};

}  // namespace rctp
