// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rctp/object_table.h"
#include "gateways/rctp/port/order.h"
#include "gateways/rctp/port/robot_link.h"
#include "gateways/rctp/protocol/operator_log.h"
#include "gateways/rctp/protocol/operator_log_writer.h"
#include "gateways/rctp/translator.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/percept_array.h"

namespace spark {
class LateMistakes;
class Log;
}  // namespace spark

namespace rctp {

/// A robot that a script offers.
struct RobotOffer {
  std::string name;               ///< [A-Za-z][A-Za-z0-9_-]{0,31}
  std::vector<std::string> acts;  ///< sent after (create), one per sensation
  struct Translation {
    std::string object;
    std::string translator;
    std::vector<std::string> arguments;
    std::string place{};  ///< the line of the script, "garage.rb:12"
  };
  std::vector<Translation> translations;
  /// A device translator, for clients.
  struct Module {
    std::string object;
    std::string address;  ///< "/translators/wheel.js"
    std::string place{};
  };
  std::vector<Module> modules{};
  bool has_microphone = false;
};

/// The body's side of one robot, on the simulation thread: it is born like an agent, reports its percepts to the link,
/// and carries out the orders that come from the link or, in a replay, from the log of an earlier match. Everything
/// that changes the match passes through `carry_out`: acts, stamped with the step after the one in which their orders
/// were taken, and halts. Both are written to the operators' log, so the same orders in the same steps give the same
/// match.
class Robot {
 public:
  struct Parts {
    RobotLink& link;
    spark::Log& log;
    spark::LateMistakes& mistakes;
    double step_seconds;
    spark::AgentTiming timing;
    bool has_world;
  };

  /// Borrows what is in `parts`. Throws `std::runtime_error` with one line if a translator cannot be made.
  Robot(const RobotOffer& offer, const Parts& parts);

  const std::string& name() const { return link_.name(); }
  spark::AgentId id() const { return id_; }
  RobotLink& link() { return link_; }
  const ObjectTable& table() const { return table_; }
  /// Null while it has no body.
  const spark::AgentAspect* body() const { return body_; }

  /// The log of the match that begins, for all orders from now on.
  void write_to(std::unique_ptr<OperatorLogWriter> log) { log_file_ = std::move(log); }
  /// Makes it obey this log, and no operator, from now on.
  void replay(OperatorLog orders);

  void arrived(spark::AgentId id) { id_ = id; }
  void entered(const spark::AgentAspect& body);
  void left();
  spark::PerceptWriter& begin_sensation(spark::Step arrival);
  /// Does everything that is due between two steps. Reports halts first, then at most one act.
  void receive(spark::AgentGatewayListener& listener, spark::Step now);
  /// Another episode has begun, with its effectors at rest, so earlier orders of operators are void.
  void drop_targets();
  /// Writes the lines of its log that are due to the file.
  void flush_if_due(spark::RealClock::Time now);
  void end_log() { log_file_.reset(); }

  spark::AgentReport report() const;

 private:
  struct Sensation {
    spark::Step arrival = 0;
    spark::PerceptArray percepts;
  };
  void deliver(spark::AgentGatewayListener& listener, spark::Step now);
  void act_at_birth(spark::AgentGatewayListener& listener, spark::Step now);
  void perceive(const spark::PerceptArray& percepts);
  void perceive(std::size_t object, const spark::PerceptArray& percepts);
  void check_body();
  void note_touch(std::size_t object, bool is_set);
  void report_idle_translators();
  void show_values(spark::Step now);
  void show_sound(spark::Step now);
  void take_orders(spark::Step now);
  void replay(const OperatorLog::Entry& entry);
  void carry_out(const Order& order, spark::AgentGatewayListener& listener, spark::Step now);
  void act(const Order& order, spark::AgentGatewayListener& listener, spark::Step now);
  void report(spark::AgentGatewayListener& listener, spark::Step now);
  void write_down(const Order& order, spark::Step now);

  RobotLink& link_;
  spark::Log& log_;
  spark::LateMistakes& mistakes_;
  spark::AgentTiming timing_;
  std::vector<std::string> birth_acts_;  ///< the first is (create)
  std::vector<std::string> places_of_translators_;
  std::vector<RobotOffer::Module> modules_;
  std::vector<std::unique_ptr<Translator>> translators_;
  ObjectTable table_;
  std::unique_ptr<OperatorLogWriter> log_file_;
  std::optional<OperatorLog> replayed_;
  std::size_t next_replayed_ = 0;

  spark::AgentId id_ = -1;
  const spark::AgentAspect* body_ = nullptr;
  std::uint64_t changes_seen_ = 0;
  bool offers_camera_ = false;           ///< its pictures are an object
  std::optional<double> field_of_view_;  ///< of its camera, the smaller angle when it was first seen, radians
  std::size_t next_birth_act_ = 0;
  spark::Step born_ = 0;  ///< the step in which the last act of birth takes effect
  bool perceives_ = false;
  bool present_ = false;              ///< it has been born and perceives, so operators can claim it
  std::deque<Sensation> sensations_;  ///< the first `waiting_` have not been delivered, in order of arrival
  std::size_t waiting_ = 0;
  OrderList orders_;
  spark::Step taken_ = -1;  ///< the step in which orders were last taken
  std::optional<spark::Step> at_rest_;
  spark::ActionList actions_;
  std::string text_;
  spark::AgentReport report_;
  std::vector<bool> touched_;  ///< by object, whether its last value had a bit set
  std::uint64_t knocks_ = 0;
};

}  // namespace rctp
