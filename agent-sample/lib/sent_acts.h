// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "agent-sample/lib/acts.h"

namespace rcss3d::agent {

/// The agent's commands of the last second, by the step in which they take effect.
class SentActs {
 public:
  void clear() { steps_ = {}; }

  /// Adds the answer to a sensation, whose commands for 0 steps later take effect at `first`. A connection that cannot
  /// delay acts sends only these.
  void add(const Acts& acts, long first, bool can_delay);

  std::optional<Vector> drive(long step) const { return at(step).step == step ? at(step).drive : std::nullopt; }
  std::optional<KickCommand> kick(long step) const { return at(step).step == step ? at(step).kick : std::nullopt; }

  double pan(long step) const { return at(step).step == step ? at(step).pan : 0; }  ///< rad

 private:
  struct Step {
    long step = -1;
    std::optional<Vector> drive;
    std::optional<KickCommand> kick;
    double pan = 0;
  };
  static constexpr std::size_t kKept = 128;

  const Step& at(long step) const { return steps_[static_cast<std::size_t>(step) % kKept]; }

  std::array<Step, kKept> steps_;
};

}  // namespace rcss3d::agent
