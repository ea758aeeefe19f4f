// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gateways/sigverse/controller/include/Text.h"
#include "gateways/sigverse/controller/include/ViewImage.h"
#include "gateways/sigverse/controller/services.h"

// Requests what an agent sees from providers, by packets. `provider` is one that the controller has chosen by its name;
// empty: any available one. The caller owns pictures; null if there is none.
namespace sigverse::sight {

ViewImage* capture(const std::string& provider, ColorBitType colour, ImageDataSize size, int camera);
/// Adds the names.
bool detect(const std::string& provider, std::vector<std::string>& names, int camera);
/// Distances in the middle of the picture, from `start` to `end`, cm, as 0 to 255.
unsigned char distance(const std::string& provider, double start, double end, int camera);
/// Distances of its middle row (1), or of the whole picture (2).
ViewImage* distances(const std::string& provider, double start, double end, int camera, int dimensions);
// The same over the connection of a service. A picture that it refuses is requested from any provider.
ViewImage* capture(ServiceState& service, ColorBitType colour, ImageDataSize size, int camera);
bool detect(ServiceState& service, std::vector<std::string>& names, int camera);
unsigned char distance(ServiceState& service, double start, double end, int camera);
ViewImage* distances(ServiceState& service, double start, double end, int camera, int dimensions);

/// The same picture, with the present angle and aspect ratio of the agent's camera at the server, which answers of
/// providers and services lack. They stay at their defaults if the server does not answer.
ViewImage* taken_by(int camera, std::unique_ptr<ViewImage> picture);

}  // namespace sigverse::sight
