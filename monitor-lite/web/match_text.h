// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "monitor-lite/client/events.h"
#include "monitor-lite/client/report.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The JSON data of a match for pages, as specified in docs/play/web.md. Texts of teams and agents are unchanged;
/// `text_of` converts them to UTF-8.
nlohmann::ordered_json game_json(const Game& game, double unit);
nlohmann::ordered_json event_json(const Event& event);
/// The teams' names by their present sides, and whether those have been changed (`changed`).
nlohmann::ordered_json teams_json(const Standing& standing);
nlohmann::ordered_json pass_json(const Report::Pass& pass);
const char* side_word(Side side);  ///< "left", "right", ""

/// In one line; bytes that are not valid UTF-8 are replaced.
std::string text_of(const nlohmann::ordered_json& json);

}  // namespace monitor
