// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/agent.h"

namespace sigverse {
namespace {
Agent* the_current = nullptr;
}

Agent::Agent(Session& of_agent, std::uint64_t seed)
    : session(of_agent), objects(of_agent), services(of_agent), random(seed, of_agent.agent()) {
  the_current = this;
  session.on_collect([this](std::string& out) { objects.append_changes(out, now); });
}

Agent::~Agent() {
  session.on_collect({});
  the_current = nullptr;
}

Agent* Agent::current() {
  return the_current;
}

}  // namespace sigverse
