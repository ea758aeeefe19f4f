// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "commserver/guardian/guardian_messages.h"
#include "spark/core/descriptor.h"

namespace commserver {

/// An order that the guardian has received, with the texts that follow it and the descriptors that it carries.
struct ReceivedOrder {
  enum class Result { received, nothing, server_is_gone };

  GuardianOrder order;
  std::vector<const char*> texts;                         ///< valid until the next `receive`
  std::array<spark::Descriptor, kOrderDescriptors> ends;  ///< some may be empty if the server was out of descriptors

  /// Receives the next order, without waiting. A malformed order counts as the end of the server.
  Result receive(int socket);

 private:
  alignas(GuardianOrder) std::array<char, kMaxOrderSize + 1> packet_;
};

}  // namespace commserver
