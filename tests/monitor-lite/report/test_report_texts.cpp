// SPDX-License-Identifier: Apache-2.0
// Reports as JSON, page and table.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "monitor-lite/client/heat.h"
#include "monitor-lite/report/html_text.h"
#include "monitor-lite/report/report_html.h"
#include "monitor-lite/report/report_json.h"
#include "monitor-lite/report/report_pictures.h"
#include "monitor-lite/report/report_table.h"

using namespace monitor;
using Catch::Contains;

namespace {

Report small_report() {
  Report report;
  report.has_touches = true;
  report.time = 100.00049;
  report.play_on = 80;
  report.half = 2;
  report.last_mode = "GameOver";
  report.teams[0].name = "foo";
  report.teams[0].score = 1;
  report.teams[0].had_ball = 20;
  report.teams[0].ball_in_half = 60;
  report.teams[0].kicks = 8;
  report.teams[0].forward_kicks = 6;
  report.teams[0].kick_speed = 7.6543;
  report.teams[0].fast_kick_speed = 14;
  report.teams[0].foremost = {6.25, -2};
  report.teams[1].name = "bar";
  report.teams[1].had_ball = 40;
  Report::PlayerLine nine;
  nine.side = Side::left;
  nine.number = 9;
  nine.goals = 1;
  nine.distance = 12.34567;
  nine.mean_x = -0.0001;
  nine.kicks = {{3.25, 10.5, 12.3456, -30.0}};
  report.players.push_back(nine);
  Event goal{Event::Kind::goal, 50.5, Side::left, "goal for foo by 9, 1 : 0", {Scorer::Kind::seen, 9, 7}, 1, 0};
  report.goals.push_back(goal);
  report.events.push_back(goal);
  report.modes = {{"PlayOn", 80, 3}};
  report.slices.resize(2);
  report.slices[1].had_ball = {3, 1};
  report.slices[0].in_half = {2.5, 10};
  report.heat[0].seconds[5] = 2;
  report.ball_path = {{{0, 0}, {10, 5}}};
  return report;
}

}  // namespace

TEST_CASE("a report as JSON has shares, millimetres, and null for unknown figures") {
  const auto json = report_json(small_report());
  CHECK(json["format"] == 1);
  CHECK(json["time"] == 100.0);
  CHECK(json["score"].dump() == "[1,0]");
  CHECK(json["teams"][0]["possession"] == 0.333);
  CHECK(json["teams"][0]["touched_last"] == 0.25);
  CHECK(json["teams"][0]["ball_in_own_half"] == 0.75);
  CHECK(json["players"][0]["distance"] == 12.346);
  CHECK(json["players"][0]["mean_place"].dump() == "[0.0,0.0]");
  CHECK(json["players"][0]["kicks"][0].dump() == R"({"time":3.25,"length":10.5,"speed":12.346,"direction":-30.0})");
  CHECK(json["teams"][0]["kick_speed"] == 7.654);
  CHECK(json["teams"][0]["fast_kick_speed"] == 14.0);
  CHECK(json["teams"][0]["forward_kicks"] == 0.75);
  CHECK(json["teams"][0]["foremost"].dump() == "[6.25,-2.0]");
  CHECK(json["teams"][1]["kicks"] == 0);
  CHECK(json["teams"][1]["kick_speed"].is_null());
  CHECK(json["teams"][1]["forward_kicks"].is_null());
  CHECK(json["teams"][1]["foremost"].empty());
  CHECK(json["goals"][0].dump() ==
        R"({"time":50.5,"side":"left","scorer":"seen","number":9,"assist":7,"score":[1,0]})");
  CHECK(json["events"][0]["kind"] == "goal");
  CHECK(json["over_time"].dump() ==
        R"({"seconds":15.0,"ball_in_half":[[2.5,10.0],[0.0,0.0]],"had_ball":[[0.0,0.0],[3.0,1.0]]})");
  const auto nothing = report_json(Report{});
  CHECK(nothing["teams"][0]["ball_in_own_half"].is_null());
  CHECK_FALSE(nothing["teams"][0].contains("passes"));
  CHECK_FALSE(nothing["over_time"].contains("had_ball"));
}

