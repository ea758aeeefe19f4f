// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/option_kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "monitor-lite/view/camera.h"
#include "spark/core/number_text.h"

namespace monitor {

using spark::GivenValues;
using spark::OptionValue;

OptionValue game_time(std::optional<double>& kept) {
  OptionValue value;
  value.kind = OptionValue::Kind::number;
  value.placeholder = "S";
  value.expected = "a time of the game, in seconds from 0 on";
  value.read = spark::last_of([&kept, words = value.expected](std::string_view option, const std::string& text) {
    double time = 0.0;
    if (!spark::whole_number(text, time) || !(std::isfinite(time) && time >= 0))
      spark::refuse_value(option, text, words);
    kept = time;
  });
  value.written = [&kept] { return kept ? GivenValues{fmt::format("{}", *kept)} : GivenValues(); };
  return value;
}

namespace {

/// Returns false if the text selects no players.
bool choose_players(std::string_view text, DrawingChoice& choice) {
  choice = {.on = true, .side = Side::none, .player = {}, .hidden = {}};
  if (text == "all") return true;
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view side = text.substr(0, colon);
  if (side != "left" && side != "right") return false;
  choice.side = side == "left" ? Side::left : Side::right;
  if (colon == text.size()) return true;
  std::int64_t number = 0;
  if (!spark::whole_integer(text.substr(colon + 1), number) || number < 1 || number > 99) return false;
  choice.player = PlayerName{std::exchange(choice.side, Side::none), static_cast<int>(number)};
  return true;
}

std::string players_of(const DrawingChoice& choice) {
  const auto words = [](Side side) { return side == Side::left ? "left" : "right"; };
  if (choice.player) return fmt::format("{}:{}", words(choice.player->first), choice.player->second);
  return choice.side == Side::none ? "all" : words(choice.side);
}

}  // namespace

OptionValue drawings_of(DrawingChoice& kept) {
  OptionValue value;
  value.placeholder = "all|left|right|left:N|right:N";
  value.expected = "all, left, right, or a player such as left:7";
  value.read = spark::last_of([&kept, words = value.expected](std::string_view option, const std::string& text) {
    if (!choose_players(text, kept)) spark::refuse_value(option, text, words);
  });
  value.written = [&kept] { return kept.on ? GivenValues{players_of(kept)} : GivenValues(); };
  return value;
}

OptionValue camera(std::string& kept) {
  const std::vector<std::string> names(kCameraNames.begin(), kCameraNames.end());
  const auto place = [&kept, names] {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), kept) - names.begin());
  };
  return spark::one_of(names, {place, [&kept, names](std::size_t chosen) { kept = names[chosen]; }});
}

OptionValue look(std::string& kept, std::string placeholder, std::function<void(const std::string&)> check) {
  OptionValue value = spark::word(kept, std::move(placeholder));
  value.read = [read = value.read, check = std::move(check)](std::string_view option, const GivenValues& given) {
    try {
      if (!given.back().empty()) check(given.back());
    } catch (const std::invalid_argument& error) {
      spark::refuse_value(option, given.back(), error.what());
    }
    read(option, given);
  };
  return value;
}

}  // namespace monitor
