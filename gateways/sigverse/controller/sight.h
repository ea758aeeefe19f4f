// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gateways/sigverse/controller/include/Text.h"
#include "gateways/sigverse/controller/include/ViewImage.h"
#include "gateways/sigverse/controller/services.h"

// Requests what an agent sees from providers, by packets. `provider` is the name of the provider that the controller
// has chosen; empty for any. The caller owns pictures; null if there is none.
namespace sigverse::sight {

ViewImage* capture(const std::string& provider, ColorBitType colour, ImageDataSize size, int camera);
/// Adds the names.
bool detect(const std::string& provider, std::vector<std::string>& names, int camera);
/// The distance in the middle of the picture: 0 to 255 for `start` to `end`, cm.
unsigned char distance(const std::string& provider, double start, double end, int camera);
/// Distances in its middle row (1), or in the whole picture (2).
ViewImage* distances(const std::string& provider, double start, double end, int camera, int dimensions);
// The same over the connection of a service. If the service refuses to take a picture, any other provider is asked.
ViewImage* capture(ServiceState& service, ColorBitType colour, ImageDataSize size, int camera);
bool detect(ServiceState& service, std::vector<std::string>& names, int camera);
unsigned char distance(ServiceState& service, double start, double end, int camera);
ViewImage* distances(ServiceState& service, double start, double end, int camera, int dimensions);

/// Returns the picture with the present field of view and aspect ratio of the agent's camera, which are requested from
/// the server because providers and services do not send them. If the server does not answer, they keep their defaults.
ViewImage* taken_by(int camera, std::unique_ptr<ViewImage> picture);

}  // namespace sigverse::sight
