// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spark {

class Variables;

/// The script variables for the timing of a match and the placement of its agents: `Spades.TimePerStep` and the others.
/// One table has their names, defaults, ranges and meanings.
///
/// They exist after the line that creates the oxygen/SpadesServer, as in 0.5.2: `Spades.TimePerStep = 0.005` works
/// after it, and raises a NameError before. `createVariable` works before, and that value is kept.

/// Sets the ranges with which a match can be played, no matter how the variables get their values. Throws
/// `std::runtime_error` if one already has another value.
void bound_spades_variables(Variables& variables);
/// Creates those that do not exist yet. Throws `std::runtime_error` if the command line has an unsuitable value.
void declare_spades_variables(Variables& variables);

}  // namespace spark
