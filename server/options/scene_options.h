// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "server/options/options.h"
#include "spark/command_line/option_table.h"

namespace server {

/// The options of scenes that are looked at without a match.
void add_scene_options(spark::OptionTable& table, Options& options);
/// What they mean together. Throws `spark::WrongUsage`.
void check_scene(Options& options);

}  // namespace server
