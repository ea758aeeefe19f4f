// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spark/command_line/option_table.h"

namespace server {

struct Options;

/// Adds every option of this program to `table`, in the order of --help. Values are stored in `options`, which holds
/// the defaults now and must outlive `table`.
void add_options(spark::OptionTable& table, Options& options);

/// The description of this program for the table.
spark::OptionTable::Program program();

}  // namespace server
