// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gateways/tcp/tcp_agent.h"
#include "spark/agent/agent_gateway.h"
#include "spark/agent/gateway_node.h"
#include "spark/agent/sexp_percept_writer.h"
#include "spark/core/log.h"
#include "spark/net/address_counts.h"
#include "spark/net/listener.h"

namespace spark::net {
class Loop;
}

namespace tcp {

/// The gateway to agents that connect by TCP (protocol). Each message is a 4-byte big-endian length and S-expressions:
/// percepts to the agent, acts from it. No message to an agent has length 0: where there is nothing to perceive it
/// holds the time. An agent that closes its connection has left, behind all that it has said; if that was its first
/// message only, at once, also before the match begins.
///
/// A new connection is a guest first, and gets the sensation without percepts that every agent gets first. A guest that
/// gives a valid answer is ready and gets a number. Numbers follow the order of connecting: a guest that answers before
/// one that has connected earlier at the same port waits until that one has answered or is gone, `first_message` at
/// most. There are at most `kMaxGuests`; a further one replaces one of the address that has the most guests: the one
/// that has been silent longest, before those that have begun to answer. Guests leave no trace in the match. Those who
/// have answered wait for their turn if more come in a time than `InputLimits::arrivals` lets join, and are forgotten
/// if they hang up meanwhile.
///
/// Where the world waits for every agent, the sensations of half of them are sent one right after the other, and only
/// then, or when the simulation is going to wait, is looked at what has come. So a client that plays many agents works
/// on its own processor while the simulation does, and neither wakes the other for every message.
///
/// Types of agents that are to connect (`ConnectingType`) are `start`ed: their ids are given before they come, so the
/// order of the types does not depend on who connects first. Each has a port of its own, or each of its
/// agents has one where each has a program of its own, so it is certain who comes; agents at one port get its ids in
/// the order of connecting. A port is closed when all whom it is for have come. Programs are started outside of the
/// sandbox; one that ends before its agents have come loses them.
///
/// Everything happens within calls from the simulation, on its thread.
class TcpGateway final : public spark::AgentGateway, private spark::ProgramListener {
 public:
  static constexpr const char* kType = "tcp";
  static constexpr std::size_t kMaxConnections = 100;  ///< agents at the same time; further ones are refused
  static constexpr std::size_t kMaxGuests = 64;

  struct Options {
    std::uint16_t port = 0;  ///< 0: any free one
    std::string address = "127.0.0.1";
    bool sync = false;                                  ///< the world waits for every agent (`WaitedTimes`)
    std::chrono::nanoseconds sync_timeout{1000000000};  ///< real time, then the world stops waiting
    spark::InputLimits limits{};                        ///< of each agent; `first_message` is how long a guest may take
    bool open = true;                                   ///< whether there is a port for anybody
    std::vector<spark::ConnectingType> types{};         ///< that are to connect
  };

  /// Opens the port, and those for types that people start or that want a certain one; throws `std::runtime_error` with
  /// one clear line if that fails. What it is given must outlive the gateway; `programs` may be null if no type has a
  /// program.
  TcpGateway(Options options, spark::net::Loop& loop, const spark::Clock& clock, spark::Log& log,
             spark::ProgramStarter* programs = nullptr);
  ~TcpGateway() override;

  /// Where anybody may connect; 0: nowhere.
  std::uint16_t port() const { return main_port_ ? main_port_->listener->port() : 0; }

  spark::GatewayTraits traits() override;
  void begin() override {}
  Coming start(spark::AgentId agent, const std::string& type) override;
  std::optional<spark::AgentTiming> timing(spark::AgentId) const override { return std::nullopt; }
  void receive(spark::AgentGatewayListener& listener) override;
  bool has_pending() const override;
  bool send_held() override;
  spark::PerceptWriter& begin_sensation(spark::AgentId agent, spark::Step generated, spark::Step arrival) override;
  void end_sensation(spark::AgentId agent, spark::Step next_arrival) override;
  void expect_sensation(spark::AgentId agent, spark::Step arrival) override;
  /// Also for an agent that has gone.
  spark::Step earliest_act(spark::AgentId agent) const override;
  bool wait_no_longer(spark::AgentId agent) override;
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  void drop(spark::AgentId agent) override;
  void shut_down(std::chrono::milliseconds timeout) override;

 private:
  using RealTime = TcpAgent::RealTime;
  /// What is kept of one.
  struct Gone {
    spark::AgentReport report;
    spark::Step earliest_act = 0;
  };

  /// A port, and whom it is for.
  struct Port {
    std::unique_ptr<spark::net::Listener> listener;
    const spark::ConnectingType* type = nullptr;  ///< null: of no type in particular
    std::deque<spark::AgentId> expected;      ///< who have not come yet, in the order in which they will get their ids
    std::optional<spark::ProgramId> program;  ///< that connects them, while it runs
    bool has_program = false;                 ///< it was started
    bool is_open = false;                     ///< to anybody else, too
  };
  struct Guest {
    std::unique_ptr<TcpAgent> agent;
    Port* port;
  };
  /// A program that has ended before its agents had come.
  struct Failed {
    Port* port;
    std::string how;
  };

  void program_ended(spark::ProgramId program, const spark::ProgramEnd& end) override;
  Port& open_port(std::uint16_t number, const spark::ConnectingType* type);
  Port* port_of(const spark::ConnectingType& type) const;
  void start_program(Port& port, spark::AgentId agent);
  void report_failed_programs(spark::AgentGatewayListener& listener);
  static void close_if_done(Port& port);
  void end_programs(std::chrono::milliseconds timeout);
  std::string chosen_ports() const;
  TcpAgent* find(spark::AgentId agent) const;
  const Gone* find_gone(spark::AgentId agent) const;
  void accept(spark::net::Socket socket, const std::string& peer, Port& port);
  bool make_room_for(const std::string& peer);
  void attend_guests(spark::AgentGatewayListener& listener, RealTime now);
  bool may_join();
  void drop_departed_guests();
  bool is_over(const TcpAgent& guest, RealTime now);
  void join(Guest guest, spark::AgentGatewayListener& listener);
  void attend_agents(spark::AgentGatewayListener& listener, RealTime now);
  void count_arrival(spark::AgentId id, const std::string& peer);
  void forget_closed();
  bool may_hold_more() const;
  /// The frame that greets a guest: what an agent perceives that has no body yet.
  std::string first_sensation() const;

  Options options_;
  const spark::Clock& clock_;
  spark::Log& log_;
  spark::net::Loop& loop_;
  spark::ProgramStarter* programs_;
  std::vector<std::unique_ptr<Port>> ports_;
  Port* main_port_ = nullptr;
  std::vector<Failed> failed_;
  std::vector<std::unique_ptr<TcpAgent>> agents_;  ///< by number; null for others and those who are gone
  std::map<spark::AgentId, Gone> gone_;
  spark::net::AddressCounts arrivals_;  ///< all agents that have come by themselves, those that have gone, too
  std::vector<spark::AgentId> connected_;
  std::deque<Guest> guests_;                               ///< in the order of connecting
  double may_join_ = spark::InputLimits::kArrivalsAtOnce;  ///< how many guests may join now, fractions of one included
  spark::Step counted_at_ = 0;                             ///< when that was so
  bool some_wait_ = false;
  std::vector<spark::AgentId> held_;  ///< agents whose sensations are to be sent together
  spark::Step held_since_ = 0;        ///< when the first of these was generated
  std::string frame_;                 ///< the sensation that is being written
  std::optional<spark::SexpPerceptWriter> writer_;
  spark::Step arrival_ = 0;
};

}  // namespace tcp