TEST_CASE("figures that need dense frames are unknown in JSON, page and table if frames are too far apart") {
  Report report = small_report();
  report.is_dense = report.has_restarts = false;
  const auto json = report_json(report);
  for (const char* figure : {"distance", "touches", "passes", "interceptions", "shots", "shots_on_target", "kicks",
                             "kick_speed", "fast_kick_speed", "forward_kicks", "restarts", "offsides"}) {
    CAPTURE(figure);
    CHECK(json["teams"][0].at(figure).is_null());
  }
  for (const char* figure : {"distance", "top_speed", "assists", "touches", "passes", "interceptions", "shots",
                             "shots_on_target", "kicks"}) {
    CAPTURE(figure);
    CHECK(json["players"][0].at(figure).is_null());
  }
  CHECK(json["modes"][0]["times"].is_null());
  CHECK(json["players"][0]["goals"] == 1);
  CHECK(json["teams"][0]["possession"] == 0.333);
  const std::string page = report_html(report);
  CHECK_THAT(page, Contains("<tr><td>kicks</td><td>–</td><td>–</td></tr>"));
  CHECK_THAT(page, Contains("<tr><td>kicks forward</td><td>–</td><td>–</td></tr>"));
  CHECK_THAT(page, Contains("<tr><td>foo</td><td>9</td><td>1</td><td>–</td><td>–</td><td>–</td><td>–</td><td>–</td>"
                            "<td>–</td><td>–</td></tr>"));
  const auto lines = table_of(report);
  const auto has = [&](const std::string& line) { return std::ranges::find(lines, line) != lines.end(); };
  CHECK(has(fmt::format("{:<24} {:>14} {:>14}", "shots, on target", "–", "–")));
  CHECK(has(fmt::format("{:<24} {:>14} {:>14}", "restarts", "–", "–")));
  CHECK(has(fmt::format("{:<14} {:>6} {:>8} {:>9} {:>9} {:>8.1f} {:>8.1f}", "foo", 9, "–", "–", "–", -0.0001, 0.0)));
}

TEST_CASE("a report as JSON replaces bytes of names that are not UTF-8") {
  Report report;
  report.teams[0].name = "a\xff\"\n";
  const std::string text = report_text(report_json(report));
  CHECK_THAT(text, Contains("\"name\": \"a\xef\xbf\xbd\\\"\\n\""));
  CHECK(nlohmann::json::accept(text));
}

