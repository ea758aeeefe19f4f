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

/// What has been seen for a request.
struct Seen {
  std::string problem;             ///< why there is nothing, as a line; empty if there is
  std::vector<std::string> names;  ///< for a `DetectRequest`
  std::string octets;              ///< for the others, as many as the request says
};

/// The connection on which a service `SIGViewer` of SIGVerse 2.x answers one controller: it connects to the port at
/// which the controller awaits it, says that it is there, and answers what is asked about pictures, names and
/// distances. Where nothing can be seen it answers that there is no such camera. Messages are read and dropped.
class ControllerLink final : public RequestLink {
 public:
  /// Nothing while it is not the time for it; the request comes again.
  using See = std::function<std::optional<Seen>(const wire::ServiceRequest& request)>;

  /// Begins to connect. Loop and log outlive it.
  ControllerLink(const std::string& host, std::uint16_t port, Names names, See see, spark::net::Loop& loop,
                 spark::Log& log);

 private:
  Work answer(const wire::Raw& raw) override;
  Work answer(const wire::ServiceRequest& request);

  const See see_;
  spark::net::Connector connector_;
};

}  // namespace sigverse::direct
