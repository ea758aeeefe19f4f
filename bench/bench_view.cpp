// SPDX-License-Identifier: Apache-2.0
#include <epoxy/gl.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "bench/report.h"
#include "monitor-lite/view/match_view.h"
#include "monitor-lite/view/offscreen.h"

namespace {

/// Two full teams that run about, with some of them talking.
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
  now.ball = {30 * std::sin(picture * 0.03), 10 * std::cos(picture * 0.05), 0.111 + std::abs(std::sin(picture * 0.1))};
  return now;
}

}  // namespace

/// How fast the monitor draws, without a window and without waiting for a screen: pictures per second of wall time, as
/// Mesa's software renderer uses all cores.
int main(int argc, char** argv) {
  int pictures = 100, width = 1280, height = 720;
  bool csv = false;
  CLI::App app("Drawing of a match, all cameras");
  app.add_option("--pictures", pictures, "Pictures per camera")->check(CLI::Range(1, 1000000))->capture_default_str();
  app.add_option("--width", width, "Pixels")->check(CLI::Range(64, 8192))->capture_default_str();
  app.add_option("--height", height, "Pixels")->check(CLI::Range(64, 8192))->capture_default_str();
  app.add_flag("--csv", csv, "Print CSV");
  CLI11_PARSE(app, argc, argv);

  monitor::Offscreen offscreen(width, height);
  const monitor::Font font;
  monitor::Painter painter(font);
  monitor::MatchView view(painter);
  monitor::Game game;
  game.play_modes = {"PlayOn"};
  bench::Report report;
  report.add("renderer", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  for (const std::string_view camera : monitor::kCameraNames) {
    const auto shoot = [&](int picture) {
      const monitor::Snapshot now = moment(picture);
      view.draw(game, now, monitor::camera_named(camera, game, now, aspect), width, height);
      painter.end();
      glFinish();
    };
    for (int i = 0; i < 5; ++i) shoot(i);
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < pictures; ++i) shoot(i);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    report.add(fmt::format("camera {}", camera), pictures / taken.count(), "pictures/s", 1);
  }
  std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
}
