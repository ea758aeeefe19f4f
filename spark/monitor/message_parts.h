// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spark/sexp/reader.h"

namespace spark {

/// Maximum number of commands that are carried out together: enough to place all players and the ball.
constexpr std::size_t kCommandsTogether = 64;

/// Splits a trainer's message into texts of at most `kCommandsTogether` commands each, in order, so that other peers
/// need not wait for all of it. Carried out one after the other they have the effect of the message. Nearly every
/// message is one such text; so is one that exceeds the limits, and is refused as a whole.
std::vector<std::string> parts_of_message(std::string text, const sexp::Limits& limits);

}  // namespace spark
