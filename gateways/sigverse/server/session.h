// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "gateways/sigverse/server/channel.h"
#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/raw.h"
#include "spark/core/real_clock.h"

namespace spark {
class Log;
}

namespace sigverse {

class AgentSeat;
class Session;

/// Who does what clients ask for.
class SessionListener {
 public:
  virtual ~SessionListener() = default;
  /// The texts in it are views, valid during the call. What it answers goes into `Session::out`.
  virtual void packet(Session& session, const wire::Packet& packet) = 0;
  virtual void raw(Session& session, const wire::Raw& request) = 0;
  /// A client that has begun as a service; the session is closed behind it.
  virtual void service(Session& session, std::string_view name) = 0;
};

/// One connection of a client: takes its octets apart into packets and raw requests, exactly one after the other, and
/// keeps it within its limits. What a client is, controller, viewer or nothing yet, is noted here and decided by
/// others.
class Session {
 public:
  using Time = spark::RealClock::Time;

  static constexpr std::size_t kMaxUnsent = 8 * 1024 * 1024;     ///< a client that does not read; octets
  static constexpr std::size_t kMaxPerSecond = 8 * 1024 * 1024;  ///< octets from a client
  static constexpr std::size_t kMaxBad = 100;                    ///< packets that make no sense …
  static constexpr std::chrono::seconds kBadTime{10};            ///< … within so much real time
  static constexpr std::chrono::seconds kFirstUnit{30};          ///< real time until something has come
  static constexpr std::size_t kMaxUnitsAtOnce = 1000;           ///< then others have their turn

  enum class Kind { stranger, controller, data_port, viewer };

  /// `seat`: of a controller that the server has started. Log outlives it.
  Session(std::uint64_t id, std::unique_ptr<Channel> channel, AgentSeat* seat, Time now, spark::Log& log);

  std::uint64_t id() const { return id_; }
  Kind kind() const { return kind_; }
  /// The agent whose command port or data port it is; of one that was started here even before it has attached.
  AgentSeat* seat() const { return seat_; }
  /// "robot_0", "viewer V", "127.0.0.1:4711".
  const std::string& label() const { return label_; }
  /// What others hear as the sender; empty: it has no name.
  const std::string& name() const { return name_; }
  Channel& channel() const { return *channel_; }
  bool was_started_here() const { return started_here_; }

  void become_controller(AgentSeat& seat, std::string_view name);
  void become_data_port(AgentSeat& seat, std::string_view name);
  /// With a name, as which it can send messages.
  void become_viewer(std::string_view name);
  void name_viewer(std::string_view name);
  bool takes_log() const { return kind_ == Kind::viewer; }

  /// Takes what the channel has read, unit by unit. True if there is more.
  bool read(SessionListener& listener, Time now);
  /// What is to be sent; goes when `flush` is called, as `read` does at its end.
  std::string& out() { return out_; }
  void flush();

  /// A packet or request that makes no sense: one rate-limited line, and the end of the session if there are too many.
  void complain(std::string_view what, Time now);
  /// For good, with a line for people; empty: none is needed.
  void end(std::string_view why);
  bool is_over() const { return over_; }
  /// Closes what has said nothing for too long.
  void attend(Time now);

 private:
  enum class Stage { opening, units };
  bool open(SessionListener& listener);
  bool take_unit(SessionListener& listener, Time now);
  void count(std::size_t octets, Time now);
  void set_name(std::string_view name);

  std::uint64_t id_;
  std::unique_ptr<Channel> channel_;
  AgentSeat* seat_;
  spark::Log& log_;
  Kind kind_ = Kind::stranger;
  Stage stage_ = Stage::opening;
  bool started_here_;
  bool over_ = false;
  bool has_spoken_ = false;
  std::string label_, name_;
  std::string out_;
  Time came_;
  Time second_began_;
  std::size_t in_second_ = 0;
  std::deque<Time> bad_;
};

}  // namespace sigverse
