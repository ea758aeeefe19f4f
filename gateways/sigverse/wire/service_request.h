// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/service_provider.h"

namespace sigverse::wire {

using ServiceRequest = std::variant<SigServiceProvider::PictureRequest, SigServiceProvider::DetectRequest,
                                    SigServiceProvider::DistanceRequest, SigServiceProvider::SpeechRequest>;

/// Reads one request to a service provider from its packets, and checks that all of its values are within the ranges of
/// `SigServiceProvider`.
class ServiceRequestReader {
 public:
  enum class State { incomplete, complete, refused };

  /// `max_content`: maximum octets of a sound or picture.
  explicit ServiceRequestReader(std::size_t max_content) : max_content_(max_content) {}

  /// Takes the first packet of a request. Unless it is a sound, this is the whole request.
  State begin(const Packet& first);
  /// Takes the next packet of a sound.
  State add(const Packet& next);

  /// Called by the owner to refuse the request after `begin`.
  State refuse(const char* problem);

  /// Octets of its sound, or of the picture that answers it; known after `begin`.
  std::size_t content() const { return content_; }
  /// Valid if the request is complete.
  ServiceRequest& request() { return request_; }
  /// Valid if the request was refused: the reason, for users, and the failing reply, which is empty if its type has
  /// none.
  const char* problem() const { return problem_; }
  const std::string& failing_reply() const { return failing_reply_; }

 private:
  State begin_picture(const Packet& packet);
  State begin_detecting(const Packet& packet);
  State begin_distance(const Packet& packet);
  State begin_speech(const Packet& packet);
  State continue_speech(LargeContent::State state);

  std::size_t max_content_, content_ = 0;
  ServiceRequest request_;
  LargeContent sound_;
  const char* problem_ = "";
  std::string failing_reply_;
};

// The complete replies. An empty result makes the failing reply. The reply is empty if the result has the wrong size or
// does not fit into a packet.

std::string reply_to(const SigServiceProvider::PictureRequest& request, const std::string& pixels);
std::string reply_to(const SigServiceProvider::DetectRequest& request, const std::vector<std::string>& names);
std::string reply_to(const SigServiceProvider::DistanceRequest& request, const std::string& distances);
std::string reply_to(const SigServiceProvider::SpeechRequest& request, const std::string& words);

}  // namespace sigverse::wire
