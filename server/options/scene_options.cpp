// SPDX-License-Identifier: Apache-2.0
#include "server/options/scene_options.h"

#include <fmt/format.h>

namespace server {

using namespace spark;
namespace {

constexpr std::int64_t kMaxSteps = 10'000'000;
constexpr double kMaxHeight = 1000;  // m

}  // namespace

void add_scene_options(OptionTable& table, Options& options) {
  table.begin_section("A scene without a game", {"scene"});
  table.add({.names = {"scene"},
             .value = shown_as(in_a_row(files(options.scene)), "FILE [VALUE ...]"),
             .help = "show this scene file, filled with the values that it expects: no agents, no logs",
             .in_files = false,
             .is_mode = true});
  table.add({.names = {"scene_height"},
             .value = number(options.scene_height, -kMaxHeight, kMaxHeight),
             .help = "height of its origin above the floor",
             .unit = "m",
             .usual = "0, or high enough for its bodies to be above the floor",
             .in_files = false});
  table.add({.names = {"steps"},
             .value = whole_number(options.scene_steps, 0, kMaxSteps),
             .help = "play this many steps before the scene is shown",
             .in_files = false});
  table.add({.names = {"dump"},
             .value = flag(options.dump_scene),
             .help = "print the scene: its nodes with places and sizes, and its appearance",
             .in_files = false,
             .is_mode = true,
             .with = {"scene"}});
  table.add({.names = {"watch"},
             .value = flag(options.watch_scene),
             .help = "show the scene in the monitor's window in real time, and again whenever its file changes",
             .in_files = false,
             .is_mode = true,
             .with = {"scene"}});
}

void check_scene(Options& options) {
  const bool shows = !options.scene.empty();
  if (shows && !options.script_chosen) options.script = "world.rb";
  if (!shows && (options.dump_scene || options.watch_scene))
    throw WrongUsage(fmt::format("{}: expected --scene with it", options.dump_scene ? "--dump" : "--watch"));
  if (options.dump_scene && options.format == Options::Format::md)
    throw WrongUsage("--format md: expected text or json with --dump");
}

}  // namespace server
