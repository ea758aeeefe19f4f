// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include "spark/numerics/isolated_step.h"

namespace spark {

/// Whether an `IsolatedContact` can describe a contact with that surface: its friction has no limit and no direction,
/// and of ODE's other options it uses only bounce, softness and slip.
inline bool fits_isolated_contact(const dSurfaceParameters& surface) {
  constexpr int kModes =
      dContactBounce | dContactSoftERP | dContactSoftCFM | dContactMu2 | dContactSlip1 | dContactSlip2;
  return (surface.mode & ~kModes) == 0 && surface.mu == dInfinity &&
         (!(surface.mode & dContactMu2) || surface.mu2 == dInfinity);
}

/// Describes the contact as ODE would solve it in a world with that ERP and CFM, which the surface's own values
/// override; slip is the CFM of a friction row. `is_reversed`: the normal points away from the body.
inline void describe_contact(const dContact& contact, bool is_reversed, double erp, double cfm, IsolatedContact& to) {
  const dSurfaceParameters& surface = contact.surface;
  const auto has = [&surface](int mode) { return (surface.mode & mode) != 0; };
  to.geom = &contact.geom;
  to.is_reversed = is_reversed;
  to.softness[0] = has(dContactSoftERP) ? surface.soft_erp : erp;
  to.softness[1] = has(dContactSoftCFM) ? surface.soft_cfm : cfm;
  to.softness[2] = has(dContactSlip1) ? surface.slip1 : cfm;
  to.softness[3] = has(dContactSlip2) ? surface.slip2 : cfm;
  to.bounce = has(dContactBounce) ? surface.bounce : 0.0;
  to.min_bounce_speed = has(dContactBounce) ? surface.bounce_vel : dInfinity;
}

}  // namespace spark
