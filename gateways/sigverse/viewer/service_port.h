// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gateways/sigverse/viewer/service_link.h"
#include "spark/net/listener.h"

namespace sigverse::viewer {

/// The port at which services of SIGVerse 2.x ask the viewer what agents see. They expect it to be 11000.
class ServicePort {
 public:
  static constexpr std::size_t kMax = 64;  ///< connections; further ones are refused

  /// Listens. Throws `std::runtime_error` with a one-line message if that fails. Eyes, loop and log outlive this
  /// object.
  ServicePort(const std::string& address, std::uint16_t port, std::string own_name, Eyes& eyes, spark::net::Loop& loop,
              spark::Log& log);
  /// Tells all peers that the viewer is ending.
  ~ServicePort();
  ServicePort(const ServicePort&) = delete;
  ServicePort& operator=(const ServicePort&) = delete;

  std::uint16_t port() const { return listener_.port(); }
  /// Answers requests, at most one picture per connection. Returns true if there is more to do at once.
  bool attend();

 private:
  void accept(spark::net::Socket socket, const std::string& peer);

  const std::string own_name_;
  Eyes& eyes_;
  spark::net::Loop& loop_;
  spark::Log& log_;
  spark::net::Listener listener_;
  std::vector<std::unique_ptr<ServiceLink>> links_;
};

}  // namespace sigverse::viewer
