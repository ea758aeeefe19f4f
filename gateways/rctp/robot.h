// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateways/rctp/link/order.h"
#include "gateways/rctp/link/robot_link.h"
#include "gateways/rctp/object_table.h"
#include "gateways/rctp/operator_log/operator_log.h"
#include "gateways/rctp/operator_log/operator_log_writer.h"
#include "gateways/rctp/translators/translator.h"
#include "spark/agent/agent_gateway.h"
#include "spark/local/percept_array.h"

namespace spark {
class LateMistakes;
class Log;
}  // namespace spark

namespace rctp {

/// What a script says of a robot that it offers.
struct RobotOffer {
  std::string name;               ///< [A-Za-z][A-Za-z0-9_-]{0,31}
  std::vector<std::string> acts;  ///< sent after (create), one per sensation
  struct Translation {
    std::string object;
    std::string translator;
    std::vector<std::string> arguments;
    std::string place{};  ///< "garage.rb:12", where the script says so
  };
  std::vector<Translation> translations;
};

/// The body's side of one robot, on the simulation thread: is born like an agent, tells the link what it perceives, and
/// carries out the orders that come by the link or, replayed, from the log of an earlier match.
///
/// Everything that changes the match goes through `carry_out`: acts stamped one step after the one in which they were
/// taken, and halts. Both are written to the operators' log, so the same orders in the same steps are the same match.
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

  /// Throws `std::runtime_error` with one line if a translator cannot be made.
  Robot(const RobotOffer& offer, const Parts& parts);

  const std::string& name() const { return link_.name(); }
  spark::AgentId id() const { return id_; }
  RobotLink& link() { return link_; }
  const ObjectTable& table() const { return table_; }
  /// Null while it has no body.
  const spark::AgentAspect* body() const { return body_; }

  /// Of the match that begins: where its orders are written down.
  void write_to(std::unique_ptr<OperatorLogWriter> log) { log_file_ = std::move(log); }
  /// Its orders come from there, and from nobody else.
  void replay(OperatorLog orders);

  void came(spark::AgentId id) { id_ = id; }
  void entered(const spark::AgentAspect& body);
  void left();
  spark::PerceptWriter& begin_sensation(spark::Step arrival);
  /// What has to be done between two steps. Reports at most one act, and halts before it.
  void receive(spark::AgentGatewayListener& listener, spark::Step now);
  /// The lines of its log reach the file within a second.
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
  void look_at_body();
  void show_values(spark::Step now);
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
  std::vector<std::string> birth_acts_;  ///< the first one is (create)
  std::vector<std::string> places_of_translators_;
  std::vector<std::unique_ptr<Translator>> translators_;
  ObjectTable table_;
  std::unique_ptr<OperatorLogWriter> log_file_;
  std::optional<OperatorLog> replayed_;
  std::size_t next_replayed_ = 0;

  spark::AgentId id_ = -1;
  const spark::AgentAspect* body_ = nullptr;
  std::uint64_t changes_seen_ = 0;
  std::size_t next_birth_act_ = 0;
  spark::Step born_ = 0;  ///< when the last of them has been carried out
  bool perceives_ = false;
  bool present_ = false;              ///< it has been born and perceives something
  std::deque<Sensation> sensations_;  ///< the first `waiting_` have not been delivered, by their arrivals
  std::size_t waiting_ = 0;
  OrderList orders_;
  spark::Step taken_ = -1;  ///< when orders were taken last
  std::optional<spark::Step> at_rest_;
  spark::ActionList actions_;
  std::string text_;
  spark::AgentReport report_;
};

}  // namespace rctp
