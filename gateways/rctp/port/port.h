// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gateways/rctp/port/admission.h"
#include "gateways/rctp/port/camera_program.h"
#include "gateways/rctp/port/microphone.h"
#include "gateways/rctp/port/model_link.h"
#include "gateways/rctp/port/network.h"
#include "gateways/rctp/port/operator.h"
#include "gateways/rctp/port/page_files.h"
#include "gateways/rctp/port/robot_proxy.h"
#include "gateways/rctp/port/world_link.h"
#include "gateways/rctp/port/world_watchers.h"
#include "spark/http/server.h"

namespace rctp {

/// The single port of operated robots: pages and descriptions by HTTP, negotiation and live sessions on the same
/// connections, and the moving world for watchers. Owns the robots' proxies; the connections own the operators. Used on
/// the network thread.
class Port final : public spark::http::Service {
 public:
  /// The maximum number of connections that watch the world. They do not count towards the limit of one address, since
  /// many people may come through one proxy or tunnel.
  static constexpr std::size_t kMaxWatchers = 64;

  Port(const Network::Options& options, const std::vector<RobotLink*>& robots, WorldLink& world, ModelLink& model,
       spark::net::Loop& loop, spark::Log& log);
  ~Port() override;

  std::uint16_t number() const { return server_.port(); }
  bool is_loopback() const { return server_.is_loopback(); }
  void begin();
  void check_links();
  /// Says goodbye to all operators; calls `done` when all have disconnected or after the timeout.
  void end(std::chrono::milliseconds timeout, std::function<void()> done);

  void request(spark::http::Conversation& conversation, const spark::http::Request& request) override;
  Foreign foreign(spark::http::Conversation& conversation) override;
  void message(spark::http::Conversation& conversation, std::string_view payload, bool is_text) override;
  void input(spark::http::Conversation& conversation) override;
  void closed(spark::http::Conversation& conversation) override;

  // Used by the operators.
  const Network::Options& options() const { return options_; }
  spark::net::Loop& loop() const { return loop_; }
  spark::Log& log() const { return log_; }
  WorldLink& world_link() const { return world_link_; }
  const WorldState& world() const { return world_; }
  std::span<RobotClaim* const> claims() const { return claims_; }
  RobotProxy& robot_of(const RobotClaim& claim) const;
  Admission& admission() { return admission_; }
  void add(Operator& added) { operators_.insert(&added); }
  void remove(Operator& removed) { operators_.erase(&removed); }
  /// The state of a robot may have changed.
  void note_robots() { watchers_.note_robots(); }

 private:
  /// A client that waits for a description.
  struct DescriptionRequest {
    std::weak_ptr<spark::http::Conversation> conversation;
    RobotProxy* robot;  ///< null: the environment only
    bool is_x3d;
    std::string authority;
  };
  Operator& operator_of(spark::http::Conversation& conversation);
  RobotProxy* find(std::string_view name) const;
  void get(spark::http::Conversation& conversation, const spark::http::Request& request);
  void request_description(spark::http::Conversation& conversation, const spark::http::Request& request,
                           RobotProxy* robot, std::string_view kind);
  void print_next();
  spark::http::Response print(const DescriptionRequest& request) const;
  void finish();
  void open_live(spark::http::Conversation& conversation, const spark::http::Request& request, std::string_view name);
  void open_world(spark::http::Conversation& conversation, const spark::http::Request& request);
  void connect_camera(spark::http::Conversation& conversation, const spark::http::Request& request);
  std::optional<std::vector<WorldWatchers::Text>> texts_of(const std::string& list, std::string& problem) const;

  const Network::Options options_;
  WorldLink& world_link_;
  ModelLink& model_link_;
  spark::net::Loop& loop_;
  spark::Log& log_;
  std::vector<std::unique_ptr<RobotProxy>> robots_;  ///< in the order of the script
  std::vector<RobotClaim*> claims_;
  WorldState world_;
  Admission admission_;
  const PageFiles files_;
  std::set<Operator*> operators_;
  std::vector<DescriptionRequest> pending_;  ///< for the next model
  std::deque<DescriptionRequest> printing_;  ///< from `model_`
  std::shared_ptr<const Model> model_;
  WorldWatchers watchers_;
  CameraProgram camera_;
  Microphone microphone_;
  spark::http::Server server_;
  spark::net::Timer farewell_;
  std::function<void()> ended_;
};

}  // namespace rctp
