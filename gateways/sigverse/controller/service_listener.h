// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "gateways/sigverse/wire/stream.h"

namespace sigverse {

/// A port to which one service is asked to connect.
class ServiceListener {
 public:
  /// 0: any free port.
  explicit ServiceListener(std::uint16_t port);
  ~ServiceListener();
  ServiceListener(const ServiceListener&) = delete;
  ServiceListener& operator=(const ServiceListener&) = delete;

  /// 0 if no port is available.
  std::uint16_t port() const { return port_; }
  std::optional<wire::Stream> accept(wire::Stream::Timeout timeout);

 private:
  int socket_ = -1;
  std::uint16_t port_ = 0;
};

}  // namespace sigverse
