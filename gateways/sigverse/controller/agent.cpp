// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/agent.h"

#include <algorithm>

#include "gateways/sigverse/controller/include/Logger.h"

namespace sigverse {
namespace {
Agent* the_current = nullptr;
}

Agent::Agent(ServerConnection& of_agent, std::uint64_t seed)
    : server(of_agent), objects(of_agent), services(of_agent), random(seed, of_agent.agent()) {
  the_current = this;
  server.on_collect([this](std::string& out) { objects.append_changes(out, now); });
}

Agent::~Agent() {
  server.on_collect({});
  the_current = nullptr;
}

Agent* Agent::current() {
  return the_current;
}

bool send(const wire::RawMessage& message) {
  Agent* const agent = Agent::current();
  if (!agent) return false;
  std::string octets;
  if (wire::append_raw_message(octets, message)) return agent->server.queue_octets(octets);
  const bool has_comma =
      std::ranges::any_of(message.to, [](std::string_view name) { return name.find(',') != std::string_view::npos; });
  if (has_comma)
    Logger::err("a message to a name with a comma is not sent");
  else
    Logger::err("a message of %zu octets is too long: it is not sent", message.text.size());
  return false;
}

}  // namespace sigverse
