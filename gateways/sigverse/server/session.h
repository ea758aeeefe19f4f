// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "gateways/sigverse/server/channel.h"
#include "gateways/sigverse/server/octet_budget.h"
#include "gateways/sigverse/server/sight_time.h"
#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/raw.h"
#include "spark/core/real_clock.h"

namespace spark {
class Log;
}

namespace sigverse::server {

class ControllerSlot;
class Session;

/// Carries out the requests of clients.
class SessionListener {
 public:
  virtual ~SessionListener() = default;
  /// The texts in a packet are views, valid during the call. The answer is written to `Session::out`.
  virtual void packet(Session& session, const wire::Packet& packet) = 0;
  virtual void raw(Session& session, const wire::Raw& request) = 0;
  /// Called when a client greets as a service. The session is closed afterwards unless it has become a service.
  virtual void service(Session& session, std::string_view name) = 0;
};

/// One connection of a client: splits its octets into packets and raw requests, one after the other, and enforces its
/// limits. The kind of client (controller, viewer, service or unknown) is stored here and determined by `Attachments`
/// and `ServiceSessions`.
class Session {
 public:
  using Time = spark::RealClock::Time;

  /// Maximum octets that a client may leave unread, in addition to one large message (a sound, a picture).
  static constexpr std::size_t kMaxUnsent = 8 * 1024 * 1024;
  static constexpr std::size_t kMaxBad = 100;                 ///< invalid packets, …
  static constexpr std::chrono::seconds kBadTime{10};         ///< … within this much real time
  static constexpr std::chrono::seconds kFirstUnit{30};       ///< real time until the first octet
  static constexpr std::chrono::seconds kGreetingSilence{1};  ///< real time after which a greeting is complete
  static constexpr std::size_t kMaxUnitsAtOnce = 1000;        ///< units of one session before others are read

  enum class Kind { unattached, controller, data_port, viewer, service };

  /// `slot`: the slot of a controller that the server has started, otherwise null. The log outlives the session.
  Session(std::uint64_t id, std::unique_ptr<Channel> channel, ControllerSlot* slot, Time now, spark::Log& log);

  std::uint64_t id() const { return id_; }
  Kind kind() const { return kind_; }
  /// The slot of the agent whose command port or data port this is. For a controller started here it is set before the
  /// controller has attached.
  ControllerSlot* slot() const { return slot_; }
  /// Whether it may change the world. Clients that have not attached, and services, may only query.
  bool may_change_world() const { return kind_ != Kind::unattached && kind_ != Kind::service; }
  /// "robot_0", "viewer V", "127.0.0.1:4711".
  const std::string& label() const { return label_; }
  /// The name under which others receive its messages; empty if it has none.
  const std::string& name() const { return name_; }
  Channel& channel() const { return *channel_; }
  bool was_started_here() const { return started_here_; }

  void become_controller(ControllerSlot& slot, std::string_view name);
  void become_data_port(ControllerSlot& slot, std::string_view name);
  /// `name` is the name under which the viewer can send messages.
  void become_viewer(std::string_view name);
  void name_viewer(std::string_view name);
  void become_service(std::string_view name);
  bool takes_log() const { return kind_ == Kind::viewer; }

  /// Stops reading its input until `release`, because it waits for an answer that is not known yet. The time does not
  /// count as thinking time of its controller.
  void hold(Time now);
  void release(Time now);
  /// Stops until the next `read`, because its request took long.
  void rest() { rests_ = true; }
  /// Leaves the current unit unread, to be repeated in the next `read`.
  void postpone() { is_postponed_ = true; }
  /// Whether the world is waiting for this client.
  bool holds_world() const;
  /// Its identity in the rounds of `SightTime`.
  SightTime::Asker& sight_asker() { return sight_asker_; }
  /// Handles the input of the channel, unit by unit. Returns true if there is more that can be handled at once.
  bool read(SessionListener& listener, Time now);
  /// The output buffer. `flush` sends it, and so does `read` at its end.
  std::string& out() { return out_; }
  void flush();

  /// Reports an invalid packet or request: one rate-limited line, and the end of the session if there are too many.
  void complain(std::string_view what, Time now);
  /// Ends the session permanently, with a log line unless `why` is empty.
  void end(std::string_view why);
  bool is_over() const { return over_; }
  /// Why the server ended the session; empty if the client left.
  const std::string& reason_of_end() const { return reason_of_end_; }
  /// Ends the session if it has sent nothing for too long.
  void attend(Time now);

 private:
  enum class Stage { opening, units };
  bool open(SessionListener& listener, Time now);
  bool is_whole(const wire::Opening& greeting, Time now);
  bool take_unit(SessionListener& listener, Time now);
  bool take_text(SessionListener& listener, Time now);
  void count(std::size_t octets, Time now);
  void set_name(std::string_view name);

  std::uint64_t id_;
  std::unique_ptr<Channel> channel_;
  ControllerSlot* slot_;
  spark::Log& log_;
  Kind kind_ = Kind::unattached;
  Stage stage_ = Stage::opening;
  bool started_here_;
  bool over_ = false;
  std::string reason_of_end_;
  bool is_held_ = false;
  bool rests_ = false;
  bool is_postponed_ = false;
  bool has_spoken_ = false;
  std::string label_, name_;
  std::string out_;
  Time came_;
  std::size_t greeting_octets_ = 0;  ///< octets of the greeting received so far …
  Time greeting_came_;               ///< … and when they were received
  OctetBudget budget_;
  std::size_t largest_unsent_ = 0;  ///< octets of the largest message since the client last read everything
  std::deque<Time> bad_;
  SightTime::Asker sight_asker_;
};

}  // namespace sigverse::server
