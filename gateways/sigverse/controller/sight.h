// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gateways/sigverse/controller/include/Text.h"
#include "gateways/sigverse/controller/include/ViewImage.h"
#include "gateways/sigverse/controller/services.h"

// Sight of an agent, asked of providers over packets. `provider` is one that the controller has chosen by its name;
// empty: any that there is. Pictures are the caller's; null if there is none.
namespace sigverse::sight {

ViewImage* capture(const std::string& provider, ColorBitType colour, ImageDataSize size, int camera);
/// Adds the names.
bool detect(const std::string& provider, std::vector<std::string>& names, int camera);
/// Distances from `start` to `end`, cm, as 0 to 255, of the middle of the picture.
unsigned char distance(const std::string& provider, double start, double end, int camera);
/// Distances of its middle row (1), or of all of it (2).
ViewImage* distances(const std::string& provider, double start, double end, int camera, int dimensions);
// The same over the connection of a service. A picture that it refuses is asked of any provider.
ViewImage* capture(ServiceState& service, ColorBitType colour, ImageDataSize size, int camera);
bool detect(ServiceState& service, std::vector<std::string>& names, int camera);
unsigned char distance(ServiceState& service, double start, double end, int camera);
ViewImage* distances(ServiceState& service, double start, double end, int camera, int dimensions);

/// The same picture, with the angle and the aspect ratio that the agent's camera has at the server now: no answer of a
/// provider or a service carries them. They stay the usual ones if the server does not answer.
ViewImage* taken_by(int camera, std::unique_ptr<ViewImage> picture);

}  // namespace sigverse::sight
