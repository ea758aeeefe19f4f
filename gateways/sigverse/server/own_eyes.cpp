// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/own_eyes.h"

#include <fmt/format.h>

#include <optional>

#include "gateways/sigverse/wire/failed_replies.h"
#include "spark/core/log.h"

namespace sigverse::server {
namespace {

sight::Shape shape_of(const PartView& part) {
  using Kind = sight::Shape::Kind;
  const Kind kind = part.shape == ShapeKind::box        ? Kind::box
                    : part.shape == ShapeKind::cylinder ? Kind::cylinder
                                                        : Kind::sphere;
  return {.kind = kind, .centre = part.centre, .turn = part.shape_turn, .size = part.size};
}

/// The frame to which a camera is fixed. If the object has only one part, all cameras are on it, whatever part they
/// name. The part `body` may have no shape; its frame is that of the object.
std::optional<SigPose> frame_of(const SimObj& object, const Camera& camera) {
  const auto part = object.part_count() == 1 ? object.part(0) : object.find_part(camera.link);
  if (part) return SigPose{part->place, part->turn};
  if (camera.link == "body") return object.pose();
  return std::nullopt;
}

/// One octet per pixel.
constexpr std::uint16_t kDepth = 2;

std::optional<sight::Rays> rays_of(int dimensions) {
  if (dimensions == 0) return sight::Rays::middle;
  if (dimensions == 1) return sight::Rays::line;
  if (dimensions == 2) return sight::Rays::picture;
  return std::nullopt;
}

}  // namespace

/// Finds the view of a camera; returns the reason if that is impossible.
std::string OwnEyes::find_view(std::string_view agent, int camera, sight::View& view) const {
  const SimObj* object = world_.find(agent);
  if (!object) return fmt::format("there is no object '{}'", spark::printable(agent));
  const auto found = object->camera(camera);
  if (!found) return fmt::format("'{}' has no camera {}", spark::printable(agent), camera);
  const auto frame = frame_of(*object, *found);
  if (!frame)
    return fmt::format("camera {} of '{}' is on the part '{}', which does not exist", camera, spark::printable(agent),
                       spark::printable(found->link));
  const std::string_view why = sight::find_view({.part_place = frame->place,
                                                 .part_turn = frame->turn,
                                                 .place = found->place,
                                                 .direction = found->direction,
                                                 .turn = found->turn,
                                                 .fov = found->fov,
                                                 .aspect_ratio = found->aspect_ratio},
                                                view);
  return why.empty() ? std::string()
                     : fmt::format("camera {} of '{}' sees nothing: {}", camera, spark::printable(agent), why);
}

void OwnEyes::look() {
  scene_.clear();
  for (const SimObj* object : world_.objects()) {
    shapes_.clear();
    for (std::size_t i = 0; i < object->part_count(); ++i) shapes_.push_back(shape_of(object->part(i)));
    scene_.add(object->object_name(), shapes_);
  }
}

std::vector<std::string_view> OwnEyes::detect(std::string_view agent, int camera, std::string& problem) {
  sight::View view;
  problem = find_view(agent, camera, view);
  if (!problem.empty()) return {};
  look();
  return sight::detect(scene_, view, agent);
}

std::string OwnEyes::distances(const wire::DistanceSensor& sensor, std::string& problem) {
  sight::View view;
  const sight::DistanceRange range{sensor.start, sensor.end};
  const auto rays = rays_of(sensor.dimensions);
  if (!rays)
    problem = fmt::format("{} dimensions: expected 0, 1 or 2", sensor.dimensions);
  else if (!sight::is_valid(range))
    problem = fmt::format("distances from {} to {} cm: the start has to be below the end", sensor.start, sensor.end);
  else
    problem = find_view(sensor.agent, sensor.camera, view);
  if (!problem.empty()) return {};
  look();
  return sight::distances(scene_, view, sensor.agent, range, *rays);
}

void OwnEyes::append_detected(Request& request, const wire::DetectEntities& asked) {
  std::string problem;
  wire::DetectEntitiesResult result;
  result.names = detect(asked.agent, asked.camera, problem);
  if (!problem.empty()) request.refuse("{}: {}", request.name, problem);
  wire::fit_into_packet(result.names);
  wire::append_packet(request.out(), result);
  // Otherwise a controller that asks repeatedly in its turn would block everything else.
  request.session.rest();
}

void OwnEyes::append_distances(Request& request, const wire::DistanceSensor& asked) {
  std::string problem;
  const std::string octets = distances(asked, problem);
  if (!problem.empty()) {
    request.refuse("{}: {}", request.name, problem);
    if (const auto packet = wire::read_packet(request.octets)) wire::append_failure(request.out(), *packet);
  } else if (asked.dimensions == 0) {
    wire::append_packet(request.out(), wire::DistanceSensorResult{static_cast<unsigned char>(octets[0])});
  } else {
    const auto height = static_cast<std::uint16_t>(octets.size() / sight::kColumns);
    wire::append_large_message(request.out(),
                               wire::DistancesHeader{{.colour = kDepth,
                                                      .width = sight::kColumns,
                                                      .height = height,
                                                      .length = static_cast<std::uint32_t>(octets.size())}},
                               octets);
  }
  request.session.rest();
}

}  // namespace sigverse::server
