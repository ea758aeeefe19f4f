// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/raw.h"
#include "gateways/sigverse/wire/service_request.h"

// The requests that controllers send to SIGViewer over a direct connection.
namespace sigverse::wire {

/// Reads a request for a picture, distances or names (codes 5 to 7 of `DirectCode`). Such a request has no further
/// parameters: pictures are 320 × 240, in colour. Returns nullopt if a field is missing or not a number; dimensions and
/// distances are not validated.
std::optional<ServiceRequest> read_direct_request(const Raw& raw);

/// Appends the answer: exactly as many octets as requested (`octets`), not preceded by a size.
void append_direct_answer(std::string& out, const SigServiceProvider::PictureRequest& request, std::string_view octets);
void append_direct_answer(std::string& out, const SigServiceProvider::DistanceRequest& request,
                          std::string_view octets);
/// Appends as many names as the size field of the answer can express.
void append_direct_answer(std::string& out, const SigServiceProvider::DetectRequest& request,
                          const std::vector<std::string>& names);
/// Appends the answer that nothing can be seen.
void append_direct_refusal(std::string& out);

}  // namespace sigverse::wire
