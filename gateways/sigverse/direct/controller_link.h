// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "gateways/sigverse/direct/request_link.h"
#include "gateways/sigverse/wire/service_request.h"
#include "spark/net/connector.h"

namespace sigverse::direct {

/// The result of a request for sight.
struct Seen {
  std::string problem;             ///< why there is no result, as a line; empty if there is a result
  std::vector<std::string> names;  ///< for a `DetectRequest`
  std::string octets;              ///< for other requests; as many as requested
};

/// The connection over which a service `SIGViewer` of SIGVerse 2.x answers one controller: it connects to the port on
/// which the controller listens, announces itself, and answers requests for pictures, names and distances. If nothing
/// can be seen, the answer is that there is no such camera. Messages are read and dropped.
class ControllerLink final : public RequestLink {
 public:
  /// Returns nullopt if the request has to be postponed; it is then repeated.
  using See = std::function<std::optional<Seen>(const wire::ServiceRequest& request)>;

  /// Starts to connect. Loop and log outlive it.
  ControllerLink(const std::string& host, std::uint16_t port, Names names, See see, spark::net::Loop& loop,
                 spark::Log& log);

 private:
  Work answer(const wire::Raw& raw) override;
  Work answer(const wire::ServiceRequest& request);

  const See see_;
  spark::net::Connector connector_;
};

}  // namespace sigverse::direct
