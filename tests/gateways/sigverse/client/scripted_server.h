// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/client/sim_server.h"
#include "tests/support/sigverse/object_records.h"

namespace sigverse::client {

/// Records the events that a `SimServer` reports.
class Witness : public SimServerListener {
 public:
  std::vector<World> worlds;
  std::vector<std::optional<Object>> entities;
  std::vector<std::string> events;  ///< "attached yes ", "log 2 hello" …

  void attached(bool accepted, std::string_view message) override;
  void shapes(const ShapeBase& shapes) override;
  void world(World& world) override { worlds.push_back(std::move(world)); }
  void entity(double time, const Object* object, const wire::ObjectRecord& record) override;
  void log_line(wire::LogLevel level, std::string_view text) override;
  void display_text(const wire::DisplayText& text) override;
  void packet(const wire::Packet& packet) override;
  void raw(const wire::Raw& raw) override;
  void problem(std::string_view line, bool is_unreadable) override;
};

/// A link whose server is the test, which sends and receives octets. Nothing waits.
class ScriptedServer : public Witness {
 public:
  ScriptedServer();
  ~ScriptedServer();
  ScriptedServer(const ScriptedServer&) = delete;
  ScriptedServer& operator=(const ScriptedServer&) = delete;

  SimServer link;

  /// Sends, and has the link process it packet by packet. Returns how the last call ended.
  SimServer::Received send(std::string_view octets);
  /// Has the link process what has arrived.
  SimServer::Received process();
  /// All that the link has sent since the last call.
  std::string taken();
  void close();

 private:
  int end_ = -1;
};

using testing::all_of;
using testing::object_record;

std::string no_entity(double time);
template <typename Message>
std::string packet_of(const Message& message) {
  std::string octets;
  wire::append_packet(octets, message);
  return octets;
}

}  // namespace sigverse::client
