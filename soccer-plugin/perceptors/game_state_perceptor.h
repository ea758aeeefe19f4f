// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/agent/perceptor.h"
#include "spark/core/held.h"

namespace soccer {

class AgentState;
class GameStateAspect;

/// `(GameState (time T) (playmode M))`, in every sensation (behaviour 4.3). The first one after a successful init
/// begins with number, side, and the settings of the game, as does the first one after a change of sides. The first one
/// after a refused init ends with `(refused WHY)`, where WHY is one atom. If a match has more than two halves, or the
/// sides change, `(half H)` follows, and during a shoot-out its score by sides and the shooter's number.
class GameStatePerceptor : public spark::Perceptor {
 public:
  GameStatePerceptor() : Perceptor("GameState") {}
  void perceive(spark::PerceptWriter& writer) override;
  std::string_view help() const override {
    return "(GameState [(unum N) (team left|right) (FieldLength v) ... (BallMass v)] (time T) (playmode M) [(half H)] "
           "[(shoot_out_left N) (shoot_out_right N) (shooter N)] [(refused WHY)])";
  }

 protected:
  void linked() override;

 private:
  void write_standing(spark::PerceptWriter& writer) const;
  void write_constants(spark::PerceptWriter& writer) const;

  spark::Held<AgentState> player_{*this};
  spark::Held<const GameStateAspect> game_{*this};
};

}  // namespace soccer
