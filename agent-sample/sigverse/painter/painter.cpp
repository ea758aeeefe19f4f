// SPDX-License-Identifier: Apache-2.0
// A service that draws pictures for controllers of SIGVerse: painter [HOST [PORT [NAME]]]
//
// It requests the objects from the server whenever a controller calls captureView, and traces a ray through each pixel:
// plain shapes, a colour for each class, light from above and from the camera, a floor with tiles of 50 cm.
// docs/systems/sigverse-services.md has the command.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <sigverse/command_line.h>
#include <sigverse/service_provider.h>
#include <sigverse/world_reader.h>

using sigverse::provider::WorldReader;
using sigverse::wire::SigServiceProvider;

namespace {

using namespace sigverse::sight;

constexpr double kTile = 50.0;         // cm
constexpr Vector kSky{0.6, 0.8, 1.0};  // red, green, blue

Vector unit(const Vector& v) {
  return 1.0 / length(v) * v;
}

struct Painted {
  Solid solid;
  Vector colour;
};

// The colour of a class; its hue is an FNV-1a hash of the name.
Vector colour_of(const std::string& class_name) {
  unsigned hash = 2166136261U;
  for (const char c : class_name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  const double hue = hash % 360 / 60.0;
  const auto channel = [&](double at) {
    return 0.9 - 0.6 * std::clamp(std::abs(std::fmod(hue + at, 6.0) - 3.0) - 1.0, 0.0, 1.0);
  };
  return {channel(0.0), channel(4.0), channel(2.0)};
}

Vector colour_at(const std::vector<Painted>& things, const Vector& eye, const Vector& ray) {
  double nearest = kFar;
  Vector colour = kSky, outward{};
  if (ray[1] < 0.0 && eye[1] > 0.0 && -eye[1] / ray[1] < kFar) {
    nearest = -eye[1] / ray[1];
    outward = {0.0, 1.0, 0.0};
    const Vector at = eye + nearest * ray;
    const bool even = static_cast<long>(std::floor(at[0] / kTile) + std::floor(at[2] / kTile)) % 2 == 0;
    colour = even ? Vector{0.75, 0.75, 0.7} : Vector{0.65, 0.65, 0.6};
  }
  for (const Painted& thing : things) {
    const double distance = thing.solid.meets_from(eye, ray);
    if (!(distance < nearest)) continue;
    const Vector facing = thing.solid.outward(eye + distance * ray);
    if (dot(facing, ray) > 0.0) continue;  // the far side of a shape around the eye
    nearest = distance, colour = thing.colour, outward = facing;
  }
  if (nearest == kFar) return kSky;
  const double light = 0.3 + 0.4 * std::max(0.0, outward[1]) + 0.3 * std::max(0.0, -dot(outward, ray));
  return light * colour;
}

std::string paint(WorldReader& world, const SigServiceProvider::PictureRequest& request) {
  if (request.colour != SigServiceProvider::PictureRequest::bgr) return {};  // this provider offers no depths
  world.read();
  const View view = world.view(request.agent, request.camera);
  std::vector<Painted> things;
  for (const WorldReader::Object& object : world.objects())
    if (object.name != request.agent)  // an agent does not see itself
      for (const WorldReader::Part& part : object.parts)
        if (const auto solid = Solid::of(part.shape)) things.push_back({*solid, colour_of(object.class_name)});

  const double half_height = std::tan(view.half_height()), half_width = half_height * view.aspect_ratio;
  std::string pixels(request.octets(), '\0');
  for (int row = 0; row != request.height; ++row)
    for (int column = 0; column != request.width; ++column) {
      const double left = (1.0 - 2.0 * (column + 0.5) / request.width) * half_width;
      const double up = (1.0 - 2.0 * (row + 0.5) / request.height) * half_height;
      const Vector colour = colour_at(things, view.eye, unit(view.axes.outside({left, up, 1.0})));
      for (int channel = 0; channel != 3; ++channel)
        pixels[row * request.row_octets() + column * 3 + channel] =
            static_cast<char>(std::lround(255.0 * std::clamp(colour[2 - channel], 0.0, 1.0)));
    }
  return pixels;
}

SigServiceProvider* running = nullptr;

}  // namespace

int main(int argc, char** argv) {
  try {
    SigServiceProvider::Options options;
    options.name = "painter";
    if (!sigverse::provider::read_command_line(argc, argv, "Takes pictures for the controllers of a SIGVerse server.",
                                               "", options))
      return 0;
    WorldReader world(options.server_host, options.server_port);
    options.picture = [&](const SigServiceProvider::PictureRequest& request) { return paint(world, request); };
    SigServiceProvider provider(options);
    running = &provider;
    for (const int number : {SIGINT, SIGTERM}) std::signal(number, [](int) { running->stop(); });
    std::printf("%s: pictures at port %d\n", options.name.c_str(), provider.port());
    std::fflush(stdout);
    provider.run();
    std::printf("%s: %s\n", options.name.c_str(), provider.lost_server() ? "the server has ended" : "stopped");
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "painter: %s\n", error.what());
    return 1;
  }
}
