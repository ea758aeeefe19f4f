// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "gateways/sigverse/controller/driven_wheels.h"
#include "gateways/sigverse/controller/include/Controller.h"
#include "gateways/sigverse/controller/objects.h"
#include "gateways/sigverse/controller/random.h"
#include "gateways/sigverse/controller/server_connection.h"
#include "gateways/sigverse/controller/services.h"

namespace sigverse {

/// The state behind the methods of the public classes: the one agent of this process. Controllers get no reference to
/// it; `Agent::current` finds it.
class Agent {
 public:
  /// The new object becomes the current agent.
  Agent(ServerConnection& server, std::uint64_t seed);
  ~Agent();
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  /// Null before the agent is attached and after its end; a library may call methods while it is being loaded.
  static Agent* current();

  ServerConnection& server;
  Objects objects;
  Services services;
  Random random;
  DrivenWheels wheels{server, objects, random};
  double now = 0.0;         ///< SIG time, s, as last received
  bool is_running = false;  ///< whether the simulation runs
  bool in_handler = false;
  std::string host;  ///< of the server; empty if there is none
  int port = 0;
};

/// Queues a message, which is sent when the handler returns. Returns false if there is no server.
template <typename Message>
bool send(const Message& message, const wire::PacketHead& head = {}) {
  Agent* const agent = Agent::current();
  return agent && agent->server.queue(message, head);
}
inline bool send(const wire::RawRequest& request) {
  Agent* const agent = Agent::current();
  return agent && agent->server.queue(request);
}
/// The same; an error is logged if the message cannot be encoded.
bool send(const wire::RawMessage& message);
/// Sends a request. The octets of the answer are valid until the next request.
inline std::optional<wire::RawReader> ask(const wire::RawRequest& request, std::size_t answer) {
  Agent* const agent = Agent::current();
  if (!agent) return {};
  const auto octets = agent->server.ask(request, answer);
  if (!octets) return {};
  return wire::RawReader(*octets);
}
/// Sends a request and reads the data of the answer as `Answer`.
template <typename Message, typename Answer>
bool ask(const Message& message, Answer& answer) {
  Agent* const agent = Agent::current();
  if (!agent) return false;
  const auto packet = agent->server.ask(message, Answer::kType);
  return packet && wire::read_data(packet->data, answer);
}

/// Sizes of the fields of answers to raw requests, octets.
inline constexpr std::size_t kBool = 1, kReal = 8, kTriple = 24, kQuad = 32;

/// "" for a null pointer, which controllers pass for a missing name.
inline std::string_view text_or_empty(const char* text) {
  return text ? text : "";
}

}  // namespace sigverse
