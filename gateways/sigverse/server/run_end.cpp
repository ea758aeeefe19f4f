// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/run_end.h"

#include <fmt/format.h>

#include <stdexcept>

#include "gateways/sigverse/world/sim_world.h"
#include "spark/core/core.h"

namespace sigverse {

void RunEnd::prepare() {
  world_.reset(core().find_first<SimWorld>());
  if (!world_) throw std::runtime_error("the script created no SimWorld");
  end_time_ = core().variables.real("Sig.EndTime").value_or(0.0);
}

bool RunEnd::finished() const {
  // A sum of steps may be a little less.
  constexpr double kTolerance = 1e-9;
  return wants_end_ || (end_time_ > 0.0 && world_->time() >= end_time_ - kTolerance);
}

std::string RunEnd::status() const {
  return fmt::format("SIG time {:.1f} s", world_->time());
}

std::vector<std::string> RunEnd::summary() const {
  return {fmt::format("SIG time: {:.2f} s", world_->time())};
}

}  // namespace sigverse
