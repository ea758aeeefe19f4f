// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/options.h"

#include <fmt/format.h>

#include <stdexcept>

#include "monitor-lite/option_kinds.h"
#include "spark/command_line/command_line.h"

namespace monitor {
namespace {

using spark::OptionTable;

constexpr double kMaxPicturesPerSecond = 1000;
constexpr std::int64_t kMaxSkipped = 1'000'000;

OptionTable::Program program() {
  return {"rcssmonitor3D-lite", RCSS_VERSION,
          "Shows a match in a window: live from the server's monitor port, or from a log. In the window ? shows the "
          "keys. With --text, --stats, --json or pictures there is no window.",
          "Exit status: 0, 1 if there is nothing to show or no screen to show it on, 2 for wrong usage.\n"};
}

void add_match_options(OptionTable& table, Options& options) {
  table.begin_section("The match");
  table.add({.names = {"server"}, .value = spark::word(options.server, "HOST"), .help = "where the server runs"});
  table.add({.names = {"port"}, .value = spark::port(options.port, 1), .help = "its monitor port"});
  table.add({.names = {"logfile"},
             .value = spark::in_a_row(spark::files(options.log_files)),
             .help = "replay a monitor.log, plain or .zst, instead of a live match; --broadcast takes several"});
}

void add_window_options(OptionTable& table, Options& options) {
  const auto check_color = [](const std::string& color) { read_color(color); };
  table.begin_section("The window");
  table.add(
      {.names = {"trainer"}, .value = spark::flag(options.trainer), .help = "lead the match with buttons and handles"});
  table.add({.names = {"trainer_secret_file"},
             .value = spark::file(options.trainer_secret_file),
             .help = "the secret of the server's --trainer_secret_file, for --trainer from another machine"});
  table.add({.names = {"full_screen"}, .value = spark::flag(options.full_screen), .help = "open on the whole screen"});
  table.add({.names = {"broadcast"},
             .value = spark::flag(options.broadcast),
             .help = "let a director choose cameras, replay goals and show cards; with --frames as pictures"});
  table.add({.names = {"left_name"},
             .value = look(options.looks.names.left, "NAME", check_team_name),
             .help = "name of the left team",
             .usual = "as it calls itself"});
  table.add({.names = {"right_name"},
             .value = look(options.looks.names.right, "NAME", check_team_name),
             .help = "name of the right team",
             .usual = "as it calls itself"});
  table.add({.names = {"left_color", "left_colour"},
             .value = look(options.looks.left_color, "#RRGGBB|NAME", check_color),
             .help = "color of the left team",
             .usual = "#409eff"});
  table.add({.names = {"right_color", "right_colour"},
             .value = look(options.looks.right_color, "#RRGGBB|NAME", check_color),
             .help = "color of the right team",
             .usual = "#ffa614"});
  table.add({.names = {"camera"}, .value = camera(options.picture.camera), .help = "where the match is seen from"});
  table.add({.names = {"size"}, .value = size(options.picture), .help = "size of window or pictures, in pixels"});
}

void add_old_options(OptionTable& table, Options& options) {
  table.begin_section("Options of the monitor of 2006");
  table.add({.names = {"msgskip"},
             .value = spark::whole_number(options.skipped_messages, 0, kMaxSkipped),
             .help = "how many frames it left out between two pictures; no effect: the window draws when it can"});
  table.add({.names = {"texture"},
             .value = spark::flag(options.texture),
             .help = "it put pictures on field and ball; no effect: they are drawn without files"});
}

void add_outputs(OptionTable& table, Options& options) {
  table.begin_section("Text and pictures");
  table.add({.names = {"text"},
             .value = spark::flag(options.text),
             .help = "print a line per event: kick-off, goal, restart, offside, half, end"});
  table.add({.names = {"stats"}, .value = spark::flag(options.stats), .help = "print a table of the match at its end"});
  table.add({.names = {"json"},
             .value = spark::flag(options.json),
             .help = "print the numbers of the match as JSON at its end"});
  table.add({.names = {"heatmap"},
             .value = picture_file(options.heatmap),
             .help = "draw where teams and ball of a log have been"});
  table.add({.names = {"screenshot"}, .value = picture_file(options.screenshot), .help = "draw one picture of a log"});
  table.add({.names = {"at"},
             .value = game_time(options.at),
             .help = "game time of --screenshot",
             .usual = "the end of the log"});
  table.add({.names = {"frames"},
             .value = spark::shown_as(spark::word(options.frames, ""), "DIR"),
             .help = "draw many pictures of a log, for a film"});
  table.add({.names = {"from"},
             .value = game_time(options.from),
             .help = "game time of the first of --frames",
             .usual = "0 s"});
  table.add({.names = {"to"},
             .value = game_time(options.to),
             .help = "game time of the last of --frames",
             .usual = "the end of the log"});
  table.add({.names = {"fps"},
             .value = spark::shown_as(spark::positive_number(options.per_second, kMaxPicturesPerSecond), "N"),
             .help = "how many --frames per second of game time"});
}

void check_looks(Options& options) {
  const Looks& looks = options.looks;
  const bool only_left = looks.right_color.empty();
  if (only_left && looks.left_color.empty()) return;
  try {
    color_teams(options.looks, options.picture.palette);
  } catch (const std::invalid_argument& error) {
    spark::refuse_value(only_left ? "--left_color" : "--right_color", only_left ? looks.left_color : looks.right_color,
                        error.what());
  }
}

void check_window(Options& options) {
  if (options.trainer && !options.log_file.empty())
    throw spark::WrongUsage("--trainer: leads a server, not a log: leave out --logfile");
  if (options.json && (options.text || options.stats))
    throw spark::WrongUsage("--json: is for programs to read: leave out --text and --stats");
  if (options.trainer && (options.text || options.stats || options.json))
    throw spark::WrongUsage("--trainer: needs the window: leave out --text, --stats and --json");
  if (!options.trainer && !options.trainer_secret_file.empty())
    throw spark::WrongUsage("--trainer_secret_file: is for who leads the match: add --trainer");
  check_looks(options);
}

void check_broadcast(const Options& options) {
  if (!options.broadcast) {
    if (options.log_files.size() > 1) throw spark::WrongUsage("--logfile: only --broadcast shows several");
    return;
  }
  const char* const needless = options.trainer                    ? "--trainer"
                               : options.stats                    ? "--stats"
                               : options.json                     ? "--json"
                               : !options.heatmap.empty()         ? "--heatmap"
                               : !options.screenshot.empty()      ? "--screenshot"
                               : options.at                       ? "--at"
                               : options.from                     ? "--from"
                               : options.to                       ? "--to"
                               : options.picture.camera != "side" ? "--camera"
                                                                  : nullptr;
  if (needless) throw spark::WrongUsage(fmt::format("--broadcast: directs itself: leave out {}", needless));
}

}  // namespace

std::string needless_options(const Options& options) {
  std::string names = options.skipped_messages > 0 ? "--msgskip" : "";
  if (options.texture) names += names.empty() ? "--texture" : " and --texture";
  return names.empty() ? names : fmt::format("{}: accepted for old scripts, without effect", names);
}

std::optional<std::string> read_options(int argc, const char* const* argv, Options& options) {
  OptionTable table(program());
  add_match_options(table, options);
  add_window_options(table, options);
  add_outputs(table, options);
  add_old_options(table, options);
  table.begin_section("Help");
  table.add_questions();
  if (auto answer = spark::read_command_line(table, argc, argv)) return answer;
  if (!options.log_files.empty()) options.log_file = options.log_files.front();
  check_broadcast(options);
  if (options.wants_pictures() && options.log_file.empty())
    throw spark::WrongUsage("--heatmap, --screenshot and --frames: expected a --logfile with them");
  check_window(options);
  return std::nullopt;
}

}  // namespace monitor
