// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/spades_server.h"

#include "spark/core/core.h"
#include "spark/sim/spades_variables.h"

namespace spark {

void SpadesServer::linked() {
  declare_spades_variables(core().variables);
}

bool SpadesServer::queue_agents(const std::string& type, int count) {
  if (count < 0 || count > kMaxAgents) {
    core().log.error("queueAgents('{}', {}): the number must be 0 to {}", printable(type), count, kMaxAgents);
    return false;
  }
  queue_.push_back({type, count});
  return true;
}

}  // namespace spark
