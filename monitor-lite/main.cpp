// SPDX-License-Identifier: Apache-2.0
// rcssmonitor3D-lite: what a match was, or is, in words and pictures. See docs/clients.md.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
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
  double at = -1.0;
  double from = 0.0;
  double to = -1.0;
  double per_second = 25.0;
  std::string size = "1280x720";
  monitor::PictureOptions picture;
  bool trainer = false;
  bool full_screen = false;
  bool broadcast = false;
  monitor::Looks looks;
};

/// Whoever read standard output has seen enough of it.
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

void write_pictures(monitor::LogFile& log, const Options& options) {
  const double end = log.time_of(log.size() - 1);
  if (!options.screenshot.empty())
    write_screenshot(log, options.at < 0 ? end : options.at, options.picture, options.screenshot);
  if (options.frames.empty()) return;
  const double to = options.to < 0 ? end : std::min(options.to, end);
  const int count = write_frames(log, options.from, to, options.per_second, options.picture, options.frames);
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
    for (const std::string& problem : channel->take_problems()) spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}\n", problem);
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

void check_pictures(Options& options) {
  if (wants_pictures(options) && options.log_file.empty())
    throw CLI::ValidationError("--heatmap, --screenshot and --frames", "need a --logfile");
  const auto& names = monitor::kCameraNames;
  if (std::find(names.begin(), names.end(), options.picture.camera) == names.end())
    throw CLI::ValidationError("--camera", fmt::format("must be one of {}", fmt::join(names, ", ")));
  int used = 0;
  const int found =
      std::sscanf(options.size.c_str(), "%dx%d%n", &options.picture.width, &options.picture.height, &used);
  const auto good = [](int pixels) { return pixels >= 64 && pixels <= monitor::Offscreen::kMostPixels; };
  if (found != 2 || used != static_cast<int>(options.size.size()) || !good(options.picture.width) ||
      !good(options.picture.height))
    throw CLI::ValidationError("--size",
                               fmt::format("must be WxH, each from 64 to {}", monitor::Offscreen::kMostPixels));
  if (!(options.per_second > 0 && options.per_second <= 1000))
    throw CLI::ValidationError("--fps", "must be above 0, at most 1000");
  if (!(std::isfinite(options.at) && std::isfinite(options.from) && std::isfinite(options.to) && options.from >= 0))
    throw CLI::ValidationError("--at, --from, --to", "must be times of the game, in seconds");
}

void check_looks(Options& options) {
  const auto check = [](const char* option, auto&& what) {
    try {
      what();
    } catch (const std::invalid_argument& error) {
      throw CLI::ValidationError(option, error.what());
    }
  };
  const monitor::Looks& looks = options.looks;
  for (const auto& [option, name] : {std::pair("--left_name", looks.names.left), {"--right_name", looks.names.right}})
    if (!name.empty()) check(option, [&, &text = name] { monitor::check_team_name(text); });
  for (const auto& [option, color] :
       {std::pair("--left_color", looks.left_color), {"--right_color", looks.right_color}})
    if (!color.empty()) check(option, [&, &text = color] { monitor::read_color(text); });
  check(looks.right_color.empty() ? "--left_color" : "--right_color",
        [&] { monitor::color_teams(looks, options.picture.palette); });
}

void check_window(Options& options) {
  if (options.trainer && !options.log_file.empty())
    throw CLI::ValidationError("--trainer", "leads a server, not a log: leave out --logfile");
  if (options.trainer && (options.text || options.stats))
    throw CLI::ValidationError("--trainer", "needs the window: leave out --text and --stats");
  check_looks(options);
}

