// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace spark {

class AgentObserver;

/// The constant properties of a gateway (`AgentGateway::traits`). The defaults are those of a gateway which starts
/// agents and needs nothing else.
struct GatewayTraits {
  /// Addresses that people have to know to reach it ("agent port 40123"), each a line of the log.
  std::vector<std::string> notices{};
  /// The types of agents that only this gateway starts, so that they need not be in the agent database.
  std::vector<std::string> own_types{};
  /// The types of the agents that it starts in every match, in order; they precede those of the script or the command
  /// line.
  std::vector<std::string> own_agents{};
  /// Whether agents may connect by themselves at any time (`AgentGatewayListener::agent_arrived`).
  bool takes_arrivals = false;
  /// How many of them connect at the first `receive` by themselves.
  int arrives_at_once = 0;
  /// The match is played in real time unless `--speed` is given, because the clients of this gateway need that.
  bool wants_real_time = false;
  /// The ways, other than acts and halts, in which its clients change the world ("requests of SIGVerse"). A record of
  /// acts does not contain these changes, and a restart cannot undo them.
  std::vector<std::string> beyond_acts{};
  /// Further lines below the table of agents; each function is called whenever the table is printed.
  std::vector<std::function<std::string()>> tallies{};
  /// A descriptor that polls readable when `receive` may have work; -1 if all connections of this gateway are served by
  /// the loop of the simulation (spark/net).
  int poll_descriptor = -1;
  /// Observes this gateway's agents in the world; may be null.
  AgentObserver* observer = nullptr;
  /// The observer also observes the agents of all other gateways, and gets copies of their sensations; the gateway may
  /// report acts for them, in addition to their own. The world does not wait for these acts.
  bool observes_others = false;

  /// Combines these traits with those of another gateway. Descriptor and observer stay, because they belong to one.
  void add(const GatewayTraits& other);
};

}  // namespace spark
