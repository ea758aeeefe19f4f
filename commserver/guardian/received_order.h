// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "commserver/guardian/guardian_messages.h"
#include "spark/core/descriptor.h"

namespace commserver {

/// An order as the guardian gets it from its socket: with the texts behind it and the descriptors it carries.
struct ReceivedOrder {
  enum class Result { received, nothing, server_is_gone };

  GuardianOrder order;
  std::vector<const char*> texts;                         ///< valid until the next `receive`
  std::array<spark::Descriptor, kOrderDescriptors> ends;  ///< not all of them open if the server was out of them

  /// Takes the next order, without waiting for one. What is no order counts as the end of the server.
  Result receive(int socket);

 private:
  alignas(GuardianOrder) std::array<char, kMaxOrderSize + 1> packet_;
};

}  // namespace commserver