void check_broadcast(const Options& options) {
  if (!options.broadcast) {
    if (options.log_files.size() > 1) throw CLI::ValidationError("--logfile", "only --broadcast shows several");
    return;
  }
  const char* const needless = options.trainer                    ? "--trainer"
                               : options.stats                    ? "--stats"
                               : !options.heatmap.empty()         ? "--heatmap"
                               : !options.screenshot.empty()      ? "--screenshot"
                               : options.at >= 0                  ? "--at"
                               : options.from > 0                 ? "--from"
                               : options.to >= 0                  ? "--to"
                               : options.picture.camera != "side" ? "--camera"
                                                                  : nullptr;
  if (needless) throw CLI::ValidationError("--broadcast", fmt::format("directs itself: leave out {}", needless));
}

}  // namespace

int main(int argc, char** argv) {
  spark::open_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app(
      "Shows a match in a window: live from the server's monitor port, or from a log.\n"
      "In the window ? tells the keys. With --text, --stats or pictures there is no window.");
  app.name("rcssmonitor3D-lite");
  app.set_help_flag("-h,--help", "show this text");
  app.set_version_flag("--version", "rcssmonitor3D-lite " RCSS_VERSION, "show the version");
  Options options;
  app.add_option("--server", options.server, "where the server runs (default 127.0.0.1)")->type_name("HOST");
  app.add_option("--port", options.port, "its monitor port (default 12001)")->type_name("N");
  app.add_option("--logfile", options.log_files,
                 "a monitor.log, plain or .zst, instead of a server; --broadcast takes several")
      ->type_name("FILE");
  app.add_flag("--trainer", options.trainer, "buttons and handles that lead the match");
  app.add_flag("--full_screen", options.full_screen, "begin with the whole screen");
  app.add_flag("--broadcast", options.broadcast,
               "a director chooses cameras, replays goals and shows cards; with --frames as pictures");
  app.add_option("--left_name", options.looks.names.left, "what the left team is called")->type_name("NAME");
  app.add_option("--right_name", options.looks.names.right, "what the right team is called")->type_name("NAME");
  app.add_option("--left_color,--left_colour", options.looks.left_color, "of the left team (default #409eff)")
      ->type_name("#RRGGBB|NAME");
  app.add_option("--right_color,--right_colour", options.looks.right_color, "of the right team (default #ffa614)")
      ->type_name("#RRGGBB|NAME");
  app.add_option("--camera", options.picture.camera, "where the match is seen from (default side)")
      ->type_name("side|ball|left|right|top");
  app.add_option("--size", options.size, "of window or pictures, in pixels (default 1280x720)")->type_name("WxH");
  app.add_flag("--text", options.text, "one line per event: kick-off, goal, restart, offside, half, end");
  app.add_flag("--stats", options.stats, "a table of the match at its end");
  app.add_option("--heatmap", options.heatmap, "of a log: where teams and ball have been, as a picture")
      ->type_name("FILE.png");
  app.add_option("--screenshot", options.screenshot, "of a log: a picture of the match")->type_name("FILE.png");
  app.add_option("--at", options.at, "game time of the picture, s (default: the end)")->type_name("S");
  app.add_option("--frames", options.frames, "of a log: many pictures, for a film")->type_name("DIR");
  app.add_option("--from", options.from, "game time of the first of them, s (default 0)")->type_name("S");
  app.add_option("--to", options.to, "and of the last (default: the end)")->type_name("S");
  app.add_option("--fps", options.per_second, "pictures per second of game time (default 25)")->type_name("N");
  app.footer("Exit status: 0, 1 if there is nothing to show or no screen to show it on, 2 for wrong usage.");
  try {
    app.parse(argc, argv);
    if (options.port < 1 || options.port > 65535) throw CLI::ValidationError("--port", "must be from 1 to 65535");
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
  } catch (const CLI::Error& error) {
    spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {} (--help shows the options)\n", error.what());
    return 2;
  }
  try {
    if (options.broadcast) return broadcast(options);
    if (!options.text && !options.stats && !wants_pictures(options)) return watch_match(options), EXIT_SUCCESS;
    return options.log_file.empty() ? show_live(options) : show_log(options);
  } catch (const NobodyReads&) {
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
