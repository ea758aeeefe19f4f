// SPDX-License-Identifier: Apache-2.0
// rctp-camera: draws what robots' cameras see. See docs/systems/teleoperation.md.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "gateways/rctp/camera/model_files.h"
#include "gateways/rctp/camera/options.h"
#include "gateways/rctp/camera/pipe_link.h"
#include "gateways/rctp/camera/server_link.h"
#include "gateways/rctp/camera/studio.h"
#include "monitor-lite/images/decode_image.h"
#include "monitor-lite/view/png_file.h"
#include "spark/command_line/run_program.h"
#include "spark/core/log.h"
#include "spark/core/standard_streams.h"
#include "spark/x3d/read_octets.h"

namespace {

using rctp::camera::Options;

monitor::Camera chosen_camera(const monitor::Model& model, const Options& options, std::span<const glm::mat4> poses) {
  const float aspect = static_cast<float>(options.width) / static_cast<float>(options.height);
  std::optional<std::size_t> viewpoint;
  if (!options.viewpoint.empty()) {
    viewpoint = model.find_viewpoint(options.viewpoint);
    if (!viewpoint) {
      std::vector<std::string> names;
      for (const monitor::Model::Viewpoint& each : model.viewpoints) {
        const std::string& part = model.parts[each.part].name;
        const std::string& name = !each.name.empty() ? each.name : !part.empty() ? part : each.description;
        if (!name.empty()) names.push_back(spark::printable(name));
      }
      throw std::runtime_error(fmt::format("{}: there is no viewpoint '{}'; it has {}", options.model,
                                           spark::printable(options.viewpoint),
                                           names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
    }
  } else if (!model.viewpoints.empty()) {
    viewpoint = 0;
  }
  if (!viewpoint) return monitor::camera_around(model, poses, aspect);
  return monitor::camera_at(model, *viewpoint, poses, model.viewpoints[*viewpoint].field_of_view, aspect);
}

int write_picture(const Options& options) {
  const x3d::Limits& limits = x3d::kShapeLimits;
  const std::string folder = options.model == "-" ? "" : std::filesystem::path(options.model).parent_path().string();
  x3d::Warnings warnings;
  auto model = std::make_unique<monitor::Model>(
      monitor::model_of(x3d::read_scene({options.model, folder, x3d::read_octets(options.model, limits.bytes)},
                                        x3d::local_files(limits.bytes), limits, warnings),
                        warnings, monitor::WithTextures::yes));
  rctp::camera::Studio studio;
  studio.set_model(std::move(model), monitor::images_of(rctp::camera::files_below(folder, monitor::kMaxImageFile)),
                   warnings);
  for (const std::string& line : warnings.lines())
    spark::print(STDERR_FILENO, "{}\n", spark::printable(line, std::string::npos));
  const std::vector<glm::mat4> poses = monitor::poses_of(studio.model());
  const monitor::Camera camera = chosen_camera(studio.model(), options, poses);
  const monitor::Picture picture = studio.shoot(poses, camera, options.width, options.height);
  monitor::write_png(options.screenshot, picture.width, picture.height, picture.pixels.data());
  return EXIT_SUCCESS;
}

int work(const Options& options) {
  if (!options.model.empty()) return write_picture(options);
  if (options.pipes) {
    rctp::camera::PipeLink(options.pipes->from_server, options.pipes->to_server).run();
    return EXIT_SUCCESS;
  }
  rctp::camera::ServerLink(options).run();
  return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  return spark::run_program(
      "rctp-camera", [&] { return rctp::camera::read_options(argc, argv, options); }, [&] { return work(options); });
}
