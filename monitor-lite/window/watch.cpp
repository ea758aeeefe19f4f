// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/window/watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "monitor-lite/view/picture.h"
#include "monitor-lite/view/png_file.h"
#include "monitor-lite/window/sdl_window.h"
#include "spark/core/real_clock.h"

namespace monitor {
namespace {

constexpr double kPicture = 1.0 / 60;  // s
/// s; how long new frames of a server may wait if there is no input.
constexpr double kNap = 0.02;

// Real time: pictures are drawn for a real screen.
double clock_seconds() {
  return std::chrono::duration<double>(spark::RealClock::system().now().time_since_epoch()).count();
}

std::filesystem::path free_name() {
  std::error_code none;
  for (int i = 1; i < 10000; ++i)
    if (const auto name = fmt::format("picture-{:04}.png", i); !std::filesystem::exists(name, none)) return name;
  return "picture.png";
}

void keep_picture(WindowContent& content, int width, int height) {
  const std::filesystem::path file = free_name();
  try {
    write_png(file, width, height, read_picture(width, height).pixels.data());
    content.show_message(fmt::format("saved as {}", file.string()));
  } catch (const std::exception& error) {
    content.show_message(error.what());
  }
}

std::unique_ptr<SdlWindow> open_window(const WatchOptions& options) {
  try {
    return std::make_unique<SdlWindow>(options.title.c_str(), options.width, options.height, options.parent);
  } catch (const std::runtime_error& error) {
    if (options.without_window.empty()) throw;
    throw std::runtime_error(fmt::format("{}; {}", error.what(), options.without_window));
  }
}

}  // namespace

void watch(const std::function<std::unique_ptr<WindowContent>()>& make_content, const WatchOptions& options) {
  const std::unique_ptr<SdlWindow> opened = open_window(options);
  SdlWindow& window = *opened;
  const std::unique_ptr<WindowContent> content = make_content();
  WindowContent& viewer = *content;
  std::string title;
  if (options.full_screen) viewer.toggle_full_screen();
  double last = 0.0;
  bool busy = true;
  while (!viewer.wants_to_quit() && !(options.ends && options.ends())) {
    for (auto input = window.next_input(busy ? 0.0 : kNap); input; input = window.next_input(0.0))
      viewer.handle(*input);
    if (viewer.wants_to_quit()) break;
    window.set_full_screen(viewer.is_full_screen());
    // This limit holds for any screen: no one needs more pictures, and they would take CPU time from the server.
    if (const double early = last + kPicture - clock_seconds(); early > 0)
      std::this_thread::sleep_for(std::chrono::duration<double>(early));
    const double now = clock_seconds();
    viewer.advance(now);
    if (const std::string words = viewer.title(); words != title && !words.empty()) {
      title = words;
      window.set_title(fmt::format("{} - {}", words, options.program));
    }
    busy = viewer.needs_picture();
    if (!busy) continue;
    last = std::max(last + kPicture, now - kPicture);
    const int width = window.width(), height = window.height();
    viewer.draw(width, height);
    if (viewer.takes_picture()) keep_picture(viewer, width, height);
    window.show();
  }
}

}  // namespace monitor
