// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "spark/core/held.h"
#include "spark/sim/control_aspect.h"

namespace sigverse {
class SimWorld;
}

namespace sigverse::server {

/// Ends the simulation, with exit status 0, when a client requests it or when SIG time has reached `Sig.EndTime`. A
/// reset sets SIG time back to 0.
class RunEnd final : public spark::ControlAspect {
 public:
  /// Ends the simulation.
  void end() { wants_end_ = true; }
  bool wants_end() const { return wants_end_; }

  void prepare() override;
  void update(double) override {}
  std::string status() const override;
  std::vector<std::string> summary() const override;
  bool finished() const override;

 private:
  spark::Held<SimWorld> world_{*this};
  double end_time_ = 0.0;  ///< s; 0: no limit
  bool wants_end_ = false;
};

}  // namespace sigverse::server
