// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace spark {

class AgentObserver;

/// What a gateway is, as it says once (`AgentGateway::traits`). Each default is that of a gateway which starts agents
/// and needs nothing else.
struct GatewayTraits {
  /// What people have to know to reach it ("agent port 40123"), each a line of the log.
  std::vector<std::string> notices{};
  /// The types of agents that are started here and nowhere else, so that they need not stand in the agent database.
  std::vector<std::string> own_types{};
  /// The agents that it wants started in every match, by their types, in order; they come before those that the script
  /// or the command line want.
  std::vector<std::string> own_agents{};
  /// Agents may come by themselves at any time (`AgentGatewayListener::agent_arrived`).
  bool takes_arrivals = false;
  /// How many of them come at the first `receive` without anyone's help.
  int arrives_at_once = 0;
  /// The match is to be played in real time where no `--speed` is given, because of those behind this gateway.
  bool wants_real_time = false;
  /// By what else than acts and halts those behind it change the world ("requests of SIGVerse"). A record of acts does
  /// not hold that, and a restart cannot undo it.
  std::vector<std::string> beyond_acts{};
  /// Further lines below the table of agents; each is asked for whenever the table is printed.
  std::vector<std::function<std::string()>> tallies{};
  /// A descriptor that polls readable when `receive` may have work; -1 if everything of this gateway lives on the loop
  /// at which the simulation waits (spark/net).
  int poll_descriptor = -1;
  /// Sees the agents of this gateway in the world; may be null.
  AgentObserver* observer = nullptr;
  /// The observer sees the agents of all other gateways as well, and gets a copy of what they perceive; the gateway may
  /// report acts for them, beside their own. Nothing waits for it.
  bool observes_others = false;

  /// Makes these the traits of several gateways. Descriptor and observer stay: they belong to one.
  void add(const GatewayTraits& other);
};

}  // namespace spark
