// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/options/options.h"
#include "spark/command_line/option_table.h"

namespace server {

/// The options for viewing a scene without a match.
void add_scene_options(spark::OptionTable& table, Options& options);
/// Checks their combination. Throws `spark::WrongUsage`.
void check_scene(Options& options);

}  // namespace server
