// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/window.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

#include "gateways/sigverse/client/blocking_client.h"
#include "gateways/sigverse/recording/player.h"
#include "gateways/sigverse/viewer/end_by_signals.h"
#include "gateways/sigverse/window/live_world.h"
#include "gateways/sigverse/window/recorded_world.h"
#include "gateways/sigverse/window/startup_file.h"
#include "gateways/sigverse/window/world_window.h"
#include "gateways/sigverse/wire/object_text.h"
#include "monitor-lite/view/offscreen.h"
#include "monitor-lite/view/png_file.h"
#include "monitor-lite/window/watch.h"
#include "spark/command_line/run_program.h"
#include "spark/core/real_clock.h"
#include "spark/core/standard_streams.h"

namespace sigverse::viewer {
namespace {

constexpr std::chrono::seconds kTimeout(5);
constexpr int kPollMs = 10;
constexpr const char* kStartupFile = "startup.cfg";

void print_line(std::string_view line) {
  spark::print(STDERR_FILENO, "sigviewer: {}\n", line);
}

void print_lines_of(spark::Log& log) {
  log.add_sink(spark::LogLevel::normal, [](spark::LogLevel, std::string_view line) { print_line(line); });
}

/// The servers listed in the given file, or in the file in the working folder, if there is one.
std::vector<wire::Address> server_choices(const Options& options) {
  std::error_code none;
  const std::string file = !options.startup_file.empty() ? options.startup_file : kStartupFile;
  if (options.startup_file.empty() && !std::filesystem::exists(file, none)) return {};
  std::vector<std::string> problems;
  std::vector<wire::Address> choices = window::read_startup_file(file, problems);
  for (const std::string& problem : problems) print_line(problem);
  return choices;
}

/// Waits for the server's world and prints its problems. If nothing of it can be read, that is an error.
void wait_for(window::LiveWorld& world) {
  using Kind = monitor::Status::Kind;
  std::vector<std::string> problems;
  const auto fail = [&](const std::string& otherwise) {
    throw std::runtime_error(problems.empty() ? otherwise : problems.front());
  };
  double now = 0.0;
  while (!world.has_world()) {
    world.advance(now);
    for (const window::LogLine& line : world.take_lines())
      if (line.is_problem) problems.push_back(wire::without_controls(line.text));
    if (world.status().kind == Kind::waiting) throw std::runtime_error(world.status().text);
    if (now > std::chrono::duration<double>(kTimeout).count())
      fail(wire::address_text(world.address()) + " does not answer");
    ::poll(nullptr, 0, kPollMs);
    now += kPollMs / 1000.0;
  }
  if (world.world().objects.empty() && !problems.empty()) fail({});
  for (const std::string& problem : problems) print_line(problem);
}

/// Set by signals.
std::atomic<bool> window_ends = false;

/// Shows the window until the user or a signal closes it.
void show(const Options& options, const window::WorldWindow::Watched& watched, const std::string& title,
          const std::vector<wire::Address>& choices, spark::Log& log) {
  monitor::WatchOptions how;
  how.program = "sigviewer";
  how.title = title;
  how.without_window = "--screenshot takes a picture without a screen, --print shows an object as text";
  how.parent = options.parent_window;
  how.width = options.width;
  how.height = options.height;
  how.full_screen = options.full_screen;
  how.ends = [] { return window_ends.load(); };
  const auto make_content = [&] {
    auto content =
        std::make_unique<window::WorldWindow>(watched, visuals::DataFiles::usual(options.data_path), log, choices);
    // Otherwise the message would begin at time 0 of the clock and be over at once.
    // Real time: a program passes the system's clock to its parts.
    content->advance(std::chrono::duration<double>(spark::RealClock::system().now().time_since_epoch()).count());
    content->show_message("? shows keys and mouse");
    return content;
  };
  monitor::watch(make_content, how);
}

void write_picture(const Options& options, const client::World& world, const client::ShapeBase& shapes,
                   spark::Log& log) {
  monitor::Offscreen offscreen(options.width, options.height);
  window::SceneView scene(visuals::DataFiles::usual(options.data_path), log);
  scene.toggle_names();
  scene.update(world, shapes, {});
  scene.draw(options.width, options.height, 0.0F);
  scene.painter().end();
  monitor::write_png(options.screenshot, options.width, options.height, offscreen.picture().pixels.data());
}

}  // namespace

int run_window(const Options& options) {
  const EndBySignals end([] { window_ends = true; });
  spark::Log log;
  print_lines_of(log);
  if (!options.play.empty()) {
    recording::Player player(options.play, print_line);
    window::RecordedWorld world(player);
    show(options, {world, nullptr, &player}, options.play.filename().string(), {}, log);
    return EXIT_SUCCESS;
  }
  const std::vector<wire::Address> choices = server_choices(options);
  std::optional<recording::Recorder> recorder;
  if (!options.record.empty()) recorder.emplace(options.record, options.interval, print_line);
  // If the command line names no server, the first one in the file is used.
  window::LiveWorld world(options.has_server || choices.empty() ? options.server : choices.front(), options.name,
                          recorder ? &*recorder : nullptr);
  show(options, {world, &world}, "sigviewer", choices, log);
  return EXIT_SUCCESS;
}

int write_screenshot(const Options& options) {
  spark::Log log;
  print_lines_of(log);
  if (!options.play.empty()) {
    recording::Player player(options.play, print_line);
    player.advance(0.0);
    write_picture(options, player.world(), player.shapes(), log);
    return EXIT_SUCCESS;
  }
  window::LiveWorld world(options.server, options.name);
  wait_for(world);
  write_picture(options, world.world(), world.shapes(), log);
  return EXIT_SUCCESS;
}

int print_object(const Options& options) {
  client::BlockingClient server(options.server, kTimeout);
  double time = 0.0;
  wire::ObjectRecord record;
  if (!server.entity(options.print, time, record))
    throw std::runtime_error(fmt::format("there is no object '{}'", options.print));
  return spark::print_answer(wire::object_as_text(record, time, wire::without_controls));
}

}  // namespace sigverse::viewer
