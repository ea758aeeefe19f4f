// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/command_line/option_table.h"

namespace server {

struct Options;

/// Adds every option of this program to `table`, in the order in which people read them. What they keep is in
/// `options`, which holds the defaults now and must live as long as `table` does.
void add_options(spark::OptionTable& table, Options& options);

/// The program, for that table.
spark::OptionTable::Program program();

}  // namespace server
