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

/// A scene file to be viewed: the world of a script (world.rb: floor and gravity), with the file imported below an
/// agent's node that is named after the file. No program controls that agent, and nothing is written. Used on one
/// thread.
class ShownScene {
 public:
  /// Builds the world and imports the file. The search paths of the assembly must be set. Errors in the file are in the
  /// log, with their lines. Throws `std::runtime_error` with one line.
  ShownScene(const Options& options, Assembly& assembly);
  ~ShownScene();
  ShownScene(const ShownScene&) = delete;
  ShownScene& operator=(const ShownScene&) = delete;

  /// Imports the file again and replaces its previous objects. Returns false, and changes nothing, if it cannot be
  /// imported.
  bool reload();

  spark::Simulation& simulation() { return *simulation_; }
  const spark::Scene& scene() const { return *scene_; }
  /// The path of the file.
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

/// How far the lowest point of all movers is below z = 0, m; 0 if none is.
double depth_below_floor(const spark::Appearance& appearance);

/// Sends the log to the console, and sets the server's search paths.
void prepare_scene_assembly(Assembly& assembly, const Options& options, const commserver::Places& places,
                            Console& console);
/// Shows the scene of the options in the form that they select, and returns the exit status.
int show_scene(const Options& options);

}  // namespace server
