// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/raw.h"
#include "gateways/sigverse/wire/service_request.h"

// What controllers ask of SIGViewer on the connection that the two have with each other.
namespace sigverse::wire {

/// Reads a request for a picture, distances or names (codes 5 to 7 of `DirectCode`). Pictures are those that a request
/// without more words means, 320 × 240 in colours. Nothing if a field is missing or no number; whether dimensions and
/// distances make sense is not checked.
std::optional<ServiceRequest> read_direct_request(const Raw& raw);

/// Appends the answer: as many octets as the request says (`octets`), in front of which stands no size.
void append_direct_answer(std::string& out, const SigServiceProvider::PictureRequest& request, std::string_view octets);
void append_direct_answer(std::string& out, const SigServiceProvider::DistanceRequest& request,
                          std::string_view octets);
/// As many names as the size of the answer can say.
void append_direct_answer(std::string& out, const SigServiceProvider::DetectRequest& request,
                          const std::vector<std::string>& names);
/// Appends the answer that nothing can be seen.
void append_direct_refusal(std::string& out);

}  // namespace sigverse::wire
