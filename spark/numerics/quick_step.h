// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cstdint>

namespace spark {

/// A step of `seconds` by dWorldQuickStep, which solves by iteration: its time grows linearly with the number of
/// contacts, that of dWorldStep with the cube, and islands are softer.
///
/// ODE processes the equations in a random order, from one random state for the whole process. `random` is the state of
/// this world: it is set in ODE for the step, and read back afterwards, under a lock that worlds on other threads wait
/// for. So each world is repeatable regardless of others, and the quick steps of a process run one after another. (ODE
/// has no state per world or thread. dWorldStep draws no random numbers and takes no lock.)
void quick_step(dWorldID world, double seconds, std::uint32_t& random);

}  // namespace spark
