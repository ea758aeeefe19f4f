// SPDX-License-Identifier: Apache-2.0
#include "spark/agent/perceptor.h"

#include "spark/agent/agent_aspect.h"

namespace spark {

void Perceptor::linked() {
  agent_ = agent_of(*this);
  if (!agent_) throw Misplaced("a perceptor needs an agent above it");
  agent_->add(*this);
}

void Perceptor::unlinking() {
  if (agent_) agent_->remove_perceptor(*this);
}

}  // namespace spark
