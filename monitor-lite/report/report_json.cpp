// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/report/report_json.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace monitor {
namespace {

using Json = nlohmann::ordered_json;

double rounded(double value) {
  return std::round(value * 1000) / 1000 + 0.0;  // no -0
}

Json share(double part, double whole) {
  return whole > 0.0 ? Json(rounded(part / whole)) : Json();
}

/// The second team's share is the complement of the first's, so that they add up to 1.
Json possession(const Report& report, Side side) {
  const double left = report.teams[0].had_ball, had = left + report.teams[1].had_ball;
  if (had <= 0.0) return {};
  return rounded(side == Side::right ? 1.0 - rounded(left / had) : left / had);
}

std::string_view name_of(Side side) {
  return side == Side::left ? "left" : side == Side::right ? "right" : "none";
}

std::string_view name_of(Event::Kind kind) {
  using Kind = Event::Kind;
  switch (kind) {
    case Kind::kick_off:
      return "kick-off";
    case Kind::play_on:
      return "play on";
    case Kind::goal:
      return "goal";
    case Kind::restart:
      return "restart";
    case Kind::offside:
      return "offside";
    case Kind::penalty:
      return "penalty";
    case Kind::attempt:
      return "attempt";
    case Kind::half:
      return "half";
    case Kind::game_over:
      return "game over";
    case Kind::other:
      break;
  }
  return "other";
}

std::string_view name_of(Scorer::Kind kind) {
  using Kind = Scorer::Kind;
  switch (kind) {
    case Kind::seen:
      return "seen";
    case Kind::probable:
      return "probable";
    case Kind::own_goal:
      return "own goal";
    case Kind::unknown:
      break;
  }
  return "unknown";
}

Json number_or_null(int number) {
  return number > 0 ? Json(number) : Json();
}

/// A figure that only frames close enough to each other show (`Report::is_dense`, `Report::has_restarts`).
template <typename Value>
Json value_or_null(bool is_known, const Value& value) {
  return is_known ? Json(value) : Json();
}

Json team_json(const Report& report, Side side) {
  const Report::TeamLine& team = report.team(side);
  Json json{{"side", name_of(side)},
            {"name", team.name},
            {"players", team.max_players},
            {"players_at_the_end", team.last_players},
            {"distance", value_or_null(report.is_dense, rounded(team.distance))},
            {"ball_in_own_half", share(team.ball_in_half, report.play_on)},
            {"restarts", value_or_null(report.has_restarts, team.restarts)},
            {"offsides", value_or_null(report.has_restarts, team.offsides)},
            {"foremost", Json::array()}};
  for (const double place : team.foremost) json["foremost"].push_back(rounded(place));
  if (report.has_touches)
    json.update({{"possession", possession(report, side)},
                 {"touched_last", share(team.had_ball, report.play_on)},
                 {"touches", value_or_null(report.is_dense, team.touches)},
                 {"passes", value_or_null(report.is_dense, team.passes)},
                 {"interceptions", value_or_null(report.is_dense, team.interceptions)},
                 {"shots", value_or_null(report.is_dense, team.shots)},
                 {"shots_on_target", value_or_null(report.is_dense, team.shots_on_target)},
                 {"kicks", value_or_null(report.has_kicks(), team.kicks)},
                 {"kick_speed", value_or_null(report.is_dense && team.kicks > 0, rounded(team.kick_speed))},
                 {"fast_kick_speed", value_or_null(report.is_dense && team.kicks > 0, rounded(team.fast_kick_speed))},
                 {"forward_kicks", value_or_null(report.is_dense && team.kicks > 0,
                                                 rounded(team.forward_kicks / std::max(1.0, 1.0 * team.kicks)))}});
  return json;
}

Json player_json(const Report& report, const Report::PlayerLine& player) {
  Json json{{"side", name_of(player.side)},
            {"number", player.number},
            {"distance", value_or_null(report.is_dense, rounded(player.distance))},
            {"top_speed", value_or_null(report.is_dense, rounded(player.top_speed))},
            {"mean_place", {rounded(player.mean_x), rounded(player.mean_y)}},
            {"goals", player.goals},
            {"own_goals", player.own_goals}};
  if (!report.has_touches) return json;
  json.update({{"assists", value_or_null(report.has_kicks(), player.assists)},
               {"touches", value_or_null(report.is_dense, player.touches)},
               {"passes", value_or_null(report.is_dense, player.passes)},
               {"interceptions", value_or_null(report.is_dense, player.interceptions)},
               {"shots", value_or_null(report.is_dense, player.shots)},
               {"shots_on_target", value_or_null(report.is_dense, player.shots_on_target)}});
  Json kicks = Json::array();
  for (const Report::Kick& kick : player.kicks)
    kicks.push_back({{"time", rounded(kick.time)},
                     {"length", rounded(kick.length)},
                     {"speed", rounded(kick.speed)},
                     {"direction", rounded(kick.direction)}});
  json["kicks"] = value_or_null(report.is_dense, kicks);
  return json;
}

Json pairs_of(const std::vector<Report::Slice>& slices, std::array<double, 2> Report::Slice::*what) {
  Json pairs = Json::array();
  for (const Report::Slice& slice : slices) pairs.push_back({rounded((slice.*what)[0]), rounded((slice.*what)[1])});
  return pairs;
}

Json over_time_json(const Report& report) {
  Json json{{"seconds", Report::kSliceSeconds}, {"ball_in_half", pairs_of(report.slices, &Report::Slice::in_half)}};
  if (report.has_touches) json["had_ball"] = pairs_of(report.slices, &Report::Slice::had_ball);
  return json;
}

std::string_view name_of(Report::Decision decision) {
  using Decision = Report::Decision;
  switch (decision) {
    case Decision::normal_time:
      return "normal time";
    case Decision::extra_time:
      return "extra time";
    case Decision::shoot_out:
      return "shoot-out";
    case Decision::lot:
      return "lot";
    case Decision::none:
      break;
  }
  return "";
}

/// Adds the members that a match of two halves without a change of sides does not have.
void add_ending(const Report& report, Json& json) {
  if (report.needs_winner()) {
    const bool is_open = report.decision == Report::Decision::none;
    json["decided"] = is_open ? Json() : Json(name_of(report.decision));
    json["winner"] = is_open ? Json() : Json(name_of(report.winner));
  }
  if (report.sides_changed) json["sides_changed"] = true;
  if (report.attempts.empty()) return;
  Json attempts = Json::array();
  for (const ShootOutAttempt& attempt : report.attempts)
    attempts.push_back({{"time", rounded(attempt.time)},
                        {"side", name_of(attempt.side)},
                        {"number", attempt.number},
                        {"scored", attempt.scored}});
  json["shoot_out"] = {{"score", {report.teams[0].shoot_out, report.teams[1].shoot_out}},
                       {"attempts", std::move(attempts)}};
}

}  // namespace

