// SPDX-License-Identifier: Apache-2.0
// rcssmonitor3D-lite: what a match was, or is, in words and pictures. See docs/clients.md.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "monitor-lite/broadcast/broadcast_window.h"
#include "monitor-lite/broadcast/channel.h"
#include "monitor-lite/client/client.h"
#include "monitor-lite/client/events.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/heatmap.h"
#include "monitor-lite/looks.h"
#include "monitor-lite/match_table.h"
#include "monitor-lite/pictures.h"
#include "monitor-lite/view/camera.h"
#include "monitor-lite/view/offscreen.h"
#include "monitor-lite/watch.h"
#include "monitor-lite/window/live_match.h"
#include "monitor-lite/window/replay.h"
#include "monitor-lite/window/viewer.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/option_values.h"
#include "spark/core/standard_streams.h"

namespace {

struct Options {
  std::string server = "127.0.0.1";
  int port = 12001;
  std::vector<std::string> log_files;
  std::string log_file;  ///< the first of them; empty: a server
  bool text = false;
  bool stats = false;
  std::string heatmap;
  std::string screenshot;
  std::string frames;
  std::optional<double> at, from, to;  ///< s
  double per_second = 25.0;
  std::string size = "1280x720";
  monitor::PictureOptions picture;
  bool trainer = false;
  bool full_screen = false;
  bool broadcast = false;
  monitor::Looks looks;
};

/// The reader of standard output has gone.
struct NobodyReads {};

/// Throws if it cannot be written: then there is nothing left to do.
void print(std::string_view text) {
  const int error = spark::write_text(STDOUT_FILENO, text);
  if (error == EPIPE) throw NobodyReads();
  if (error != 0) throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(error)));
}

void print(const monitor::Event& event) {
  print(fmt::format("{:9.2f} s  {}\n", event.time, event.text));
}

void print(const monitor::MatchTable& table) {
  print(fmt::format("{}\n", fmt::join(table.lines(), "\n")));
}

/// The time an option gives, or `usual`.
double time_in_log(const char* option, std::optional<double> given, double usual, double end) {
  if (given && *given > end)
    spark::refuse_value(option, fmt::format("{}", *given),
                        fmt::format("a time up to {:.2f} s, the end of the log", end));
  return given.value_or(usual);
}

void write_pictures(monitor::LogFile& log, const Options& options) {
  const double end = log.time_of(log.size() - 1);
  if (!options.screenshot.empty())
    write_screenshot(log, time_in_log("--at", options.at, end, end), options.picture, options.screenshot);
  if (options.frames.empty()) return;
  const double from = time_in_log("--from", options.from, 0.0, end);
  const double to = std::min(options.to.value_or(end), end);
  if (to < from)
    spark::refuse_value("--to", fmt::format("{}", to), fmt::format("a time from {} s on, where --from is", from));
  const int count = write_frames(log, from, to, options.per_second, options.picture, options.frames);
  print(fmt::format("{} pictures in {}\n", count, options.frames));
}

int show_log(const Options& options) {
  monitor::LogFile log(options.log_file, options.looks.names);
  if (const std::string problem = log.problem(); !problem.empty())
    spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}: {}\n", options.log_file, problem);
  if (options.text)
    for (const auto& mark : log.marks()) print(mark.event);
  if (options.stats && log.size() > 0) {
    if (options.text) print("\n");
    monitor::MatchTable table;
    for (std::size_t i = 0; i < log.size(); ++i) table.add(log.game(), log.at(i));
    print(table);
  }
  if (!options.heatmap.empty() && log.size() > 0) {
    monitor::Heatmap heatmap(log.game());
    for (std::size_t i = 0; i < log.size(); ++i) heatmap.add(log.at(i));
    heatmap.write_png(options.heatmap);
  }
  if (log.size() > 0) write_pictures(log, options);
  return log.size() > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

monitor::WatchOptions watch_options(const Options& options) {
  monitor::WatchOptions watched;
  watched.width = options.picture.width;
  watched.height = options.picture.height;
  watched.full_screen = options.full_screen;
  return watched;
}

void watch_match(const Options& options) {
  monitor::WatchOptions watched = watch_options(options);
  const auto watch = [&](const monitor::Viewer::Watched& match) {
    monitor::watch(
        [&] {
          auto viewer = std::make_unique<monitor::Viewer>(match, options.picture.palette, options.picture.camera);
          viewer->tell("? shows keys and mouse");
          return viewer;
        },
        watched);
  };
  if (options.log_file.empty()) {
    watched.title = fmt::format("{}:{} - rcssmonitor3D-lite", options.server, options.port);
    monitor::LiveMatch match(options.server, static_cast<std::uint16_t>(options.port), options.looks.names);
    return watch({match, nullptr, options.trainer ? &match : nullptr});
  }
  watched.title = fmt::format("{} - rcssmonitor3D-lite", options.log_file);
  monitor::Replay replay(options.log_file, options.looks.names);
  if (const std::string problem = replay.log().problem(); !problem.empty())
    spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}: {}\n", options.log_file, problem);
  watch({replay, &replay, nullptr});
}

