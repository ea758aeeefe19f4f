// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/viewer/world_eyes.h"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>
#include <variant>

#include "gateways/sigverse/sight/sight.h"
#include "monitor-lite/view/offscreen.h"
#include "spark/core/log.h"

namespace sigverse::viewer {

using wire::SigServiceProvider;
namespace {

/// How long the server may be silent before an answer counts as missing. With 2 s, a controller on a busy machine got
/// the wrong answer that its camera sees nothing.
constexpr std::chrono::seconds kSilence{10};

}  // namespace

WorldEyes::WorldEyes(wire::Address server, visuals::DataFiles files, spark::Log& log)
    : server_(std::move(server)), studio_(std::move(files), log) {}

void WorldEyes::read_world() {
  try {
    if (!client_) {
      client_ = std::make_unique<client::BlockingClient>(server_, kSilence);
      shapes_ = client_->shapes();
    }
    world_ = client_->world();
  } catch (...) {
    client_.reset();
    throw;
  }
}

template <typename Request, typename Look>
Eyes::Answer WorldEyes::answer(const Request& request, const Look& look) {
  Answer answer;
  try {
    read_world();
    const client::Object* const object = world_.find(request.agent);
    if (!object) throw std::runtime_error(fmt::format("there is no object '{}'", spark::printable(request.agent)));
    answer.result = Result::no_camera;
    const Camera camera{client::view_of(*object, request.camera), object->name};
    look(camera, answer.seen);
    answer.result = Result::seen;
    answer.fov = camera.view.fov;
    answer.aspect_ratio = camera.view.aspect_ratio;
  } catch (const std::exception& error) {
    answer.seen = {error.what(), {}, {}};
  }
  return answer;
}

Eyes::Answer WorldEyes::see(const wire::ServiceRequest& request) {
  return std::visit(
      [&](const auto& asked) {
        if constexpr (std::is_same_v<decltype(asked), const SigServiceProvider::SpeechRequest&>)
          return Answer{.seen = {"eyes hear nothing", {}, {}}};
        else
          return answer(asked, [&](const Camera& camera, direct::Seen& seen) { look(camera, asked, seen); });
      },
      request);
}

Eyes::Answer WorldEyes::see_depth(const SigServiceProvider::DistanceRequest& request) {
  return answer(request, [&](const Camera& camera, direct::Seen& seen) {
    seen.octets = depth(camera, {request.start, request.end}, request.dimensions == 1 ? 1 : sight::kRows);
  });
}

/// Depths correspond to `sight::Rays::picture`, so they have only one size, or are its middle row.
std::string WorldEyes::depth(const Camera& camera, const sight::DistanceRange& range, int rows) {
  if (!sight::is_valid(range))
    throw std::runtime_error(
        fmt::format("depths from {} to {} cm: the start has to be below the end", range.start, range.end));
  studio_.update(world_, shapes_);
  std::string all = studio_.depth(camera.view, camera.own, range);
  if (rows == 1) all = all.substr(all.size() / 2, sight::kColumns);
  return all;
}

void WorldEyes::look(const Camera& camera, const SigServiceProvider::PictureRequest& request, direct::Seen& seen) {
  using Picture = SigServiceProvider::PictureRequest;
  if (request.colour == Picture::depth) {
    if (request.width != sight::kColumns || (request.height != sight::kRows && request.height != 1))
      throw std::runtime_error(fmt::format("a picture of depths has 320 x 240 or 320 x 1 pixels, not {} x {}",
                                           request.width, request.height));
    seen.octets = depth(camera, {0.0, sight::kFar}, request.height);
    return;
  }
  constexpr int kMax = monitor::Offscreen::kMaxPixels;
  if (request.width > kMax || request.height > kMax)
    throw std::runtime_error(
        fmt::format("a picture has at most {0} x {0} pixels, not {1} x {2}", kMax, request.width, request.height));
  studio_.update(world_, shapes_);
  seen.octets = studio_.shoot(camera.view, camera.own, request.width, request.height);
}

void WorldEyes::look(const Camera& camera, const SigServiceProvider::DetectRequest&, direct::Seen& seen) {
  const sight::Scene scene = client::scene_of(world_);
  const auto names = sight::detect(scene, camera.view, camera.own);
  seen.names.assign(names.begin(), names.end());
}

void WorldEyes::look(const Camera& camera, const SigServiceProvider::DistanceRequest& request, direct::Seen& seen) {
  const sight::DistanceRange range{request.start, request.end};
  if (request.dimensions < 0 || request.dimensions > 2)
    throw std::runtime_error(fmt::format("{} dimensions: expected 0, 1 or 2", request.dimensions));
  if (!sight::is_valid(range))
    throw std::runtime_error(
        fmt::format("distances from {} to {} cm: the start has to be below the end", range.start, range.end));
  seen.octets = sight::distances(client::scene_of(world_), camera.view, camera.own, range,
                                 static_cast<sight::Rays>(request.dimensions));
}

}  // namespace sigverse::viewer
