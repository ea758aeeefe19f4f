// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/contact_joint_handler.h"

#include <algorithm>

#include "spark/core/vec3.h"

namespace spark {
namespace {

/// Combines a value that a side has only if its mode is on: the mean if both modes are on, otherwise the value of the
/// side whose mode is on; 0 if neither is.
double mix(bool mode_a, double a, bool mode_b, double b) {
  if (mode_a && mode_b) return 0.5 * a + 0.5 * b;
  return mode_a ? a : mode_b ? b : 0.0;
}

}  // namespace

ContactJointHandler::Surface ContactJointHandler::combine(const Surface& a, const Surface& b) {
  if (a == b) return a;  // nearly always true, and the result is the same
  Surface both;
  both.bounce_mode = a.bounce_mode || b.bounce_mode;
  both.bounce = mix(a.bounce_mode, a.bounce, b.bounce_mode, b.bounce);
  both.min_bounce_velocity = mix(a.bounce_mode, a.min_bounce_velocity, b.bounce_mode, b.min_bounce_velocity);
  both.mu = 0.5 * a.mu + 0.5 * b.mu;
  both.soft_erp_mode = a.soft_erp_mode || b.soft_erp_mode;
  both.soft_erp = mix(a.soft_erp_mode, a.soft_erp, b.soft_erp_mode, b.soft_erp);
  both.soft_cfm_mode = a.soft_cfm_mode || b.soft_cfm_mode;
  both.soft_cfm = mix(a.soft_cfm_mode, a.soft_cfm, b.soft_cfm_mode, b.soft_cfm);
  both.mu2_mode = a.mu2_mode || b.mu2_mode;
  if (both.mu2_mode) both.mu2 = 0.5 * (a.mu2_mode ? a.mu2 : a.mu) + 0.5 * (b.mu2_mode ? b.mu2 : b.mu);
  both.slip1_mode = a.slip1_mode || b.slip1_mode;
  both.slip1 = mix(a.slip1_mode, a.slip1, b.slip1_mode, b.slip1);
  both.slip2_mode = a.slip2_mode || b.slip2_mode;
  both.slip2 = mix(a.slip2_mode, a.slip2, b.slip2_mode, b.slip2);
  both.pyramid = a.pyramid || b.pyramid;
  both.direction = a.has_direction() ? a.direction : b.direction;
  return both;
}

bool ContactJointHandler::set_bounce_value(double value) {
  if (!is_amount(value)) return false;
  change().bounce = value;
  return true;
}

bool ContactJointHandler::set_min_bounce_velocity(double velocity) {
  if (!is_amount(velocity)) return false;
  change().min_bounce_velocity = velocity;
  return true;
}

bool ContactJointHandler::set_soft_erp(double erp) {
  if (!is_finite(erp)) return false;
  change().soft_erp = std::clamp(erp, 0.0, 1.0);
  return true;
}

bool ContactJointHandler::set_soft_cfm(double cfm) {
  if (!is_amount(cfm)) return false;
  change().soft_cfm = cfm;
  return true;
}

bool ContactJointHandler::set_mu(double mu) {
  if (!is_amount(mu) && mu != dInfinity) return false;
  change().mu = mu;
  return true;
}

}  // namespace spark
