// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "monitor-lite/client/agent_drawings.h"
#include "monitor-lite/client/log_file.h"

namespace monitor {

/// What agents have drawn of their thinking while the frames from `first` to `last` were shown, as pages get it
/// (docs/play/web.md): JSON with the layers and, in the order in which they begin, who has drawn what from where on and
/// until where, in frames behind the first one. What would make the text longer than `max_text` octets is left out, and
/// `end` says from where on.
std::string page_drawings(AgentDrawings& drawings, std::size_t first, std::size_t last,
                          std::size_t max_text = 32U << 20);

nlohmann::ordered_json shape_json(const DrawnShape& drawn);  ///< places to the centimetre

/// The drawings beside a log, of all its frames; empty if there are none, as there are none of a log in a pack, beside
/// which lies what belongs to other logs. Throws `std::runtime_error` with one line if the log cannot be read.
std::string page_drawings_beside(const std::filesystem::path& log);

}  // namespace monitor
