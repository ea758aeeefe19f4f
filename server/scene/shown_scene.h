// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "commserver/host/places.h"
#include "server/engine/assembly.h"
#include "server/options/options.h"
#include "spark/agent/gateway_switch.h"
#include "spark/scene/appearance.h"
#include "spark/sim/simulation.h"

namespace spark {
class Scene;
class Transform;
}  // namespace spark

namespace server {

class Console;

/// A scene file to be looked at: the world that a script builds (world.rb: floor and gravity), with the file in it,
/// below an agent's node that is called like the file. No program thinks for it, and nothing is written. On the thread
/// that made it.
class ShownScene {
 public:
  /// Builds the world and imports the file. The search paths of the assembly are set before. What
  /// is wrong in the file is in the log, with its line. Throws `std::runtime_error` with one line.
  ShownScene(const Options& options, Assembly& assembly);
  ~ShownScene();
  ShownScene(const ShownScene&) = delete;
  ShownScene& operator=(const ShownScene&) = delete;

  /// The file once more, as it is now, in place of what came of it before. Nothing is changed, and false, if it cannot
  /// be imported.
  bool reload();

  spark::Simulation& simulation() { return *simulation_; }
  const spark::Scene& scene() const { return *scene_; }
  /// Where the file is.
  const std::filesystem::path& file() const { return file_; }

 private:
  spark::Transform* import(double height);
  spark::Transform* import_above_floor();

  Assembly& assembly_;
  std::filesystem::path file_;
  spark::Values values_;
  std::optional<double> height_;
  spark::Scene* scene_ = nullptr;
  spark::Transform* shown_ = nullptr;
  spark::GatewaySwitch no_gateway_;
  std::unique_ptr<spark::Simulation> simulation_;
};

/// How far the lowest point of all that moves is below z = 0, m; 0 if nothing is.
double depth_below_floor(const spark::Appearance& appearance);

/// What is logged goes to the console, files are found where the server has them.
void prepare_scene_assembly(Assembly& assembly, const Options& options, const commserver::Places& places,
                            Console& console);
/// Shows the scene that the options name, in the way that they want, and returns the exit status.
int show_scene(const Options& options);

}  // namespace server
