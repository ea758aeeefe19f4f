// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/trainer_gate.h"

#include <utility>

namespace spark {

TrainerGate::TrainerGate(Access access, std::shared_ptr<const Secret> secret)
    : access_(access), secret_(std::move(secret)) {
  if (secret_ && access_ != Access::none) check_.emplace(*secret_);
}

TrainerGate::Answer TrainerGate::answer(std::string_view text) {
  if (access_ == Access::none) return {trainer_refused("this port is only for watching"), true};
  if (!check_) return {trainer_refused("this server has no secret for trainers"), true};
  const bool was_proven = proof() == Proof::proven;
  std::string line = check_->take(text);
  return {std::move(line), was_proven || proof() == Proof::failed};
}

}  // namespace spark
