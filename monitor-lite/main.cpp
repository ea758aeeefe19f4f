// SPDX-License-Identifier: Apache-2.0
// rcssmonitor3D-lite: shows a past or a live match in words and pictures. See docs/write/clients.md.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "monitor-lite/broadcast/broadcast_window.h"
#include "monitor-lite/broadcast/channel.h"
#include "monitor-lite/broadcast/live_replay.h"
#include "monitor-lite/client/agent_drawings.h"
#include "monitor-lite/client/client.h"
#include "monitor-lite/client/events.h"
#include "monitor-lite/client/log_file.h"
#include "monitor-lite/heatmap.h"
#include "monitor-lite/match_table.h"
#include "monitor-lite/options.h"
#include "monitor-lite/pictures.h"
#include "monitor-lite/window/live_match.h"
#include "monitor-lite/window/replay.h"
#include "monitor-lite/window/viewer.h"
#include "monitor-lite/window/watch.h"
#include "spark/command_line/option_values.h"
#include "spark/command_line/run_program.h"
#include "spark/core/standard_streams.h"
#include "spark/net/secret.h"

namespace {

using monitor::Options;

/// Thrown when the reader of standard output has closed it.
struct ReaderHasGone {};

/// Throws if standard output cannot be written, because then there is nothing left to do.
void print(std::string_view text) {
  const int error = spark::write_text(STDOUT_FILENO, text);
  if (error == EPIPE) throw ReaderHasGone();
  if (error != 0) throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(error)));
}

void print(const monitor::Event& event) {
  print(fmt::format("{:9.2f} s  {}\n", event.time, event.text));
}

std::string in_lines(const monitor::MatchTable& table) {
  return fmt::format("{}\n", fmt::join(table.lines(), "\n"));
}

/// The time that the option gives, or `usual`.
double time_in_log(const char* option, std::optional<double> given, double usual, double end) {
  if (given && *given > end)
    spark::refuse_value(option, fmt::format("{}", *given),
                        fmt::format("a time up to {:.2f} s, the end of the log", end));
  return given.value_or(usual);
}

/// The agents' drawings of a log, and the selection to show.
struct Drawings {
  monitor::AgentDrawings all;
  monitor::DrawingChoice choice;

  Drawings(const monitor::LogFile& log, const Options& options)
      : all(options.log_file, log), choice(options.picture.drawings) {
    if (choice.on && all.is_empty())
      throw std::runtime_error(
          fmt::format("--drawings: there is no agentN-draw.log with drawings beside {}", options.log_file));
    for (const std::string& layer : options.layers)
      if (std::ranges::find(all.layers(), layer) == all.layers().end())
        spark::refuse_value("--layer", layer, fmt::format("one of {}", fmt::join(all.layers(), ", ")));
    if (options.layers.empty()) return;
    for (const std::string& layer : all.layers())
      if (std::ranges::find(options.layers, layer) == options.layers.end()) choice.hidden.insert(layer);
  }
};

void write_pictures(monitor::LogFile& log, const Options& options) {
  if (options.screenshot.empty() && options.frames.empty()) return;
  Drawings drawings(log, options);
  monitor::PictureOptions picture = options.picture;
  picture.drawings = drawings.choice;
  const double end = log.time_of(log.size() - 1);
  if (!options.screenshot.empty())
    write_screenshot(log, drawings.all, time_in_log("--at", options.at, end, end), picture, options.screenshot);
  if (options.frames.empty()) return;
  const double from = time_in_log("--from", options.from, 0.0, end);
  const double to = std::min(options.to.value_or(end), end);
  if (to < from)
    spark::refuse_value("--to", fmt::format("{}", to), fmt::format("a time from {} s on, where --from is", from));
  const int count = write_frames(log, drawings.all, from, to, options.per_second, picture, options.frames);
  print(fmt::format("{} pictures in {}\n", count, options.frames));
}

