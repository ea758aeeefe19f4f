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

/// All that the methods of the public classes stand on: the one agent of this process. Controllers are handed nothing
/// of it, so it is found by `Agent::current`.
class Agent {
 public:
  /// Takes its place as the current one.
  Agent(ServerConnection& server, std::uint64_t seed);
  ~Agent();
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  /// Null before it has been attached and after its end; a library may call methods while it is being loaded.
  static Agent* current();

  ServerConnection& server;
  Objects objects;
  Services services;
  Random random;
  DrivenWheels wheels{server, objects, random};
  double now = 0.0;         ///< SIG time, s, as far as known
  bool is_running = false;  ///< the simulation
  bool in_handler = false;
  std::string host;  ///< of the server; empty where there is none
  int port = 0;
};

/// Sends it when the handler returns; false if there is no server.
template <typename Message>
bool send(const Message& message, const wire::PacketHead& head = {}) {
  Agent* const agent = Agent::current();
  return agent && agent->server.queue(message, head);
}
inline bool send(const wire::RawRequest& request) {
  Agent* const agent = Agent::current();
  return agent && agent->server.queue(request);
}
/// One that cannot be written gets a line.
bool send(const wire::RawMessage& message);
/// Asks; the octets of the answer are valid until something else is asked.
inline std::optional<wire::RawReader> ask(const wire::RawRequest& request, std::size_t answer) {
  Agent* const agent = Agent::current();
  if (!agent) return {};
  const auto octets = agent->server.ask(request, answer);
  if (!octets) return {};
  return wire::RawReader(*octets);
}
/// The data of the answer, read as `Answer`.
template <typename Message, typename Answer>
bool ask(const Message& message, Answer& answer) {
  Agent* const agent = Agent::current();
  if (!agent) return false;
  const auto packet = agent->server.ask(message, Answer::kType);
  return packet && wire::read_data(packet->data, answer);
}

/// Octets of answers to raw requests.
inline constexpr std::size_t kBool = 1, kReal = 8, kTriple = 24, kQuad = 32;

/// "" for a null pointer, which controllers pass where nothing is named.
inline std::string_view text_or_empty(const char* text) {
  return text ? text : "";
}

}  // namespace sigverse
