// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "monitor-lite/client/report.h"

namespace monitor {

/// The report as docs/play/match.schema.json describes it: without what only a server knows (seed, options, agents,
/// costs). Lengths in mm and times in ms at most, so that the same log gives the same bytes everywhere.
nlohmann::ordered_json report_json(const Report& report);

/// Whether every build says the same of a log: names, sides, score and goals. Other figures are computed from many
/// frames, as later builds may do otherwise, and events are prose.
enum class Alike {
  no,
  yes,
  if_written  ///< earlier builds have no such member
};
/// `kind` is the place of a value without the numbers of list entries: "goals[].score[]".
Alike alike_in_every_build(std::string_view kind);

/// Such an object as text, indented by two. Bytes of names that are no UTF-8 are
/// replaced.
std::string report_text(const nlohmann::ordered_json& report);

}  // namespace monitor
