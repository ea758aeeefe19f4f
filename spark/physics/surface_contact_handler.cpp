// SPDX-License-Identifier: Apache-2.0
#include "spark/physics/surface_contact_handler.h"

namespace spark {
namespace {

constexpr double kMinDirectionLength = 1e-6;

}  // namespace

bool SurfaceContactHandler::set_mu2(double mu) {
  if (!is_amount(mu) && mu != dInfinity) return false;
  change().mu2 = mu;
  change().mu2_mode = true;
  return true;
}

bool SurfaceContactHandler::set_slip1(double slip) {
  if (!is_amount(slip)) return false;
  change().slip1 = slip;
  change().slip1_mode = true;
  return true;
}

bool SurfaceContactHandler::set_slip2(double slip) {
  if (!is_amount(slip)) return false;
  change().slip2 = slip;
  change().slip2_mode = true;
  return true;
}

bool SurfaceContactHandler::set_direction(Vec3 direction) {
  const double size = length(direction);
  const bool is_none = direction == Vec3();
  if (!is_none && !(size >= kMinDirectionLength && size <= kMaxSize)) return false;
  change().direction = is_none ? Vec3() : direction * (1.0 / size);
  return true;
}

}  // namespace spark
