// SPDX-License-Identifier: Apache-2.0
#include <epoxy/gl.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>

#include "bench/report.h"
#include "monitor-lite/view/match_view.h"
#include "monitor-lite/view/offscreen.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"

namespace {

/// Two complete teams of moving players, some of whom talk.
monitor::Snapshot moment(int picture) {
  using monitor::Side;
  monitor::Snapshot now;
  now.team_left = "foo", now.team_right = "bar";
  now.play_mode = 0;
  now.time = picture / 30.0;
  for (int i = 0; i < 22; ++i) {
    const Side side = i < 11 ? Side::left : Side::right;
    const double turn = picture * 0.02 + i;
    now.players.push_back({side,
                           i % 11 + 1,
                           true,
                           {40 * std::sin(turn), 25 * std::cos(turn * 1.3 + i), 0.22},
                           i == 4,
                           i == 7 ? "here" : ""});
  }
  const auto ball = [](double time) {
    return monitor::Point{30 * std::sin(time * 0.03), 10 * std::cos(time * 0.05),
                          0.111 + std::abs(std::sin(time * 0.1))};
  };
  now.ball = ball(picture);
  for (int before = 25; before > 0; before -= 5) now.ball_trail.push_back(ball(picture - before));
  return now;
}

/// CPU time of all threads in s.
double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

/// Measures the speed of drawing in the monitor without a window and without waiting for a screen: pictures per second
/// of real time, because Mesa's software renderer uses all cores, and CPU time per picture, which is reliable on a busy
/// machine, too.
int main(int argc, char** argv) {
  int pictures = 100, width = 1280, height = 720;
  bool csv = false;
  std::string only;
  spark::OptionTable table({.name = "bench_view", .about = "Drawing of a match, all cameras"});
  table.begin_section("Options");
  table.add({.names = {"pictures"}, .value = spark::whole_number(pictures, 1, 1000000), .help = "pictures per camera"});
  table.add({.names = {"width"}, .value = spark::whole_number(width, 64, 8192), .help = "pixels"});
  table.add({.names = {"height"}, .value = spark::whole_number(height, 64, 8192), .help = "pixels"});
  table.add({.names = {"camera"}, .value = spark::word(only, "NAME"), .help = "one of them instead of all"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_view", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        monitor::Offscreen offscreen(width, height);
        monitor::Font font;
        monitor::Painter painter(font);
        monitor::MatchView view(painter);
        monitor::Game game;
        game.play_modes = {"PlayOn"};
        bench::Report report;
        report.add("renderer", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
        const float aspect = static_cast<float>(width) / static_cast<float>(height);
        for (const std::string_view camera : monitor::kCameraNames) {
          if (!only.empty() && camera != only) continue;
          const auto shoot = [&](int picture) {
            const monitor::Snapshot now = moment(picture);
            view.draw(game, now, monitor::camera_named(camera, game, now, aspect), width, height);
            painter.end();
            glFinish();
          };
          for (int i = 0; i < 5; ++i) shoot(i);
          const auto start = std::chrono::steady_clock::now();
          const double cpu_before = cpu_time();
          for (int i = 0; i < pictures; ++i) shoot(i);
          const double cpu = cpu_time() - cpu_before;
          const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
          report.add(fmt::format("camera {}", camera), pictures / taken.count(), "pictures/s", 1);
          report.add(fmt::format("camera {}, CPU time", camera), cpu / pictures * 1e3, "ms/picture", 2);
        }
        std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
        return 0;
      });
}
