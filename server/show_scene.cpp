// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "commserver/host/places.h"
#include "server/console.h"
#include "server/scene_tree.h"
#include "server/scene_watch.h"
#include "server/search_paths.h"
#include "server/shown_scene.h"
#include "spark/core/standard_streams.h"

namespace server {

using namespace spark;
namespace {

void print(const std::string& text) {
  if (const int error = write_text(STDOUT_FILENO, text); error != 0 && error != EPIPE)
    throw std::runtime_error(std::strerror(error));
}

std::string count(std::size_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

/// What there is to see, in a line.
std::string overview(const ShownScene& shown, const Assembly& assembly) {
  const Looks looks = looks_of(shown.scene());
  std::size_t shapes = looks.scenery.size();
  for (const MoverLook& mover : looks.movers) shapes += mover.shapes.size();
  return fmt::format("{}: {}, {}, {} after {:g} s", shown.file().filename().string(),
                     count(looks.movers.size(), "body", "bodies"), count(looks.joints.size(), "joint", "joints"),
                     count(shapes, "shape", "shapes"), assembly.simulated_seconds());
}

}  // namespace

void prepare_scene_assembly(Assembly& assembly, const Options& options, const commserver::Places& places,
                            Console& console) {
  console.attach(assembly.core.log);
  set_search_paths(assembly.core, places, commserver::chosen_home_folder(options.home));
}

int show_scene(const Options& options) {
  const commserver::Places places = commserver::find_places();
  Console console(options.quiet, options.verbose);
  if (options.watch_scene) return watch_scene(options, places, console);
  // The same seed unless another is asked for: what is printed can be compared.
  Assembly assembly(options.random_seed >= 0 ? static_cast<std::uint64_t>(options.random_seed) : 1);
  prepare_scene_assembly(assembly, options, places, console);
  ShownScene shown(options, assembly);
  shown.simulation().run_until(options.scene_steps);
  if (!options.dump_scene) {
    print(overview(shown, assembly) + "\n");
    return EXIT_SUCCESS;
  }
  const SceneDump dump{shown.file().filename().string(), assembly.core.clock.now(), assembly.simulated_seconds(),
                       tree_of(shown.scene()), looks_entries(shown.scene())};
  print(options.format == Options::Format::json ? as_json(dump) : as_text(dump));
  return EXIT_SUCCESS;
}

}  // namespace server
