// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/report/report_html.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "monitor-lite/client/words.h"
#include "monitor-lite/report/html_text.h"
#include "monitor-lite/report/known.h"
#include "monitor-lite/report/report_pictures.h"

namespace monitor {
namespace {

constexpr std::string_view kStyle = R"(
:root{--l:#409eff;--r:#ffa614;--b:#c9374a;--t:#1c232b;--d:#5b6774;--bg:#fff;--e:#d9e0e6;--f:#e9f1e6;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--t:#e8edf2;--d:#9aa7b4;--bg:#14191f;--e:#2c353f;--f:#1d2b20;--b:#ff6b7d}}
body{font:16px/1.45 system-ui,sans-serif;color:var(--t);background:var(--bg);max-width:64rem;margin:0 auto;padding:1rem}
h1{font-size:1.9rem;margin:.4rem 0}h2{font-size:1.15rem;margin:1.8rem 0 .5rem}
h1 b{padding:0 .5rem;white-space:nowrap}.tl{border-bottom:4px solid var(--l)}.tr{border-bottom:4px solid var(--r)}
p{color:var(--d);margin:.3rem 0}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
.w{overflow-x:auto}td,th{padding:.2rem .7rem;border-bottom:1px solid var(--e);text-align:right;white-space:nowrap}
td:first-child,th:first-child,td.n,th.n{text-align:left}svg{display:block;width:100%;height:auto}
svg.c{height:6rem}.l{fill:var(--l)}.r{fill:var(--r)}.b{fill:var(--b)}.m{fill:var(--t)}.f{fill:var(--f)}
.g{fill:none;stroke:var(--d);stroke-width:.25}.c .g{stroke-width:.5}.p{fill:none;stroke:var(--b);stroke-width:.2}
.h{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1rem}figure{margin:0}
figcaption{color:var(--d);font-size:.9rem}
)";

std::string clock_words(double time) {
  const auto seconds = static_cast<long long>(std::floor(time));
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

std::string percent(double part, double whole) {
  return whole > 0.0 ? fmt::format("{:.0f} %", 100.0 * part / whole) : "–";
}

/// "6.1, 2.0": metres towards the other team's goal.
std::string foremost_words(const Report::TeamLine& team) {
  std::string words;
  for (const double place : team.foremost) words += fmt::format("{}{:.1f}", words.empty() ? "" : ", ", place);
  return words.empty() ? "–" : words;
}

/// "kick-in for the left team" of "KickIn_Left".
std::string mode_words(const std::string& mode) {
  Game game;
  game.play_modes = {mode};
  Snapshot in_mode;
  const PlayModeWords words = play_mode_words(game, in_mode);
  if (words.team == Side::none) return words.words;
  return fmt::format("{} the {} team", words.words, words.team == Side::left ? "left" : "right");
}

std::string goals_list(const Report& report) {
  std::string out;
  for (const Event& goal : report.goals) {
    const std::string scorer = scorer_words(goal.scorer);
    out += fmt::format(
        "<tr><td>{}</td><td class=\"n\"><span class=\"t{}\">{}</span></td><td class=\"n\">{}{}</td>"
        "<td>{} : {}</td></tr>\n",
        clock_words(goal.time), goal.side == Side::left ? 'l' : 'r', html_text(report.team(goal.side).name),
        html_text(scorer), goal.scorer.assist > 0 ? fmt::format(", assist by no. {}", goal.scorer.assist) : "",
        goal.score_left, goal.score_right);
  }
  if (out.empty()) return "<p>No goals.</p>\n";
  return "<div class=\"w\"><table>\n" + out + "</table></div>\n";
}

/// The goals of a shoot-out do not count for the match.
std::string shoot_out_table(const Report& report) {
  std::string out = "<div class=\"w\"><table>\n";
  int left = 0, right = 0;
  for (const ShootOutAttempt& attempt : report.attempts) {
    if (attempt.scored) ++(attempt.side == Side::left ? left : right);
    out += fmt::format(
        "<tr><td>{}</td><td class=\"n\"><span class=\"t{}\">{}</span></td><td class=\"n\">no. {}</td><td "
        "class=\"n\">{}</td><td>{} : {}</td></tr>\n",
        clock_words(attempt.time), attempt.side == Side::left ? 'l' : 'r', html_text(report.team(attempt.side).name),
        attempt.number, attempt.scored ? "goal" : "no goal", left, right);
  }
  return out + "</table></div>\n";
}

std::string teams_table(const Report& report) {
  const auto& teams = report.teams;
  std::string out = fmt::format("<div class=\"w\"><table>\n<tr><th></th><th>{}</th><th>{}</th></tr>\n",
                                html_text(teams[0].name), html_text(teams[1].name));
  const auto row = [&](std::string_view name, auto value) {
    out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", name, value(teams[0]), value(teams[1]));
  };
  using Team = Report::TeamLine;
  const auto count = [&](std::string_view name, int Team::*number, bool is_known) {
    row(name, [&](const Team& team) { return known(is_known, "{}", team.*number); });
  };
  if (report.has_touches) {
    const double had = teams[0].had_ball + teams[1].had_ball;
    row("possession", [&](const Team& team) { return percent(team.had_ball, had); });
    count("touches", &Team::touches, report.is_dense);
    count("passes", &Team::passes, report.is_dense);
    count("interceptions", &Team::interceptions, report.is_dense);
    count("shots", &Team::shots, report.is_dense);
    count("on target", &Team::shots_on_target, report.is_dense);
    count("kicks", &Team::kicks, report.has_kicks());
    const auto kicks = [&](const Team& team) { return report.is_dense ? team.kicks : 0; };
    row("kick speed: median, m/s", [&](const Team& team) { return known(kicks(team) > 0, "{:.1f}", team.kick_speed); });
    row("one kick in ten faster than, m/s",
        [&](const Team& team) { return known(kicks(team) > 0, "{:.1f}", team.fast_kick_speed); });
    row("kicks forward", [&](const Team& team) { return percent(team.forward_kicks, kicks(team)); });
  }
  row("ball in own half", [&](const Team& team) { return percent(team.ball_in_half, report.play_on); });
  row("mean place of the foremost and second player, m", foremost_words);
  count("restarts", &Team::restarts, report.has_restarts);
  count("offside", &Team::offsides, report.has_restarts);
  row("distance, m", [&](const Team& team) { return known(report.is_dense, "{:.0f}", team.distance); });
  return out + "</table></div>\n";
}

std::string players_table(const Report& report) {
  std::string out = "<div class=\"w\"><table>\n<tr><th>team</th><th>no.</th><th>goals</th>";
  if (report.has_touches) out += "<th>assists</th><th>touches</th><th>passes</th><th>kicks</th><th>longest, m</th>";
  out += "<th>distance, m</th><th>top speed, m/s</th></tr>\n";
  for (const Report::PlayerLine& player : report.players) {
    out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td>", html_text(report.team(player.side).name), player.number,
                       player.goals);
    if (report.has_touches) {
      double longest = 0.0;
      for (const Report::Kick& kick : player.kicks) longest = std::max(longest, kick.length);
      const auto cell = [&](auto value) { out += fmt::format("<td>{}</td>", known(report.is_dense, "{}", value)); };
      out += fmt::format("<td>{}</td>", known(report.has_kicks(), "{}", player.assists));
      cell(player.touches), cell(player.passes);
      out += fmt::format("<td>{}</td>", known(report.has_kicks(), "{}", player.kick_count));
      out += fmt::format("<td>{}</td>", known(report.is_dense, "{:.1f}", longest));
    }
    out += fmt::format("<td>{}</td><td>{}</td></tr>\n", known(report.is_dense, "{:.0f}", player.distance),
                       known(report.is_dense, "{:.2f}", player.top_speed));
  }
  return out + "</table></div>\n";
}

std::string modes_table(const Report& report) {
  std::string out = "<div class=\"w\"><table>\n<tr><th>play mode</th><th>times</th><th>seconds</th></tr>\n";
  for (const Report::ModeLine& mode : report.modes)
    out += fmt::format("<tr><td>{}</td><td>{}</td><td>{:.1f}</td></tr>\n", html_text(mode_words(mode.mode)),
                       known(report.is_dense, "{}", mode.times), mode.seconds);
  return out + "</table></div>\n";
}

}  // namespace

std::string report_html(const Report& report) {
  const std::string left = html_text(report.teams[0].name), right = html_text(report.teams[1].name);
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<title>{} {} : {} {}</title>\n<style>{}</style></head><body>\n"
      "<h1><span class=\"tl\">{}</span><b>{} : {}</b><span class=\"tr\">{}</span></h1>\n"
      "<p>{} played, {} of it with the ball in play; last play mode: {}</p>\n",
      left, report.teams[0].score, report.teams[1].score, right, kStyle, left, report.teams[0].score,
      report.teams[1].score, right, clock_words(report.time), clock_words(report.play_on),
      html_text(mode_words(report.last_mode)));
  if (const std::string words = decision_words(report); !words.empty())
    out += fmt::format("<p>{}</p>\n", html_text(words));
  if (report.sides_changed) out += "<p>The teams changed sides. Here each is on the side on which it began.</p>\n";
  out += "<h2>Goals</h2>\n" + goals_list(report);
  if (!report.attempts.empty()) out += "<h2>Shoot-out</h2>\n" + shoot_out_table(report);
  const auto over_time = [&](std::string_view title, std::array<double, 2> Report::Slice::*what) {
    if (const std::string picture = shares_picture(report, what, title); !picture.empty())
      out += fmt::format(
          "<h2>{}</h2>\n<figure>{}<figcaption>{} at the top, {} at the bottom; each bar is {:g} s, vertical lines are "
          "goals</figcaption></figure>\n",
          title, picture, left, right, Report::kSliceSeconds);
  };
  if (report.has_touches) over_time("Possession over time", &Report::Slice::had_ball);
  over_time("Half of the field the ball was in", &Report::Slice::in_half);
  out += "<h2>Teams</h2>\n" + teams_table(report);
  out += "<h2>Heat maps</h2>\n<div class=\"h\">\n";
  const auto figure = [&](const std::string& picture, std::string_view words) {
    out += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", picture, words);
  };
  figure(ball_path_picture(report), "path of the ball");
  figure(heat_picture(report, 2), "the ball");
  figure(heat_picture(report, 0), left);
  figure(heat_picture(report, 1), right);
  out += "</div>\n<h2>Players</h2>\n" + players_table(report);
  out += "<h2>Play modes</h2>\n" + modes_table(report);
  return out + "</body></html>\n";
}

}  // namespace monitor
