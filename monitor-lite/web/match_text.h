// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "monitor-lite/client/events.h"
#include "monitor-lite/client/report.h"
#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// What pages are told of a match in words, as docs/web.md has it. Texts of teams and agents are as they came;
/// `text_of` makes UTF-8 of them.
nlohmann::ordered_json game_json(const Game& game, double unit);
nlohmann::ordered_json event_json(const Event& event);
nlohmann::ordered_json pass_json(const Report::Pass& pass);
const char* side_word(Side side);  ///< "left", "right", ""

/// In one line; bytes that are no UTF-8 are replaced.
std::string text_of(const nlohmann::ordered_json& json);

}  // namespace monitor
