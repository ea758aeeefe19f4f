// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ode/ode.h>

#include <cstdint>

namespace spark {

/// A step of `seconds` by dWorldQuickStep, which solves by iteration: its time grows with the number of contacts where
/// dWorldStep's grows with their cube, and heaps are softer.
///
/// ODE takes the equations in a random order, from one state of random numbers for the whole process. `random` is this
/// world's: it is put there for the step and taken back afterwards, under a lock that worlds on other threads wait for.
/// So each world repeats by itself, whatever others do, and quick steps of a process run one after another. (ODE offers
/// no state per world or thread. dWorldStep draws nothing and takes no lock.)
void quick_step(dWorldID world, double seconds, std::uint32_t& random);

}  // namespace spark
