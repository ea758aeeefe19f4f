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

/// Computes what the cameras of objects see, in the server itself (`sigverse::sight`). All shapes of all objects count,
/// whatever their dynamics and collisions; the ground does not.
///
/// The scene is rebuilt for each request: a handler that moves an object and then looks sees it at its new place.
/// Rebuilding takes less time than looking.
class OwnEyes {
 public:
  /// The world outlives it.
  explicit OwnEyes(const SimWorld& world) : world_(world) {}

  // Afterwards `problem` has the reason why nothing can be seen ("'robot' has no camera 3"), or is empty.
  /// The names of the objects that the camera sees, sorted; valid until the next call.
  std::vector<std::string_view> detect(std::string_view agent, int camera, std::string& problem);
  /// Distances as in `sight::distances`: one, or those of a line or a picture. Empty if there is a problem.
  std::string distances(const wire::DistanceSensor& sensor, std::string& problem);

  // The same as requests with replies. A problem becomes that of the request, and the reply is that there is no result.
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
