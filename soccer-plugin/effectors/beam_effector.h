// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "soccer-plugin/effectors/player_effector.h"
#include "soccer-plugin/player_moves.h"

namespace soccer {

/// `(beam x y z)`: moves the player to that place in its own half at once, at rest (behaviour 3.3). Only before
/// kick-off. With FreeSpot it is moved to the nearest free place there.
class BeamEffector : public PlayerEffector {
 public:
  std::string_view predicate() const override { return "beam"; }
  std::span<const spark::Parameter> parameters() const override;
  std::string_view help() const override {
    return "Moves the player to a place in its own half, before kick-off only. z is replaced by the player's radius.";
  }
  void realise(const spark::Arguments& arguments) override;
  spark::Range range(std::size_t parameter) const override;

 private:
  Rectangle allowed() const;
};

}  // namespace soccer
