// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cstdint>

namespace spark {

/// A step of `seconds` by dWorldQuickStep, which solves by iteration: its time grows with the number of contacts where
/// dWorldStep's grows with their cube, and islands are softer.
///
/// ODE takes the equations in a random order, from one state of random numbers for the whole process. `random` is the
/// state of this world: ODE gets it for the step, and afterwards it is read back, under a lock that worlds on other
/// threads wait for. So each world is repeatable whatever others do, and the quick steps of a process run one after
/// another. (ODE offers no state per world or thread. dWorldStep draws no random numbers and takes no lock.)
void quick_step(dWorldID world, double seconds, std::uint32_t& random);

}  // namespace spark
