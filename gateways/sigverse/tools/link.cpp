// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/tools/link.h"

#include <fmt/format.h>

namespace sigverse::tools {
namespace {

using namespace wire;

/// With this name a tool appears as the sender of what it sends.
constexpr std::string_view kGreeting = "SIGViewer,sigctl,";

Stream open(const Address& server, std::chrono::milliseconds patience) {
  std::string problem;
  if (std::optional<Stream> stream = connect(server.host, server.port, patience, problem)) return std::move(*stream);
  throw LinkError(problem);
}

}  // namespace

Link::Link(const Address& server, std::chrono::milliseconds patience)
    : place_(fmt::format("{}:{}", server.host, server.port)), patience_(patience), stream_(open(server, patience)) {
  send(kGreeting);
}

void Link::lost(const std::string& what) const {
  throw LinkError(fmt::format("{}: {}", place_, what));
}

void Link::send(std::string_view octets) {
  if (!stream_.send(octets, patience_)) lost(stream_.problem());
}

Packet Link::receive(PacketType type) {
  for (;;) {
    const Stream::Received unit = stream_.receive(patience_);
    if (!unit) lost(stream_.problem());
    if (unit.what != Stream::What::packet) continue;
    const std::optional<Packet> packet = read_packet(unit.octets);
    if (!packet) lost("a packet that cannot be read");
    if (packet->head.type == type) return *packet;
  }
}

bool Link::entity(std::string_view name, double& time, ObjectRecord& record) {
  std::string request;
  if (!append_packet(request, GetEntity{name})) return false;
  send(request);
  const Packet reply = receive(PacketType::get_entity_result);
  EntityResult result;
  if (!read_entity(reply.data, result, record)) lost("a record that cannot be read");
  time = result.time;
  return result.exists;
}

double Link::time() {
  // Every reply has it, also about what is not there; that one is short.
  double time = 0.0;
  ObjectRecord none;
  entity("", time, none);
  return time;
}

std::vector<std::string> Link::names(std::uint16_t kind) {
  std::string request;
  append_packet(request, GetObjectNames{kind});
  send(request);
  std::vector<std::string> names;
  for (bool complete = false; !complete;) {
    const Packet reply = receive(PacketType::get_object_names_result);
    GetObjectNamesResult part;
    if (!read_data(reply.data, part)) lost("names that cannot be read");
    names.insert(names.end(), part.names.begin(), part.names.end());
    complete = reply.head.number + 1 == reply.head.count;
  }
  return names;
}

void Link::control(SimCommand command) {
  std::string request;
  append_packet(request, SimCtrl{static_cast<std::int16_t>(command)});
  send(request);
  // It has no reply; requests are carried out one after the other.
  time();
}

void Link::message(std::string_view to, std::string_view text) {
  std::string request;
  if (!append_raw_message(request, {{}, text, -1.0, RawMessage::All::none, {to}}))
    throw LinkError(fmt::format("the text is too long ({} octets)", text.size()));
  send(request);
  time();
}

void Link::end_simulation() {
  std::string request;
  RawRequest end;
  end.code = RawCode::end;
  append_raw_request(request, end);
  send(request);
  for (;;) {
    const Stream::Received unit = stream_.receive(patience_);
    if (unit.what == Stream::What::ended) return;
    if (!unit) lost(stream_.problem());
  }
}

}  // namespace sigverse::tools
