// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/client/blocking_client.h"

#include <algorithm>
#include <utility>

namespace sigverse::client {
namespace {

using Milliseconds = SimServer::Timeout;

/// The time limit for a whole answer.
Milliseconds total(Milliseconds timeout) {
  constexpr Milliseconds kLongest = std::chrono::hours(1);
  return timeout < Milliseconds(0) ? wire::Stream::kForever
                                   : std::min(timeout, kLongest) * BlockingClient::kMaxTimeouts;
}

}  // namespace

BlockingClient::BlockingClient(const wire::Address& server, SimServer::Timeout timeout, std::string_view greeting,
                               std::string place)
    : timeout_(timeout), place_(std::move(place)) {
  if (!server_.connect(server, timeout, greeting)) throw LinkError(server_.problem());
}

void BlockingClient::lost(const std::string& what) {
  server_.close();
  throw LinkError(place_.empty() ? what : place_ + ": " + what);
}

void BlockingClient::begin() {
  is_there_ = false;
  take_ = nullptr;
  unreadable_.clear();
  octets_at_begin_ = server_.octets();
  server_.limit(total(timeout_));
}

bool BlockingClient::process() {
  switch (server_.processOnePacket(*this, timeout_)) {
    case SimServer::Received::nothing:
      lost("the server does not answer");
    case SimServer::Received::ended:
      return false;
    case SimServer::Received::unit:
      break;
  }
  if (!unreadable_.empty()) lost(unreadable_);
  if (server_.octets() - octets_at_begin_ > kMaxOctets) lost("the server sends more than an answer");
  return true;
}

void BlockingClient::wait_until(const bool& is_there) {
  while (!is_there)
    if (!process()) lost(server_.problem().empty() ? "the connection is closed" : server_.problem());
}

World BlockingClient::world() {
  begin();
  server_.sendGetAllEntitiesRequest();
  wait_until(is_there_);
  return std::move(world_);
}

ShapeBase BlockingClient::shapes() {
  begin();
  server_.sendX3DDBRequest();
  wait_until(is_there_);
  return std::move(shapes_);
}

bool BlockingClient::entity(std::string_view name, double& time, wire::ObjectRecord& record) {
  begin();
  // No object has such a name; but without a request there would be no reply.
  server_.sendGetEntityRequest(name.size() > wire::kLongestName ? std::string_view() : name);
  wait_until(is_there_);
  time = time_;
  record = record_;
  return exists_;
}

double BlockingClient::time() {
  // Every reply contains the time, even the one for a missing object, which is short.
  begin();
  server_.sendGetEntityRequest({});
  wait_until(is_there_);
  return time_;
}

void BlockingClient::command(std::string_view octets) {
  server_.send(octets);
  // Commands have no reply, but requests are carried out in order.
  time();
}

void BlockingClient::control(wire::SimCommand command) {
  server_.sendSimCtrlCommand(command);
  time();
}

void BlockingClient::sound(std::string_view agent, double time, const wire::Wave& wave) {
  if (!server_.sendRawSound(agent, time, wave)) throw LinkError("the sound is too long");
  this->time();
}

void BlockingClient::end_simulation() {
  begin();
  server_.sendEndRequest();
  while (process()) {
  }
}

void BlockingClient::request(std::string_view octets, wire::PacketType reply, const char* unreadable,
                             const Take& take) {
  begin();
  wanted_ = reply;
  unreadable_reply_ = unreadable;
  take_ = &take;
  server_.send(octets);
  wait_until(is_there_);
}

void BlockingClient::world(World& world) {
  world_ = std::move(world);
  is_there_ = true;
}

void BlockingClient::shapes(const ShapeBase& shapes) {
  shapes_ = shapes;
  is_there_ = true;
}

void BlockingClient::entity(double time, const Object* object, const wire::ObjectRecord& record) {
  time_ = time;
  exists_ = object != nullptr;
  record_ = record;
  is_there_ = true;
}

void BlockingClient::packet(const wire::Packet& packet) {
  if (!take_ || packet.head.type != wanted_) return;
  if (!(*take_)(packet.data)) unreadable_ = unreadable_reply_;
  is_there_ = packet.head.number + 1 == packet.head.count;
}

void BlockingClient::problem(std::string_view line, bool is_unreadable) {
  if (is_unreadable) unreadable_ = line;
}

}  // namespace sigverse::client