int show_log(const Options& options) {
  monitor::LogFile log(options.log_file, options.looks.names);
  if (const std::string problem = log.problem(); !problem.empty())
    spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}: {}\n", options.log_file, problem);
  if (options.text)
    for (const auto& mark : log.marks()) print(mark.event);
  if ((options.stats || options.json) && log.size() > 0) {
    if (options.text) print("\n");
    monitor::MatchTable table;
    for (std::size_t i = 0; i < log.size(); ++i) table.add(log.game(), log.at(i));
    print(options.json ? table.json() : in_lines(table));
  }
  if (!options.heatmap.empty() && log.game().has_bodies)
    throw std::runtime_error(fmt::format("--heatmap: {} is the log of a world without a game", options.log_file));
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
  watched.without_window = "--text shows the match as text, --screenshot and --frames draw a log";
  watched.width = options.picture.width;
  watched.height = options.picture.height;
  watched.full_screen = options.full_screen;
  return watched;
}

int watch_match(const Options& options) {
  monitor::WatchOptions watched = watch_options(options);
  const auto watch = [&](const monitor::Viewer::Watched& match) {
    monitor::watch(
        [&] {
          auto viewer = std::make_unique<monitor::Viewer>(match, options.picture.palette, options.picture.camera);
          viewer->show_message("? shows keys and mouse");
          return viewer;
        },
        watched);
  };
  if (options.log_file.empty()) {
    watched.title = fmt::format("{}:{} - rcssmonitor3D-lite", options.server, options.port);
    std::shared_ptr<const spark::Secret> secret;
    if (!options.trainer_secret_file.empty())
      secret = std::make_shared<const spark::Secret>(spark::Secret::load(options.trainer_secret_file));
    monitor::LiveMatch match(options.server, options.port, options.looks.names, monitor::LiveMatch::kUsualSteps,
                             std::move(secret));
    monitor::LiveReplay replay(match);
    watch({replay, nullptr, options.trainer ? &match : nullptr, &match.drawings(), {}, &replay});
    return EXIT_SUCCESS;
  }
  watched.title = fmt::format("{} - rcssmonitor3D-lite", options.log_file);
  monitor::Replay replay(options.log_file, options.looks.names);
  if (const std::string problem = replay.log().problem(); !problem.empty())
    spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}: {}\n", options.log_file, problem);
  Drawings drawings(replay.log(), options);
  watch({replay, &replay, nullptr, &drawings.all, drawings.choice, nullptr});
  return EXIT_SUCCESS;
}

int broadcast(const Options& options) {
  std::unique_ptr<monitor::Channel> channel;
  const bool live = options.log_files.empty();
  if (live)
    channel = std::make_unique<monitor::LiveChannel>(options.server, options.port, options.looks.names);
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
  monitor::Client client(options.server, options.port, options.looks.names);
  monitor::EventFinder finder;
  monitor::MatchTable table;
  client.on_trouble([](const std::string& line) { spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}\n", line); });
  while (client.state() != monitor::Client::State::over) {
    client.poll(std::chrono::milliseconds(500), [&](const monitor::Snapshot& snapshot) {
      for (const monitor::Event& event : finder.next(client.game(), snapshot))
        if (options.text) print(event);
      table.add(client.game(), snapshot);
    });
  }
  if (options.stats || options.json) print(options.json ? table.json() : in_lines(table));
  return EXIT_SUCCESS;
}

int work(const Options& options) {
  if (const std::string needless = monitor::needless_options(options); !needless.empty())
    spark::print(STDERR_FILENO, "rcssmonitor3D-lite: {}\n", needless);
  try {
    if (options.broadcast) return broadcast(options);
    if (!options.text && !options.stats && !options.json && !options.wants_pictures()) return watch_match(options);
    return options.log_file.empty() ? show_live(options) : show_log(options);
  } catch (const ReaderHasGone&) {
    return EXIT_SUCCESS;
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  return spark::run_program(
      "rcssmonitor3D-lite", [&] { return monitor::read_options(argc, argv, options); }, [&] { return work(options); });
}
