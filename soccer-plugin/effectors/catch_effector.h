// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "soccer-plugin/effectors/player_effector.h"
#include "spark/scene/noted.h"

namespace soccer {

class BallStateAspect;

/// `(catch)`: the goalkeeper takes a near ball, which is placed in front of it, and players around it are moved away
/// (behaviour 3.6). Only for number 1 in its own penalty area, in any play mode.
class CatchEffector : public PlayerEffector, public spark::Noted {
 public:
  std::string_view predicate() const override { return "catch"; }
  std::string_view help() const override {
    return "Puts a near ball at rest in front of the goalkeeper (number 1) in its penalty area; players near it are "
           "moved.";
  }
  void realise(const spark::Arguments& arguments) override;
  /// Its reach: "catch margin 0.8".
  void add_notes(std::vector<std::string>& notes) const override;

  /// Script method: the largest gap between the surfaces, m; a negative value is refused.
  bool set_catch_margin(double margin);

 protected:
  void linked() override;

 private:
  bool may_catch() const;

  double margin_ = 1.0;
  spark::Held<BallStateAspect> ball_state_{*this};
  spark::RandomStream* distances_ = nullptr;
};

}  // namespace soccer
