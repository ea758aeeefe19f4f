// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "gateways/sigverse/direct/controller_link.h"
#include "gateways/sigverse/wire/service_request.h"

namespace sigverse::viewer {

/// Answers requests about what the cameras of objects see. Used on one thread.
class Eyes {
 public:
  /// The codes that tell services of SIGVerse 2.x why nothing is seen.
  enum class Result : std::uint16_t { seen = 0, no_object = 2, no_camera = 3 };
  struct Answer {
    Result result = Result::no_object;
    double fov = 0.0;           ///< of the camera, degrees; 0 if nothing is seen
    double aspect_ratio = 0.0;  ///< of the camera; 0 if nothing is seen
    /// As many octets as requested, or a problem if nothing is seen.
    direct::Seen seen{};
  };

  virtual ~Eyes() = default;

  /// Does not throw: if nothing is seen, the answer contains the reason.
  virtual Answer see(const wire::ServiceRequest& request) = 0;
  /// The same with the depths of a picture, or of its middle row (1 dimension), instead of distances to simple shapes.
  virtual Answer see_depth(const wire::SigServiceProvider::DistanceRequest& request) = 0;
};

}  // namespace sigverse::viewer
