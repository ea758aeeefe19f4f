// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "spark/core/variables.h"

namespace sigverse::server {

/// The script variables of a SIGVerse world. One table (sig_variables.cpp) has their names, types, defaults, units,
/// ranges and meanings.

/// Declares all of them, unless the script has done so. Throws `std::runtime_error` if one has an invalid value.
void declare_sig_variables(spark::Variables& variables);

// The current value, or the default if the variable has no value of that type. `name` must be in the table.
double sig_number(const spark::Variables& variables, const char* name);
bool sig_switch(const spark::Variables& variables, const char* name);
std::string sig_text(const spark::Variables& variables, const char* name);

}  // namespace sigverse::server
