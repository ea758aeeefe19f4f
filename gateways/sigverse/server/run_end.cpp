// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/run_end.h"

#include <fmt/format.h>

#include <stdexcept>

#include "gateways/sigverse/server/sig_variables.h"
#include "gateways/sigverse/world/sim_world.h"
#include "spark/core/core.h"

namespace sigverse::server {

void RunEnd::prepare() {
  world_.reset(core().find_first<SimWorld>());
  if (!world_) throw std::runtime_error("the script created no SimWorld");
  end_time_ = sig_number(core().variables, "Sig.EndTime");
}

bool RunEnd::finished() const {
  // The sum of many steps may be slightly below the limit.
  constexpr double kTolerance = 1e-9;
  return wants_end_ || (end_time_ > 0.0 && world_->time() >= end_time_ - kTolerance);
}

std::string RunEnd::status() const {
  return fmt::format("SIG time {:.1f} s", world_->time());
}

std::vector<std::string> RunEnd::summary() const {
  return {fmt::format("SIG time: {:.2f} s", world_->time())};
}

}  // namespace sigverse::server
