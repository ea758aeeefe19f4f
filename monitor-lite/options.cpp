// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/options.h"

#include <fmt/format.h>

#include <stdexcept>

#include "monitor-lite/option_kinds.h"
#include "monitor-lite/view/offscreen.h"
#include "spark/command_line/command_line.h"

namespace monitor {
namespace {

using spark::OptionTable;

constexpr double kMaxPicturesPerSecond = 1000;
constexpr std::int64_t kMaxSkipped = 1'000'000;
constexpr int kMinPixels = 64;

/// The kinds of work with a window, or with pictures of the match.
const std::vector<std::string> kDrawn{spark::kUsualWork, "trainer", "broadcast", "screenshot", "frames"};
/// The kinds of work in which the user places the camera.
const std::vector<std::string> kOwnCamera{spark::kUsualWork, "trainer", "screenshot", "frames"};

OptionTable::Program program() {
  return {"rcssmonitor3D-lite", RCSS_VERSION,
          "Shows a match in a window: live from the server's monitor port, or from a log. In the window ? shows the "
          "keys. With --text, --stats, --json or pictures there is no window.",
          "Exit status: 0, 1 if there is nothing to show or no screen to show it on, 2 for wrong usage.\n"};
}

void add_match_options(OptionTable& table, Options& options) {
  table.begin_section("The match");
  table.add({.names = {"server"}, .value = spark::host(options.server, options.port), .help = "where the server runs"});
  table.add({.names = {"port"}, .value = spark::port(options.port, 1), .help = "its monitor port"});
  table.add(
      {.names = {"logfile"},
       .value = spark::shown_as(spark::in_a_row(spark::files(options.log_files)), "LOG ..."),
       .help = "replay a monitor.log, plain or compressed, or the one in a log folder or pack (.zip, .tgz), instead of "
               "a live match; --broadcast takes several. The word --logfile may be left out",
       .is_operand = true,
       .not_with = {"server", "port", "trainer"}});
}

void add_window_options(OptionTable& table, Options& options) {
  const auto check_color = [](const std::string& color) { read_color(color); };
  table.begin_section("The window");
  table.add({.names = {"trainer"},
             .value = spark::flag(options.trainer),
             .help = "control the match with buttons and handles",
             .is_mode = true});
  table.add({.names = {"trainer_secret_file"},
             .value = spark::file(options.trainer_secret_file),
             .help = "the secret of the server's --trainer_secret_file, for a trainer on another machine",
             .with = {"trainer"}});
  table.add({.names = {"full_screen"},
             .value = spark::flag(options.full_screen),
             .help = "open on the whole screen",
             .with = {spark::kUsualWork, "trainer", "broadcast"},
             .not_with = {"frames"}});
  table.add({.names = {"broadcast"},
             .value = spark::flag(options.broadcast),
             .help = "let a director choose cameras, replay goals and show cards; with --frames as pictures",
             .is_mode = true,
             .with = {"text", "frames"}});
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
             .usual = "#409eff",
             .with = kDrawn});
  table.add({.names = {"right_color", "right_colour"},
             .value = look(options.looks.right_color, "#RRGGBB|NAME", check_color),
             .help = "color of the right team",
             .usual = "#ffa614",
             .with = kDrawn});
  table.add({.names = {"camera"},
             .value = camera(options.picture.camera),
             .help = "camera from which the match is seen",
             .with = kOwnCamera,
             .not_with = {"broadcast"}});
  table.add({.names = {"drawings"},
             .value = drawings_of(options.picture.drawings),
             .help = "show what the agents of a log have drawn (agentN-draw.log), of all, a team or a player",
             .usual = "none; in the window v shows them",
             .with = kOwnCamera,
             .not_with = {"server", "port", "trainer", "broadcast"}});
  table.add({.names = {"layer"},
             .value = spark::words(options.layers, "NAME"),
             .help = "show drawings of this layer only; may be given several times",
             .usual = "all layers",
             .with = kOwnCamera,
             .not_with = {"server", "port", "trainer", "broadcast"}});
  table.add(
      {.names = {"size"},
       .value = spark::picture_size(options.picture.width, options.picture.height, kMinPixels, Offscreen::kMaxPixels),
       .help = "size of window or pictures, in pixels",
       .with = kDrawn});
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
             .help = "print a line per event: kick-off, goal, restart, offside, half, end",
             .is_mode = true,
             .with = {"stats", "heatmap", "screenshot", "frames"}});
  table.add({.names = {"stats"},
             .value = spark::flag(options.stats),
             .help = "print a table of the match at its end",
             .is_mode = true,
             .with = {"heatmap", "screenshot", "frames"}});
  table.add({.names = {"json"},
             .value = spark::flag(options.json),
             .help = "print the numbers of the match as JSON at its end",
             .is_mode = true,
             .with = {"heatmap", "screenshot", "frames"}});
  table.add({.names = {"heatmap"},
             .value = spark::png_file(options.heatmap),
             .help = "draw where teams and ball of a log have been",
             .is_mode = true,
             .with = {"screenshot", "frames"}});
  table.add({.names = {"screenshot"},
             .value = spark::png_file(options.screenshot),
             .help = "draw one picture of a log",
             .is_mode = true,
             .with = {"frames"}});
  table.add({.names = {"at"},
             .value = game_time(options.at),
             .help = "game time of the picture",
             .usual = "the end of the log",
             .with = {"screenshot"}});
  table.add({.names = {"frames"},
             .value = spark::shown_as(spark::word(options.frames, ""), "DIR"),
             .help = "draw many pictures of a log, for a film",
             .is_mode = true});
  table.add({.names = {"from"},
             .value = game_time(options.from),
             .help = "game time of the first picture",
             .usual = "0 s",
             .with = {"frames"},
             .not_with = {"broadcast"}});
  table.add({.names = {"to"},
             .value = game_time(options.to),
             .help = "game time of the last picture",
             .usual = "the end of the log",
             .with = {"frames"},
             .not_with = {"broadcast"}});
  table.add({.names = {"fps"},
             .value = spark::shown_as(spark::positive_number(options.per_second, kMaxPicturesPerSecond), "N"),
             .help = "pictures per second of game time",
             .with = {"frames"}});
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
  if (options.log_files.size() > 1 && !options.broadcast)
    throw spark::WrongUsage("--logfile: only --broadcast shows several");
  if (options.wants_pictures() && options.log_file.empty())
    throw spark::WrongUsage("--heatmap, --screenshot and --frames: expected a log with them");
  if (!options.layers.empty()) options.picture.drawings.on = true;
  if (options.picture.drawings.on && options.log_file.empty())
    throw spark::WrongUsage("--drawings and --layer: expected a log with them");
  check_looks(options);
  return std::nullopt;
}

}  // namespace monitor
