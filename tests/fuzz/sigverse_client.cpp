// SPDX-License-Identifier: Apache-2.0
// Data from SIGVerse servers to viewers, recorders and tools. The first octet selects the request. The listener gets
// the same data however they are cut; they are finite, and can be drawn, searched and written.
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>
#include <string>
#include <vector>

#include "gateways/sigverse/client/sim_server.h"
#include "tests/fuzz/target.h"

using namespace sigverse;
using namespace sigverse::client;
using fuzz::demand;

namespace {

void check_object(const Object& object) {
  for (std::size_t i = 1; i < object.attributes.size(); ++i)
    demand(object.attributes[i - 1].name < object.attributes[i].name);
  for (const Attribute& attribute : object.attributes) {
    demand(object.find(attribute.name) == &attribute);
    demand(std::isfinite(object.number(attribute.name)));
  }
  for (const Part& part : object.parts) demand(sight::Solid::of(shape_of(part)).has_value());
  // Records do not contain the places of shapes.
  Object bare = object;
  for (Part& part : bare.parts) part.shape_place = {}, part.shape_turn = {1.0, 0.0, 0.0, 0.0};
  demand(object_of(record_of(object)) == bare);
  for (int camera = 1; camera <= 9; ++camera) try {
      demand(sight::is_valid(view_of(object, camera)));
    } catch (const std::runtime_error&) {
    }
}

class Listener final : public SimServerListener {
 public:
  SimServer* server = nullptr;
  std::vector<World> worlds;
  std::string heard;

  void attached(bool accepted, std::string_view message) override { note(accepted ? "attached" : "refused", message); }
  void shapes(const ShapeBase& shapes) override {
    for (const wire::ShapeEntry& entry : shapes.records()) note(entry.key, entry.file);
  }
  void world(World& world) override {
    demand(std::isfinite(world.time));
    std::size_t with_parts = 0;
    for (const Object& object : world.objects) {
      check_object(object);
      with_parts += object.parts.empty() ? 0 : 1;
      for (const ShapeBase::Shown& shown : server->shapes().files_of(object)) note(shown.part, shown.file);
      note("file", server->shapes().file_of(object));
    }
    demand(scene_of(world).objects().size() == with_parts);
    worlds.push_back(std::move(world));
  }
  void entity(double time, const Object* object, const wire::ObjectRecord& record) override {
    demand(std::isfinite(time));
    note("entity", record.name);
    if (!object) return;
    check_object(*object);
    demand(server->sendAttributes(*object, {}) || !server->is_connected());
  }
  void log_line(wire::LogLevel, std::string_view text) override { note("log", text); }
  void display_text(const wire::DisplayText& text) override { note("display", text.text); }
  void packet(const wire::Packet& packet) override { note("packet", packet.octets); }
  void raw(const wire::Raw& raw) override { note("raw", raw.body); }
  void problem(std::string_view line, bool is_unreadable) override {
    note(is_unreadable ? "unreadable" : "problem", line);
    demand(++problems_ <= SimServer::kMaxProblems);
  }

 private:
  void note(std::string_view what, std::string_view about) { heard.append(what).append(" ").append(about) += '\n'; }
  std::size_t problems_ = 0;
};

/// Feeds all octets in pieces of this size.
void feed(std::string_view octets, unsigned char asked, std::size_t piece, Listener& listener) {
  int ends[2] = {-1, -1};
  demand(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  SimServer server{wire::Stream(ends[0])};
  listener.server = &server;
  for (int i = asked % 4; i != 0; --i) server.sendGetAllEntitiesRequest();
  for (int i = asked / 4 % 4; i != 0; --i) server.sendGetEntityRequest("can");
  auto received = SimServer::Received::nothing;
  while (!octets.empty() && received == SimServer::Received::nothing) {
    const std::string_view some = octets.substr(0, piece);
    demand(::send(ends[1], some.data(), some.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(some.size()));
    octets.remove_prefix(some.size());
    do received = server.processOnePacket(listener, SimServer::Timeout(0));
    while (received == SimServer::Received::unit);
  }
  // Octets that begin neither a packet nor a raw request may be noticed only now.
  if (received == SimServer::Received::nothing) received = server.processOnePacket(listener, SimServer::Timeout(0));
  listener.heard += server.problem();
  demand(server.is_connected() == (received == SimServer::Received::nothing));
  ::close(ends[1]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  // The size of a read from a socket.
  if (size == 0 || size > 50'000) return 0;
  const std::string_view sent = fuzz::as_text(octets, size).substr(1);
  Listener whole, pieces;
  feed(sent, octets[0], sent.size(), whole);
  feed(sent, octets[0], 7, pieces);
  demand(whole.heard == pieces.heard);
  demand(whole.worlds == pieces.worlds);
  return 0;
}
