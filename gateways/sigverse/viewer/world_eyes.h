// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "gateways/sigverse/client/blocking_client.h"
#include "gateways/sigverse/client/shape_base.h"
#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/viewer/eyes.h"
#include "gateways/sigverse/visuals/data_files.h"
#include "gateways/sigverse/visuals/studio.h"
#include "gateways/sigverse/wire/connect.h"
#include "spark/core/log.h"

namespace sigverse::viewer {

/// Computes what the cameras of a server's objects see. All objects are requested from the server right before each
/// answer, so that in lock-step a picture shows the moment of the controller's request. Names and distances are
/// computed from the simple shapes of parts (`sight`), as in the server itself; pictures and depths show the drawn
/// shapes. It draws, so it is used on one thread.
class WorldEyes final : public Eyes {
 public:
  /// Throws `std::runtime_error` with a one-line message if this machine cannot draw. The log outlives it.
  WorldEyes(wire::Address server, visuals::DataFiles files, spark::Log& log);

  Answer see(const wire::ServiceRequest& request) override;
  Answer see_depth(const wire::SigServiceProvider::DistanceRequest& request) override;

 private:
  /// A camera in the present world.
  struct Camera {
    sight::View view;
    std::string_view own;  ///< the object that has it
  };

  template <typename Request, typename Look>
  Answer answer(const Request& request, const Look& look);
  void read_world();
  void look(const Camera& camera, const wire::SigServiceProvider::PictureRequest& request, direct::Seen& seen);
  void look(const Camera& camera, const wire::SigServiceProvider::DetectRequest& request, direct::Seen& seen);
  void look(const Camera& camera, const wire::SigServiceProvider::DistanceRequest& request, direct::Seen& seen);
  std::string depth(const Camera& camera, const sight::DistanceRange& range, int rows);

  const wire::Address server_;
  visuals::Studio studio_;
  std::unique_ptr<client::BlockingClient> client_;  ///< null if not connected
  client::World world_;
  client::ShapeBase shapes_;
};

}  // namespace sigverse::viewer
