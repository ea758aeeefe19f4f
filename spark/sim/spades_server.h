// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "spark/core/class_registry.h"
#include "spark/core/node.h"

namespace spark {

/// /sys/server/spades: the agents that a script wants to start, in order. When it is created, the variables of
/// spades_variables.h are declared.
class SpadesServer : public Node {
 public:
  struct Batch {
    std::string type;
    int count = 0;
  };
  static constexpr int kMaxAgents = 1000;

  /// Script method; counts outside 0 … `kMaxAgents` are refused.
  bool queue_agents(const std::string& type, int count);
  const std::vector<Batch>& queue() const { return queue_; }
  void clear() { queue_.clear(); }

 protected:
  void linked() override;

 private:
  std::vector<Batch> queue_;
};

}  // namespace spark
