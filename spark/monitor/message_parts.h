// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spark/sexp/reader.h"

namespace spark {

/// Limit for the commands that are always carried out together: more than are needed to place all players and the ball.
constexpr std::size_t kCommandsTogether = 64;

/// A trainer's message as texts of at most `kCommandsTogether` commands each, in order, so that others need not wait
/// until all of it has been carried out. Carried out one after the other they do what the message does. Nearly every
/// message is one such text; so is one that exceeds the limits, and is to be refused as a whole.
std::vector<std::string> parts_of_message(std::string text, const sexp::Limits& limits);

}  // namespace spark