int broadcast(const Options& options) {
  std::unique_ptr<monitor::Channel> channel;
  const bool live = options.log_files.empty();
  if (live)
    channel = std::make_unique<monitor::LiveChannel>(options.server, static_cast<std::uint16_t>(options.port),
                                                     options.looks.names);
  else
    channel = std::make_unique<monitor::LogChannel>(
        std::vector<std::filesystem::path>(options.log_files.begin(), options.log_files.end()), options.looks.names);
  const auto complain = [&] {
    for (const std::string& problem : channel->take_problems())
      spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}\n", problem);
  };
  const auto on_event = [&](const monitor::Event& event) {
    complain();
    if (options.text) print(event);
  };
  complain();
  if (!options.frames.empty()) {
    const int count = write_broadcast(*channel, options.per_second, options.picture, options.frames, on_event);
    print(fmt::format("{} pictures in {}\n", count, options.frames));
  } else {
    monitor::watch(
        [&] { return std::make_unique<monitor::BroadcastWindow>(*channel, options.picture.palette, !live, on_event); },
        watch_options(options));
  }
  complain();
  return EXIT_SUCCESS;
}

int show_live(const Options& options) {
  monitor::Client client(options.server, static_cast<std::uint16_t>(options.port), options.looks.names);
  monitor::EventFinder finder;
  monitor::MatchTable table;
  std::string told;
  while (client.state() != monitor::Client::State::over) {
    client.poll(std::chrono::milliseconds(500), [&](const monitor::Snapshot& snapshot) {
      for (const monitor::Event& event : finder.next(client.game(), snapshot))
        if (options.text) print(event);
      table.add(client.game(), snapshot);
    });
    if (client.state() == monitor::Client::State::over || client.problem() == told) continue;
    told = client.problem();
    if (!told.empty()) spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}\n", told);
  }
  if (options.stats) print(table);
  return EXIT_SUCCESS;
}

bool wants_pictures(const Options& options) {
  return !options.heatmap.empty() || !options.screenshot.empty() || !options.frames.empty();
}

void check_picture_name(const char* option, const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (!ending.empty() && ending != ".png") spark::refuse_value(option, name, "FILE.png: pictures are written as PNG");
}

void check_pictures(Options& options) {
  if (wants_pictures(options) && options.log_file.empty())
    throw spark::WrongUsage("--heatmap, --screenshot and --frames: expected a --logfile with them");
  check_picture_name("--screenshot", options.screenshot);
  check_picture_name("--heatmap", options.heatmap);
  const auto& names = monitor::kCameraNames;
  if (std::find(names.begin(), names.end(), options.picture.camera) == names.end())
    spark::refuse_value("--camera", options.picture.camera, fmt::format("one of {}", fmt::join(names, ", ")));
  int used = 0;
  const int found =
      std::sscanf(options.size.c_str(), "%dx%d%n", &options.picture.width, &options.picture.height, &used);
  const auto good = [](int pixels) { return pixels >= 64 && pixels <= monitor::Offscreen::kMaxPixels; };
  if (found != 2 || used != static_cast<int>(options.size.size()) || !good(options.picture.width) ||
      !good(options.picture.height))
    spark::refuse_value("--size", options.size, fmt::format("WxH, each from 64 to {}", monitor::Offscreen::kMaxPixels));
  if (!(options.per_second > 0 && options.per_second <= 1000))
    spark::refuse_value("--fps", fmt::format("{}", options.per_second), "a number above 0, at most 1000");
  const auto check_time = [](const char* option, std::optional<double> time) {
    if (time && !(std::isfinite(*time) && *time >= 0))
      spark::refuse_value(option, fmt::format("{}", *time), "a time of the game, in seconds from 0 on");
  };
  check_time("--at", options.at);
  check_time("--from", options.from);
  check_time("--to", options.to);
}

void check_looks(Options& options) {
  const auto check = [](const char* option, const std::string& value, auto&& what) {
    try {
      if (!value.empty()) what();
    } catch (const std::invalid_argument& error) {
      spark::refuse_value(option, value, error.what());
    }
  };
  const monitor::Looks& looks = options.looks;
  check("--left_name", looks.names.left, [&] { monitor::check_team_name(looks.names.left); });
  check("--right_name", looks.names.right, [&] { monitor::check_team_name(looks.names.right); });
  check("--left_color", looks.left_color, [&] { monitor::read_color(looks.left_color); });
  check("--right_color", looks.right_color, [&] { monitor::read_color(looks.right_color); });
  const bool only_left = looks.right_color.empty();
  check(only_left ? "--left_color" : "--right_color", only_left ? looks.left_color : looks.right_color,
        [&] { monitor::color_teams(looks, options.picture.palette); });
}

