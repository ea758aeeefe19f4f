// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/perceptor.h"
#include "spark/core/held.h"

namespace soccer {

class AgentState;
class GameStateAspect;
struct HeardMessage;

/// `(hear T self text)` for the player's own message, then `(hear T direction text)` for one of a team mate and for one
/// of an opponent, if there are any (behaviour 4.5). T is the game time of the sensation, not of the speech.
///
/// In each sensation both ears recover first, so after a message the next one can be heard two sensations later at the
/// earliest.
class HearPerceptor : public spark::Perceptor {
 public:
  HearPerceptor() : Perceptor("hear") {}
  void perceive(spark::PerceptWriter& writer) override;
  std::string_view help() const override { return "(hear T self|direction text), up to three of them"; }

 protected:
  void linked() override;

 private:
  void deliver(HeardMessage& message, bool own, spark::PerceptWriter& writer) const;

  spark::Held<AgentState> player_{*this};
  spark::Held<const GameStateAspect> game_{*this};
};

}  // namespace soccer
