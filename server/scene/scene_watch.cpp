// SPDX-License-Identifier: Apache-2.0
#include "server/scene/scene_watch.h"

#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "server/engine/console.h"
#include "server/engine/signals.h"
#include "server/scene/monitor_window.h"
#include "server/scene/shown_scene.h"
#include "spark/monitor/monitor_hub.h"
#include "spark/monitor/monitor_system.h"

namespace server {

using namespace spark;
namespace {

MonitorHub::Options hub_options(const Options& options) {
  MonitorHub::Options result;
  // Any free port unless the user chooses one, so that a server can run at the same time.
  result.port = options.monitor_port_chosen ? options.monitor_port.value_or(0) : 0;
  result.address = options.monitor_address;
  return result;
}

}  // namespace

int watch_scene(const Options& options, const commserver::Places& places, Console& console) {
  const std::filesystem::path program = places.programs / "rcssmonitor3D-lite";
  if (!std::filesystem::exists(program))
    throw std::runtime_error(fmt::format("--watch: there is no {}", program.string()));
  Assembly assembly(options.random_seed >= 0 ? static_cast<std::uint64_t>(options.random_seed) : 1);
  prepare_scene_assembly(assembly, options, places, console);
  assembly.scripts();
  Signals signals;  // after Ruby, which unblocks signals, and before any thread
  ShownScene shown(options, assembly);
  MonitorSystem& system = assembly.monitor_system();
  system.prepare();
  MonitorHub hub(hub_options(options), system, assembly.commands, assembly.run_control, assembly.loop.clock(),
                 assembly.core.log);
  shown.simulation().add_frame_listener(hub);
  shown.simulation().add_frame_listener(hub.own_frames(), 1);
  hub.begin();
  signals.attach(
      assembly.run_control, assembly.commands, [&] { assembly.run_control.toggle(); }, [] {});
  shown.simulation().run_until(options.scene_steps);
  assembly.run_control.set_pace(options.speed_chosen ? options.chosen_speed : 1.0);
  MonitorWindow window(program, hub.port());
  assembly.core.log.normal("watching {} on monitor port {}", shown.file().string(), hub.port());

  const auto reload = [&] {
    if (!shown.reload()) return;  // the reason is in the log
    assembly.core.log.normal("{} has changed", shown.file().filename().string());
    hub.frame(assembly.core.clock.now());  // also while the clock is stopped
  };
  {
    const FileWatch watch(
        shown.file(), [&] { assembly.commands.post(reload); },
        [&] {
          if (window.status()) assembly.run_control.stop();
        });
    shown.simulation().run();
  }
  signals.detach();
  hub.end_log();
  if (signals.ending() != 0) return 128 + signals.ending();
  return window.status().value_or(EXIT_SUCCESS) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace server
