// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/report/report_table.h"

#include <fmt/format.h>

#include "monitor-lite/report/known.h"

namespace monitor {
namespace {

double percentage(double part, double whole) {
  return whole > 0.0 ? 100.0 * part / whole : 0.0;
}

std::string foremost_of(const Report::TeamLine& team) {
  std::string words;
  for (const double place : team.foremost) words += fmt::format("{}{:+.1f}", words.empty() ? "" : ", ", place);
  return words;
}

void add_players(const Report& report, std::vector<std::string>& lines) {
  lines.emplace_back();
  lines.push_back(fmt::format("{:<14} {:>6} {:>8} {:>9} {:>9} {:>8} {:>8}", "team", "number", "touches", "dist. m",
                              "top m/s", "mean x", "mean y"));
  for (const Report::PlayerLine& player : report.players)
    lines.push_back(fmt::format("{:<14.14} {:>6} {:>8} {:>9} {:>9} {:>8.1f} {:>8.1f}", report.team(player.side).name,
                                player.number, known(report.is_dense, "{}", player.touches),
                                known(report.is_dense, "{:.1f}", player.distance),
                                known(report.is_dense, "{:.2f}", player.top_speed), player.mean_x, player.mean_y));
}

}  // namespace

std::vector<std::string> table_of(const Report& report) {
  using Team = Report::TeamLine;
  std::vector<std::string> lines;
  const auto& [left, right] = report.teams;
  lines.push_back(fmt::format("{} {} : {} {}   {:.1f} s of game, {:.1f} s of it play on, {} x {} m", left.name,
                              left.score, right.score, right.name, report.time, report.play_on,
                              report.game.field_length, report.game.field_width));
  if (const std::string words = decision_words(report); !words.empty()) lines.push_back(words);
  for (const Event& goal : report.goals)
    lines.push_back(fmt::format("{:9.2f} s  {}{}", goal.time, goal.text,
                                goal.scorer.assist > 0 ? fmt::format(", assist by {}", goal.scorer.assist) : ""));
  for (const ShootOutAttempt& attempt : report.attempts)
    lines.push_back(fmt::format("{:9.2f} s  shoot-out: {} of {} {}", attempt.time, attempt.number,
                                report.team(attempt.side).name, attempt.scored ? "scores" : "misses"));
  lines.emplace_back();
  lines.push_back(fmt::format("{:<24} {:>14.14} {:>14.14}", "", left.name, right.name));
  const auto row = [&](const char* what, auto value, const char* form) {
    lines.push_back(fmt::format("{:<24} {:>14} {:>14}", what, fmt::format(fmt::runtime(form), value(report.teams[0])),
                                fmt::format(fmt::runtime(form), value(report.teams[1]))));
  };
  const auto count = [&](const char* what, int Team::*number, bool is_known) {
    row(
        what, [&](const Team& team) { return known(is_known, "{}", team.*number); }, "{}");
  };
  const auto had_ball = left.had_ball + right.had_ball;
  row(
      "possession", [&](const Team& team) { return percentage(team.had_ball, had_ball); }, "{:.0f} %");
  row(
      "ball in own half", [&](const Team& team) { return percentage(team.ball_in_half, report.play_on); }, "{:.0f} %");
  count("passes", &Team::passes, report.is_dense);
  count("interceptions", &Team::interceptions, report.is_dense);
  const auto words = [&](const char* what, auto text) {
    row(
        what, [&](const Team& team) { return report.is_dense ? text(team) : std::string("–"); }, "{}");
  };
  words("shots, on target", [](const Team& team) { return fmt::format("{}, {}", team.shots, team.shots_on_target); });
  const auto kicks = [&](const Team& team) {
    const std::string forward = fmt::format("{:.0f} %", percentage(team.forward_kicks, team.kicks));
    return report.has_kicks() ? fmt::format("{}, {}", team.kicks, known(report.is_dense, "{}", forward)) : "–";
  };
  row("kicks, forward", kicks, "{}");
  words("kick m/s, 1 in 10 above",
        [](const Team& team) { return fmt::format("{:.1f}, {:.1f}", team.kick_speed, team.fast_kick_speed); });
  row(
      "foremost two, m", [](const Team& team) { return foremost_of(team); }, "{}");
  count("restarts", &Team::restarts, report.has_restarts);
  count("offside", &Team::offsides, report.has_restarts);
  add_players(report, lines);
  return lines;
}

}  // namespace monitor
