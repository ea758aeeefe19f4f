// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/operator_log_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace rctp {
namespace {

constexpr std::array<std::string_view, 6> kWords{"connect", "act", "stop", "release", "rest", "leave"};

/// A 64-bit number is written with this many digits; the shortest decimal of a 32-bit number has at most 9.
constexpr int kFullDigits = 17;

template <typename Real>
bool read_real(std::string_view text, double& value) {
  Real read = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  value = static_cast<double>(read);
  return error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
}

}  // namespace

std::string_view to_string(OperatorLog::Word word) {
  return kWords.at(static_cast<std::size_t>(word));
}

std::optional<OperatorLog::Word> operator_word(std::string_view text) {
  const auto at = std::find(kWords.begin(), kWords.end(), text);
  if (at == kWords.end()) return std::nullopt;
  return OperatorLog::Word{static_cast<int>(at - kWords.begin())};
}

void append_exactly(std::string& out, double value) {
  char text[32];
  // The conversion of a larger number to 32 bits would be undefined behaviour.
  const bool is_small = std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max());
  const bool is_float = is_small && static_cast<double>(static_cast<float>(value)) == value;
  const auto end =
      is_float ? std::to_chars(text, text + sizeof text, static_cast<float>(value)).ptr
               : std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, kFullDigits - 1).ptr;
  out.append(text, end);
}

bool read_exactly(std::string_view text, double& value) {
  // This also counts up to three digits of an exponent, but no 32-bit number comes near the limit even so.
  const auto digits = std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digits >= kFullDigits ? read_real<double>(text, value) : read_real<float>(text, value);
}

void append_quoted(std::string& out, std::string_view text) {
  out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<std::string> read_quoted(std::string_view text) {
  if (!text.starts_with('"')) return std::nullopt;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_string()) return std::nullopt;
  return json.get<std::string>();
}

}  // namespace rctp