Json report_json(const Report& report) {
  Json json{{"format", 1},
            {"teams", {team_json(report, Side::left), team_json(report, Side::right)}},
            {"score", {report.team(Side::left).score, report.team(Side::right).score}},
            {"time", rounded(report.time)},
            {"half", report.half},
            {"play_on", rounded(report.play_on)},
            {"field", {report.game.field_length, report.game.field_width}},
            {"last_mode", report.last_mode}};
  add_ending(report, json);
  Json goals = Json::array(), modes = Json::array(), players = Json::array(), events = Json::array();
  for (const Event& goal : report.goals)
    goals.push_back({{"time", rounded(goal.time)},
                     {"side", name_of(goal.side)},
                     {"scorer", name_of(goal.scorer.kind)},
                     {"number", number_or_null(goal.scorer.number)},
                     {"assist", number_or_null(goal.scorer.assist)},
                     {"score", {goal.score_left, goal.score_right}}});
  for (const Report::ModeLine& mode : report.modes)
    modes.push_back({{"mode", mode.mode},
                     {"seconds", rounded(mode.seconds)},
                     {"times", value_or_null(report.is_dense, mode.times)}});
  for (const Report::PlayerLine& player : report.players) players.push_back(player_json(report, player));
  for (const Event& event : report.events)
    events.push_back({{"time", rounded(event.time)},
                      {"kind", name_of(event.kind)},
                      {"side", event.side == Side::none ? Json() : Json(name_of(event.side))},
                      {"text", event.text}});
  json["goals"] = std::move(goals);
  json["modes"] = std::move(modes);
  json["players"] = std::move(players);
  json["events"] = std::move(events);
  json["over_time"] = over_time_json(report);
  return json;
}

Alike alike_in_every_build(std::string_view kind) {
  constexpr std::string_view kAlike[] = {
      "format",    "teams",   "teams[].side", "teams[].name", "teams[].players", "teams[].players_at_the_end",
      "score",     "score[]", "time",         "half",         "field",           "field[]",
      "last_mode", "goals",   "goals[].time", "goals[].side", "goals[].score",   "goals[].score[]"};
  constexpr std::string_view kLater[] = {"decided", "winner", "sides_changed", "shoot_out"};
  if (std::ranges::find(kAlike, kind) != std::end(kAlike)) return Alike::yes;
  const bool is_later = std::ranges::find(kLater, kind) != std::end(kLater) || kind.starts_with("shoot_out.");
  return is_later ? Alike::if_written : Alike::no;
}

std::string report_text(const Json& report) {
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace monitor
