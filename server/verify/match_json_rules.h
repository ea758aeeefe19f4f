// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "server/verify/json_comparison.h"

namespace server {

/// Who wrote a match.json.
enum class Writer {
  this_build,
  other_build,    ///< of this version: it may compute figures about the game otherwise
  other_version,  ///< also one that is not known: its rules of how a match ends may be others
};

/// How `recorded`, a match.json, is compared with what this build makes of the same match: all of it if this build
/// wrote it, else what every build makes alike (`monitor::alike_in_every_build`; agents, options and the end). What was
/// measured is never made.
JsonComparison::Rules match_json_rules(const nlohmann::ordered_json& recorded, const nlohmann::ordered_json& made,
                                       Writer writer);

/// Compares the names and types of what was measured with those that servers write.
JsonComparison compare_measured(const nlohmann::ordered_json& recorded);

}  // namespace server
