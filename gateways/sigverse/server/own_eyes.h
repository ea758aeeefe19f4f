// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/server/request.h"
#include "gateways/sigverse/sight/sight.h"
#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/world/sim_world.h"

namespace sigverse::server {

/// Computes in the server itself what the cameras of objects see (`sigverse::sight`). All shapes of all objects are
/// visible, whatever their dynamics and collision settings; the ground is not.
///
/// The scene is rebuilt for each request, so a handler that moves an object and then looks sees it in its new place.
/// Rebuilding takes less time than looking.
class OwnEyes {
 public:
  /// The world outlives it.
  explicit OwnEyes(const SimWorld& world) : world_(world) {}

  // After a call `problem` is empty, or has the reason why nothing can be seen ("'robot' has no camera 3").
  /// The names of the objects that the camera sees, sorted; valid until the next call.
  std::vector<std::string_view> detect(std::string_view agent, int camera, std::string& problem);
  /// Distances as computed by `sight::distances`: one, a line, or an image. Empty if there is a problem.
  std::string distances(const wire::DistanceSensor& sensor, std::string& problem);

  // The same for requests with replies. A problem becomes the problem of the request, and the reply has no result.
  void append_detected(Request& request, const wire::DetectEntities& asked);
  void append_distances(Request& request, const wire::DistanceSensor& asked);

 private:
  std::string find_view(std::string_view agent, int camera, sight::View& view) const;
  void look();

  const SimWorld& world_;
  sight::Scene scene_;
  std::vector<sight::Shape> shapes_;  ///< of one object
};

}  // namespace sigverse::server
