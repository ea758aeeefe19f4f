// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gateways/rctp/protocol/operator_log.h"

// Reads and writes words, numbers and texts of an operators' log.

namespace rctp {

inline constexpr std::string_view kOperatorLogHead = "rctp-operator 1";

std::string_view to_string(OperatorLog::Word word);
std::optional<OperatorLog::Word> operator_word(std::string_view text);

/// Appends a finite number.
void append_exactly(std::string& out, double value);
/// Returns false if the whole text is not one finite number.
bool read_exactly(std::string_view text, double& value);

/// Appends a text as a JSON string. Bytes that are not valid UTF-8 are replaced.
void append_quoted(std::string& out, std::string_view text);
/// Returns nothing if the whole text is not one JSON string.
std::optional<std::string> read_quoted(std::string_view text);

}  // namespace rctp