void check_window(Options& options) {
  if (options.trainer && !options.log_file.empty())
    throw spark::WrongUsage("--trainer: leads a server, not a log: leave out --logfile");
  if (options.trainer && (options.text || options.stats))
    throw spark::WrongUsage("--trainer: needs the window: leave out --text and --stats");
  check_looks(options);
}

void check_broadcast(const Options& options) {
  if (!options.broadcast) {
    if (options.log_files.size() > 1) throw spark::WrongUsage("--logfile: only --broadcast shows several");
    return;
  }
  const char* const needless = options.trainer                    ? "--trainer"
                               : options.stats                    ? "--stats"
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

int main(int argc, char** argv) {
  spark::open_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app(
      "Shows a match in a window: live from the server's monitor port, or from a log.\n"
      "In the window ? shows the keys. With --text, --stats or pictures there is no window.");
  app.name("rcssmonitor3D-lite");
  app.set_help_flag("-h,--help", "show this text");
  app.set_version_flag("--version", "rcssmonitor3D-lite " RCSS_VERSION, "show the version");
  Options options;
  app.add_option("--server", options.server, "where the server runs (default 127.0.0.1)")->type_name("HOST");
  app.add_option("--port", options.port, "its monitor port (default 12001)")->type_name("N");
  app.add_option("--logfile", options.log_files,
                 "replay a monitor.log, plain or .zst, instead of a live match; --broadcast takes several")
      ->type_name("FILE");
  app.add_flag("--trainer", options.trainer, "lead the match with buttons and handles");
  app.add_flag("--full_screen", options.full_screen, "open on the whole screen");
  app.add_flag("--broadcast", options.broadcast,
               "let a director choose cameras, replay goals and show cards; with --frames as pictures");
  app.add_option("--left_name", options.looks.names.left, "name of the left team (default: as it calls itself)")
      ->type_name("NAME");
  app.add_option("--right_name", options.looks.names.right, "name of the right team")->type_name("NAME");
  app.add_option("--left_color,--left_colour", options.looks.left_color, "color of the left team (default #409eff)")
      ->type_name("#RRGGBB|NAME");
  app.add_option("--right_color,--right_colour", options.looks.right_color, "color of the right team (default #ffa614)")
      ->type_name("#RRGGBB|NAME");
  app.add_option("--camera", options.picture.camera, "where the match is seen from (default side)")
      ->type_name("side|ball|left|right|top");
  app.add_option("--size", options.size, "size of window or pictures, in pixels (default 1280x720)")->type_name("WxH");
  app.add_flag("--text", options.text, "print a line per event: kick-off, goal, restart, offside, half, end");
  app.add_flag("--stats", options.stats, "print a table of the match at its end");
  app.add_option("--heatmap", options.heatmap, "draw where teams and ball of a log have been")->type_name("FILE.png");
  app.add_option("--screenshot", options.screenshot, "draw one picture of a log")->type_name("FILE.png");
  app.add_option("--at", options.at, "game time of --screenshot, s (default: the end of the log)")->type_name("S");
  app.add_option("--frames", options.frames, "draw many pictures of a log, for a film")->type_name("DIR");
  app.add_option("--from", options.from, "game time of the first of --frames, s (default 0)")->type_name("S");
  app.add_option("--to", options.to, "game time of the last of --frames, s (default: the end of the log)")
      ->type_name("S");
  app.add_option("--fps", options.per_second, "how many --frames per second of game time (default 25)")->type_name("N");
  app.footer("Exit status: 0, 1 if there is nothing to show or no screen to show it on, 2 for wrong usage.");
  try {
    spark::parse_command_line(app, argc, argv);
    options.port = spark::read_port("--port", std::to_string(options.port), 1);
    if (!options.log_files.empty()) options.log_file = options.log_files.front();
    check_broadcast(options);
    check_pictures(options);
    check_window(options);
  } catch (const CLI::CallForHelp&) {
    spark::write_text(STDOUT_FILENO, app.help());
    return EXIT_SUCCESS;
  } catch (const CLI::CallForVersion&) {
    spark::write_text(STDOUT_FILENO, "rcssmonitor3D-lite " RCSS_VERSION "\n");
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {} (--help shows the options)\n", error.what());
    return 2;
  }
  try {
    if (options.broadcast) return broadcast(options);
    if (!options.text && !options.stats && !wants_pictures(options)) return watch_match(options), EXIT_SUCCESS;
    return options.log_file.empty() ? show_live(options) : show_log(options);
  } catch (const NobodyReads&) {
    return EXIT_SUCCESS;
  } catch (const spark::WrongUsage& error) {
    spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
