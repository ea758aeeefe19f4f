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
/// percepts to the agent, acts from it. No message to an agent is empty: if there is nothing to perceive, it has the
/// time. An agent that closes its connection leaves after all its messages; if it has sent only its first message, it
/// leaves at once, even before the match begins.
///
/// A new connection is first a guest, and gets the sensation without percepts that every agent gets first. A guest that
/// sends a valid answer is ready and gets a number. Numbers follow the order of connecting: a guest waits until all
/// that have connected to the same port earlier have answered or left, at most `first_message`. There are at most
/// `kMaxGuests`; a further one replaces one of the address with the most guests: the one that has been silent longest,
/// before those that have begun to answer. Guests leave no trace in the match. If more guests answer than
/// `InputLimits::arrivals` allows to join, the others wait for their turn, and are dropped if they hang up meanwhile.
///
/// If the world waits for every agent, the sensations of half of the agents are sent one right after the other, and
/// input is read only then, or when the simulation is about to wait. So a client that plays many agents works on its
/// own processor at the same time as the simulation, and neither wakes the other for every message.
///
/// Types whose agents connect (`ConnectingType`) are `start`ed: their ids are assigned before they connect, so the
/// order of the types does not depend on who connects first. Each type has a port of its own; if each agent has a
/// program of its own, each agent has a port, which identifies it. Agents at one port get its ids in the order of
/// connecting. A port is closed when all its agents have connected. Programs are started outside the sandbox; if one
/// ends before its agents have connected, they are lost.
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
    std::chrono::nanoseconds sync_timeout{1000000000};  ///< real time after which the world stops waiting
    spark::InputLimits limits{};                        ///< of each agent; `first_message` is the timeout of a guest
    bool open = true;                                   ///< whether there is a port for all agents
    std::vector<spark::ConnectingType> types{};         ///< the types whose agents connect
  };

  /// Opens the port for all agents, and the ports for types that users start or that need a certain port; throws
  /// `std::runtime_error` with one line if that fails. All references must outlive the gateway; `programs` may be null
  /// if no type has a program.
  TcpGateway(Options options, spark::net::Loop& loop, const spark::Clock& clock, spark::Log& log,
             spark::ProgramStarter* programs = nullptr);
  ~TcpGateway() override;

  /// The port for all agents; 0: none.
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
  /// Also valid for an agent that has left.
  spark::Step earliest_act(spark::AgentId agent) const override;
  bool wait_no_longer(spark::AgentId agent) override;
  std::optional<spark::AgentReport> report(spark::AgentId agent) const override;
  void drop(spark::AgentId agent) override;
  void shut_down(std::chrono::milliseconds timeout) override;

 private:
  using RealTime = TcpAgent::RealTime;
  /// What is kept of an agent that has left.
  struct Gone {
    spark::AgentReport report;
    spark::Step earliest_act = 0;
  };

  /// A port, and the agents for which it is open.
  struct Port {
    std::unique_ptr<spark::net::Listener> listener;
    const spark::ConnectingType* type = nullptr;  ///< null: any type
    std::deque<spark::AgentId> expected;          ///< agents that have not connected yet, in the order of their ids
    std::optional<spark::ProgramId> program;      ///< the program of these agents, while it runs
    bool has_program = false;                     ///< a program was started for it
    bool is_open = false;                         ///< to other agents, too
  };
  struct Guest {
    std::unique_ptr<TcpAgent> agent;
    Port* port;
  };
  /// A program that ended before its agents had connected.
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
  /// The frame that greets a guest: the percepts of an agent without a body.
  std::string first_sensation() const;

  Options options_;
  const spark::Clock& clock_;
  spark::Log& log_;
  spark::net::Loop& loop_;
  spark::ProgramStarter* programs_;
  std::vector<std::unique_ptr<Port>> ports_;
  Port* main_port_ = nullptr;
  std::vector<Failed> failed_;
  std::vector<std::unique_ptr<TcpAgent>> agents_;  ///< by number; null for others and those that have left
  std::map<spark::AgentId, Gone> gone_;
  spark::net::AddressCounts arrivals_;  ///< all agents that were not `start`ed, including those that have left
  std::vector<spark::AgentId> connected_;
  std::deque<Guest> guests_;                               ///< in the order of connecting
  double may_join_ = spark::InputLimits::kArrivalsAtOnce;  ///< how many guests may join now; may be fractional
  spark::Step counted_at_ = 0;                             ///< the step in which that number was computed
  bool some_wait_ = false;
  std::vector<spark::AgentId> held_;  ///< agents with sensations to be sent together
  spark::Step held_since_ = 0;        ///< when the first of these sensations was generated
  std::string frame_;                 ///< the sensation in progress
  std::optional<spark::SexpPerceptWriter> writer_;
  spark::Step arrival_ = 0;
};

}  // namespace tcp
