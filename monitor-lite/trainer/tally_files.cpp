// SPDX-License-Identifier: Apache-2.0
// Writes the results of a run for other programs.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "monitor-lite/trainer/tally.h"

namespace monitor {
namespace {

std::string name_of(const Placed& placed) {
  return placed.side == Side::none ? "ball"
                                   : fmt::format("{} {}", placed.side == Side::left ? "Left" : "Right", placed.number);
}

/// Quotes a field if CSV requires it.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Formats numbers here, so that they are the same in every file.
std::string milli(double number) {
  return short_number(number, 3);
}

std::string json_of(const Attempt& attempt) {
  std::string placed;
  for (const Placed& each : attempt.beginning.placed)
    placed += fmt::format("{}{}: [{}, {}, {}]", placed.empty() ? "" : ", ", quoted(name_of(each)),
                          short_number(each.place.x, 6), short_number(each.place.y, 6), short_number(each.place.z, 6));
  return fmt::format(
      "{{\"number\": {}, \"seed\": {}, \"outcome\": {}, \"seconds\": {}, \"ball_end\": [{}, {}], "
      "\"ball_top_speed\": {}, \"ball_way\": {}, \"placed\": {{{}}}}}",
      attempt.beginning.number, attempt.beginning.episode_seed, quoted(attempt.outcome), milli(attempt.seconds),
      milli(attempt.ball_end.x), milli(attempt.ball_end.y), milli(attempt.ball_top_speed), milli(attempt.ball_way),
      placed);
}

std::string json_of(const Tally::Outcome& outcome) {
  return fmt::format(
      "{{\"name\": {}, \"attempts\": {}, \"share\": {}, \"low\": {}, \"high\": {}, \"mean_seconds\": {}, "
      "\"deviation_seconds\": {}}}",
      quoted(outcome.name), outcome.attempts, short_number(outcome.share, 4), short_number(outcome.low, 4),
      short_number(outcome.high, 4), milli(outcome.mean_seconds), milli(outcome.deviation_seconds));
}

template <typename Item>
std::string lines_of(const std::vector<Item>& items) {
  std::vector<std::string> lines;
  lines.reserve(items.size());
  for (const Item& item : items) lines.push_back("  " + json_of(item));
  return fmt::format("{}", fmt::join(lines, ",\n"));
}

}  // namespace

std::string csv_of(const std::vector<Attempt>& attempts) {
  if (attempts.empty()) return "number,seed,outcome,seconds,ball_end_x,ball_end_y,ball_top_speed,ball_way\n";
  std::string text = "number,seed,outcome,seconds,ball_end_x,ball_end_y,ball_top_speed,ball_way";
  for (const Placed& placed : attempts.front().beginning.placed) text += fmt::format(",{0} x,{0} y", name_of(placed));
  text += '\n';
  for (const Attempt& each : attempts) {
    text +=
        fmt::format("{},{},{},{},{},{},{},{}", each.beginning.number, each.beginning.episode_seed, field(each.outcome),
                    short_number(each.seconds, 3), short_number(each.ball_end.x, 3), short_number(each.ball_end.y, 3),
                    short_number(each.ball_top_speed, 3), short_number(each.ball_way, 3));
    for (const Placed& placed : each.beginning.placed)
      text += fmt::format(",{},{}", short_number(placed.place.x, 6), short_number(placed.place.y, 6));
    text += '\n';
  }
  return text;
}

std::string json_of(const Tally::Run& run, const Tally& tally, const std::vector<Attempt>& attempts) {
  return fmt::format(
      "{{\n \"format\": 1,\n \"play\": {},\n \"seed\": {},\n \"interval\": {},\n \"repeatable\": {},\n \"outcomes\": "
      "[\n{}\n ],\n \"attempts\": [\n{}\n ]\n}}\n",
      quoted(run.play), run.seed, run.interval, run.repeats, lines_of(tally.outcomes), lines_of(attempts));
}

}  // namespace monitor
