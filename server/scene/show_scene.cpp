// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdlib>
#include <stdexcept>

#include "commserver/host/places.h"
#include "server/engine/console.h"
#include "server/engine/search_paths.h"
#include "server/scene/scene_tree.h"
#include "server/scene/scene_watch.h"
#include "server/scene/shown_scene.h"
#include "spark/command_line/run_program.h"

namespace server {

using namespace spark;
namespace {

std::string count(std::size_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

/// Summarises the contents of the scene in a line.
std::string overview(const ShownScene& shown, const Assembly& assembly) {
  const Appearance appearance = appearance_of(shown.scene());
  std::size_t shapes = appearance.scenery.size();
  for (const MoverAppearance& mover : appearance.movers) shapes += mover.shapes.size();
  return fmt::format("{}: {}, {}, {} after {:g} s", shown.file().filename().string(),
                     count(appearance.movers.size(), "body", "bodies"),
                     count(appearance.joints.size(), "joint", "joints"), count(shapes, "shape", "shapes"),
                     assembly.simulated_seconds());
}

}  // namespace

void prepare_scene_assembly(Assembly& assembly, const Options& options, const commserver::Places& places,
                            Console& console) {
  console.attach(assembly.core.log);
  set_search_paths(assembly.core, places, commserver::chosen_home_folder(options.home), options.takes_only_own_files());
}

int show_scene(const Options& options) {
  const commserver::Places places = commserver::find_places();
  Console console(options.quiet, options.verbose);
  if (options.watch_scene) return watch_scene(options, places, console);
  // The seed is always the same unless the user chooses one, so that outputs can be compared.
  Assembly assembly(options.random_seed >= 0 ? static_cast<std::uint64_t>(options.random_seed) : 1);
  prepare_scene_assembly(assembly, options, places, console);
  ShownScene shown(options, assembly);
  shown.simulation().run_until(options.scene_steps);
  if (!options.dump_scene) return print_answer(overview(shown, assembly) + "\n");
  const SceneDump dump{shown.file().filename().string(), assembly.core.clock.now(), assembly.simulated_seconds(),
                       tree_of(shown.scene()), appearance_entries(shown.scene())};
  return print_answer(options.format == Options::Format::json ? as_json(dump) : as_text(dump));
}

}  // namespace server
