// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace spark {

class Variables;

/// The script variables by which a match is timed and its agents are placed: `Spades.TimePerStep` and the rest. One
/// table has their names, defaults, ranges and meanings.
///
/// A script has them from the line on that creates the oxygen/SpadesServer, as in 0.5.2: `Spades.TimePerStep = 0.005`
/// works there, and raises a NameError before. `createVariable` works before, and that value stays.

/// Sets the ranges with which a match can be played, however the variables get their values. Throws
/// `std::runtime_error` if one holds another already.
void bound_spades_variables(Variables& variables);
/// Creates those that do not exist yet. Throws `std::runtime_error` if the command line has a value that does not fit.
void declare_spades_variables(Variables& variables);

}  // namespace spark