TEST_CASE("a report as a page escapes names, whatever they contain") {
  Report report = small_report();
  report.teams[0].name = "<script>alert('x')</script>";
  report.teams[1].name = "\"&\x01\xc0\x80";
  report.modes[0].mode = "<b>";
  const std::string page = report_html(report);
  CHECK(page.find("<script") == page.npos);
  CHECK(page.find("<b>") == page.find("<b>1 : 0</b>"));
  CHECK_THAT(page, Contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"));
  CHECK_THAT(page, Contains("&quot;&amp;\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"));
  CHECK(page.find("http://") == page.npos);
  CHECK(page.find("https://") == page.npos);
  CHECK(page.find("src=") == page.npos);
}

TEST_CASE("a report as a page has score, goals, figures and pictures") {
  const std::string page = report_html(small_report());
  CHECK_THAT(page, Contains("<span class=\"tl\">foo</span><b>1 : 0</b><span class=\"tr\">bar</span>"));
  CHECK_THAT(page, Contains("no. 9, assist by no. 7"));
  CHECK_THAT(page, Contains("<td>0:50</td>"));
  CHECK_THAT(page, Contains("<tr><td>foo</td><td>9</td><td>1</td>"));
  CHECK_THAT(page, Contains("<tr><td>kick speed: median, m/s</td><td>7.7</td><td>–</td></tr>"));
  CHECK_THAT(page, Contains("<tr><td>kicks forward</td><td>75 %</td><td>–</td></tr>"));
  CHECK_THAT(page, Contains("second player, m</td><td>6.2, -2.0</td><td>–</td></tr>"));
  CHECK_THAT(page, Contains("<td>possession</td><td>33 %</td><td>67 %</td>"));
  // The second bar of possession is three quarters from the top, the first bar of the ball's half a fifth.
  CHECK_THAT(page, Contains("<rect class=\"l\" x=\"10\" width=\"10\" height=\"75.0\"/>"));
  CHECK_THAT(page, Contains("<rect class=\"l\" x=\"0\" width=\"10\" height=\"20.0\"/>"));
  CHECK_THAT(page, Contains("d=\"M0.0 0.0L10.0 5.0\""));
  Report untold = small_report();
  untold.has_touches = false;
  CHECK(report_html(untold).find("Possession") == std::string::npos);
  CHECK(shares_picture(Report{}, &Report::Slice::in_half, "halves").empty());
  CHECK_THAT(report_html(Report{}), Contains("No goals."));
  // Play modes have readable names, not those of the protocol.
  CHECK_THAT(page, Contains("<tr><td>play on</td><td>3</td><td>80.0</td></tr>"));
  CHECK_THAT(page, Contains("last play mode: full time"));
}

TEST_CASE("a goalkeeper who stands still does not darken the rest of his team's heat map") {
  Report report = small_report();
  auto& seconds = report.heat[0].seconds;
  for (std::size_t i = 0; i < 200; ++i) seconds[i] = 2;
  seconds[600] = 900;
  const std::string picture = heat_picture(report, 0);
  std::size_t bright = 0;
  for (std::size_t at = 0; (at = picture.find("opacity=\"1.00\"", at)) != picture.npos; ++at) ++bright;
  CHECK(bright == 201);
  CHECK(full_heat({seconds.begin(), seconds.end()}) == 2);
  CHECK(full_heat({}) == 0);
  CHECK(full_heat({0, 5, 0}) == 5);
  CHECK(heat_shade(1, 4) == 0.5);
  CHECK(heat_shade(9, 4) == 1);
  CHECK(heat_shade(1, 0) == 0);
}

TEST_CASE("text for pages keeps valid characters and replaces invalid bytes") {
  CHECK(html_text("Ünï – 日本 🏆") == "Ünï – 日本 🏆");
  const std::string none = "\xef\xbf\xbd";
  CHECK(html_text("\xc3") == none);                                   // cut
  CHECK(html_text("\xc3(") == none + "(");                            // not continued
  CHECK(html_text("\xed\xa0\x80") == none + none + none);             // half a surrogate pair
  CHECK(html_text("\xe0\x80\x80") == none + none + none);             // longer than it has to be
  CHECK(html_text("\xf4\x90\x80\x80") == none + none + none + none);  // beyond the last one
  CHECK(html_text("\x80\x7f\t") == none + none + none);
}

TEST_CASE("a report as a table has score, goals and figures") {
  const auto lines = table_of(small_report());
  CHECK(lines[0] == "foo 1 : 0 bar   100.0 s of game, 80.0 s of it play on, 104 x 68 m");
  CHECK(lines[1] == "    50.50 s  goal for foo by 9, 1 : 0, assist by 7");
  const auto has = [&](const std::string& line) { return std::ranges::find(lines, line) != lines.end(); };
  CHECK(has("kicks, forward                  8, 75 %         0, 0 %"));
  CHECK(has("kick m/s, 1 in 10 above       7.7, 14.0       0.0, 0.0"));
  CHECK(has("foremost two, m              +6.2, -2.0               "));
}
