// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gateways/rctp/link/model_link.h"
#include "gateways/rctp/link/world_link.h"
#include "gateways/rctp/port/network.h"
#include "gateways/rctp/port/operator.h"
#include "gateways/rctp/port/robot_desk.h"
#include "spark/http/server.h"

namespace rctp {

/// The one port: pages and descriptions by HTTP, negotiation and live sessions on the same connections. On the network
/// thread.
class Port final : public spark::http::Service {
 public:
  Port(const Network::Options& options, const std::vector<RobotLink*>& robots, WorldLink& world, ModelLink& model,
       spark::net::Loop& loop, spark::Log& log);
  ~Port() override;

  std::uint16_t number() const { return server_.port(); }
  void begin();
  void look_at_links();
  /// Says goodbye to all; `done` once nobody is connected any more or the time is up.
  void end(std::chrono::milliseconds patience, std::function<void()> done);

  void request(spark::http::Conversation& conversation, const spark::http::Request& request) override;
  Foreign foreign(spark::http::Conversation& conversation) override;
  void message(spark::http::Conversation& conversation, std::string_view payload, bool is_text) override;
  void input(spark::http::Conversation& conversation) override;
  void closed(spark::http::Conversation& conversation) override;

  // For the operators.
  const Network::Options& options() const { return options_; }
  spark::net::Loop& loop() const { return loop_; }
  spark::Log& log() const { return log_; }
  WorldLink& world_link() const { return world_link_; }
  const WorldState& world() const { return world_; }
  std::span<RobotClaim* const> claims() const { return claims_; }
  RobotDesk& desk_of(const RobotClaim& claim) const;
  std::string authority(const spark::http::Conversation& conversation) const;
  void add(Operator& who) { operators_.insert(&who); }
  void remove(Operator& who) { operators_.erase(&who); }

 private:
  /// Somebody who waits for a description.
  struct Reader {
    std::weak_ptr<spark::http::Conversation> conversation;
    RobotDesk* robot;  ///< null: the surroundings only
    bool is_x3d;
    std::string authority;
  };
  Operator& operator_of(spark::http::Conversation& conversation, RobotDesk* only = nullptr);
  RobotDesk* find(std::string_view robot) const;
  void get(spark::http::Conversation& conversation, const spark::http::Request& request);
  void ask_for_description(spark::http::Conversation& conversation, const spark::http::Request& request,
                           RobotDesk* robot, std::string_view kind);
  void print_next();
  spark::http::Response print(const Reader& reader) const;
  void finish();
  void open_live(spark::http::Conversation& conversation, const spark::http::Request& request, std::string_view name);

  const Network::Options options_;
  WorldLink& world_link_;
  ModelLink& model_link_;
  spark::net::Loop& loop_;
  spark::Log& log_;
  std::vector<std::unique_ptr<RobotDesk>> desks_;  ///< in the order of the script
  std::vector<RobotClaim*> claims_;
  WorldState world_;
  std::set<Operator*> operators_;
  std::vector<Reader> asking_;  ///< for whom the model has been asked for
  std::deque<Reader> printing_;
  std::shared_ptr<const Model> model_;
  spark::http::Server server_;
  spark::net::Timer farewell_;
  std::function<void()> ended_;
};

}  // namespace rctp
