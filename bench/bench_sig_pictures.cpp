// SPDX-License-Identifier: Apache-2.0
#include <epoxy/gl.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <stdexcept>
#include <string>

#include "bench/report.h"
#include "commserver/host/places.h"
#include "gateways/sigverse/visuals/studio.h"
#include "gateways/sigverse/world/sim_world.h"
#include "gateways/sigverse/world/world_classes.h"
#include "spark/command_line/command_line.h"
#include "spark/command_line/run_program.h"
#include "spark/core/core.h"
#include "spark/monitor/monitor_system.h"
#include "spark/physics/physics_classes.h"
#include "spark/scene/scene.h"
#include "tests/support/sigverse/reported_world.h"

using namespace sigverse;

namespace {

struct LoadedWorld {
  explicit LoadedWorld(const std::string& file) {
    spark::register_scene_classes(core.classes);
    spark::register_physics_classes(core.classes);
    spark::register_monitor_classes(core.classes);
    register_world_classes(core.classes);
    core.scene_path = {commserver::find_places().scenes};
    core.create("oxygen/Scene", "/sig");
    core.create("oxygen/World", "/sig/.world");
    core.create("oxygen/Space", "/sig/.space");
    sim = &dynamic_cast<SimWorld&>(core.create("SimWorld", "/sig/.sim"));
    sim->load(file);
  }
  spark::Core core{1};
  SimWorld* sim = nullptr;
};

/// CPU time of all threads in s.
double cpu_time() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Options {
  std::string world = "sigverse/demo.xml", object = "referee";
  int camera = 1, pictures = 200, width = 320, height = 240;
};

void measure(const Options& options, bench::Report& report) {
  LoadedWorld loaded(options.world);
  const client::World world = reported_world(*loaded.sim);
  const client::ShapeBase shapes = reported_shapes(*loaded.sim);
  const client::Object* const own = world.find(options.object);
  if (!own) throw std::runtime_error(fmt::format("there is no object '{}'", options.object));
  const sight::View view = client::view_of(*own, options.camera);
  visuals::Studio studio(visuals::DataFiles::usual({}), loaded.core.log);
  studio.update(world, shapes);
  studio.shoot(view, options.object, options.width, options.height);
  report.add("renderer", reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
  const double before = cpu_time();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < options.pictures; ++i) {
    studio.update(world, shapes);
    studio.shoot(view, options.object, options.width, options.height);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  report.add("pictures per second", options.pictures / taken.count(), "1/s", 1);
  report.add("CPU time per picture", 1e3 * (cpu_time() - before) / options.pictures, "ms", 2);
}

}  // namespace

/// Measures how many pictures of a world the cameras of controllers take per second, including reading the pixels back
/// and updating the world before each picture, but without a server.
int main(int argc, char** argv) {
  Options options;
  bool csv = false;
  spark::OptionTable table({.name = "bench_sig_pictures", .about = "Pictures for cameras of SIGVerse"});
  table.begin_section("Options");
  table.add({.names = {"world"}, .value = spark::word(options.world, "FILE"), .help = "world file"});
  table.add({.names = {"object"}, .value = spark::word(options.object, "NAME"), .help = "whose camera"});
  table.add({.names = {"camera"}, .value = spark::whole_number(options.camera, 1, 9), .help = "its number"});
  table.add({.names = {"pictures"}, .value = spark::whole_number(options.pictures, 1, 1000000), .help = "how many"});
  table.add({.names = {"width"}, .value = spark::whole_number(options.width, 1, 8192), .help = "pixels"});
  table.add({.names = {"height"}, .value = spark::whole_number(options.height, 1, 8192), .help = "pixels"});
  table.add({.names = {"csv"}, .value = spark::flag(csv), .help = "print CSV"});
  table.begin_section("Help");
  table.add_questions();
  return spark::run_program(
      "bench_sig_pictures", [&] { return spark::read_command_line(table, argc, argv); },
      [&] {
        bench::Report report;
        measure(options, report);
        std::fputs((csv ? report.csv() : report.text()).c_str(), stdout);
        return 0;
      });
}
