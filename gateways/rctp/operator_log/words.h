// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gateways/rctp/operator_log/operator_log.h"

// How steps, words, numbers and texts are spelled in an operators' log, there and back.

namespace rctp {

inline constexpr std::string_view kOperatorLogHead = "rctp-operator 1";

std::string_view to_string(OperatorLog::Word word);
std::optional<OperatorLog::Word> operator_word(std::string_view text);

/// Appends a finite number.
void append_exactly(std::string& out, double value);
/// False if it is not a finite number as a whole.
bool read_exactly(std::string_view text, double& value);

/// Appends it as a JSON string. Bytes that are no UTF-8 are replaced.
void append_quoted(std::string& out, std::string_view text);
/// Nothing if it is not a JSON string as a whole.
std::optional<std::string> read_quoted(std::string_view text);

}  // namespace rctp
