// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "server/verify/json_comparison.h"

namespace server {

/// The server that wrote a match.json.
enum class Writer {
  this_build,
  other_build,    ///< same version: may compute figures about the game differently
  other_version,  ///< or unknown: may have other rules for how a match ends
};

/// The rules by which `recorded`, a match.json, is compared with the one that this build computes for the same match:
/// all of it if this build wrote it, otherwise the part that is the same in every build
/// (`monitor::alike_in_every_build`; agents, options and the end). Measured values are never computed.
JsonComparison::Rules match_json_rules(const nlohmann::ordered_json& recorded, const nlohmann::ordered_json& made,
                                       Writer writer);

/// Compares the names and types of the measured values with those that servers write.
JsonComparison compare_measured(const nlohmann::ordered_json& recorded);

}  // namespace server
