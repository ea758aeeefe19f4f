// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/gateways/sigverse/server/sig_stage.h"

namespace sigverse_test {

/// A provider of services played by the test: the connection over which it has registered, and the port for requests to
/// it.
class PlayedProvider {
 public:
  /// Listens, and registers for each of the kinds.
  PlayedProvider(SigStage& stage, std::string name, const std::vector<std::uint32_t>& kinds);

  int port() const { return port_; }
  /// Registers once more, as some name, and returns the answer.
  std::string provide(const std::string& name, std::uint32_t kind, std::uint32_t port, const std::string& host = "");
  /// Waits for the next connection to it, and accepts it.
  Peer accept();
  /// Whether a connection waits to be accepted, however often the gateway works.
  bool is_asked();
  /// Accepts a ping for the kind, and answers it.
  void answer_ping(std::uint16_t kind);
  /// Refuses connections from now on.
  void stop_listening() { listening_.close(); }
  /// Ends: connections are refused, and its registration is over.
  void hang_up();

  Peer registration;

 private:
  bool has_come() const;

  SigStage& stage_;
  std::string name_;
  spark::Descriptor listening_;
  int port_ = 0;
};

/// Sends in pieces while the gateway reads, so that neither waits for the other.
void send_in_pieces(SigStage& stage, const Peer& peer, std::string_view octets);

/// A picture of this many octets, as CAPTURE_VIEW_IMAGE_RESULT or DISTANCE_SENSOR_RESULT; its header states `said`.
std::string picture(std::size_t octets, std::size_t said, sigverse::wire::PacketType type);
std::string picture(std::size_t octets);

}  // namespace sigverse_test
