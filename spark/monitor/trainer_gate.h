// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "spark/net/trainer_proof.h"

namespace spark {

/// Decides whether one connection of the monitor port may send commands. Frames are for everyone. Used on the network
/// thread.
class TrainerGate {
 public:
  enum class Access {
    none,   ///< it may only watch
    free,   ///< its commands are accepted
    proven  ///< its commands are accepted once it has proven that it knows the secret
  };
  using Proof = TrainerCheck::State;

  /// A `free` gate is open without a proof. Without a secret nothing can be proven.
  explicit TrainerGate(Access access = Access::free, std::shared_ptr<const Secret> secret = nullptr);

  bool is_open() const { return access_ == Access::free || proof() == Proof::proven; }
  /// Whether the peer can prove that it knows the secret.
  bool can_be_proven() const { return check_.has_value(); }
  Proof proof() const { return check_ ? check_->state() : Proof::idle; }
  struct Answer {
    std::string line;  ///< for the peer, without a newline
    bool refused;
  };
  /// The answer to the text of a message T.
  Answer answer(std::string_view text);

 private:
  const Access access_;
  std::shared_ptr<const Secret> secret_;
  std::optional<TrainerCheck> check_;
};

}  // namespace spark
