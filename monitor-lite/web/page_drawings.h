// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "monitor-lite/client/agent_drawings.h"
#include "monitor-lite/client/log_file.h"

namespace monitor {

/// The drawings of agents while the frames from `first` to `last` were shown, for pages (docs/play/web.md): JSON with
/// the layers and, in the order of their begin, the player, the shapes and the range of each drawing, in frames after
/// the first one. Drawings that would make the text longer than `max_text` octets are omitted, and `end` has the frame
/// from which on.
std::string page_drawings(AgentDrawings& drawings, std::size_t first, std::size_t last,
                          std::size_t max_text = 32U << 20);

nlohmann::ordered_json shape_json(const DrawnShape& drawn);  ///< places rounded to centimetres

/// The drawings beside a log, for all its frames; empty if there are none, as for a log in a pack, since drawings
/// beside that belong to other logs. Throws `std::runtime_error` with one line if the log cannot be read.
std::string page_drawings_beside(const std::filesystem::path& log);

}  // namespace monitor
