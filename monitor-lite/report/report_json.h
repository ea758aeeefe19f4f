// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "monitor-lite/client/report.h"

namespace monitor {

/// The report as specified in docs/play/match.schema.json, without data that only a server has (seed, options, agents,
/// costs). Lengths are rounded to mm and times to ms, so that the same log gives the same bytes everywhere.
nlohmann::ordered_json report_json(const Report& report);

/// Whether every build gives the same value for a log: names, sides, score and goals. Other figures are computed from
/// many frames, in ways that later builds may change, and events are prose.
enum class Alike {
  no,
  yes,
  if_written  ///< earlier builds have no such member
};
/// `kind` is the path of a value without the numbers of list entries: "goals[].score[]".
Alike alike_in_every_build(std::string_view kind);

/// The object as text, indented by two. Bytes of names that are not valid UTF-8 are replaced.
std::string report_text(const nlohmann::ordered_json& report);

}  // namespace monitor
