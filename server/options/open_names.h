// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "spark/command_line/option_table.h"

namespace server {

struct Options;

/// Arguments whose names no table of options can have: the script's variables, --Namespace.Name VALUE, and the options
/// of the SPADES engine that old start scripts pass. Options of the table that set a variable are included, so that the
/// later of two values for one variable wins.
struct OpenArguments {
  spark::NamedValues named;         ///< in order; without dashes
  std::vector<std::string> others;  ///< all other arguments, in order
};

/// Throws `std::runtime_error` if a variable has no value.
OpenArguments split_open_names(const std::vector<std::string>& arguments, const spark::OptionTable& table);

/// Stores the entries of `given` with such names in `options`, and returns the rest.
spark::NamedValues take_open_names(const spark::NamedValues& given, const spark::OptionTable& table, Options& options);

}  // namespace server
