// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/client/sim_server.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <utility>

#include "gateways/sigverse/sight/turns.h"

namespace sigverse::client {
namespace {

using wire::PacketType;

/// The name that controllers see as the sender of sounds from viewers.
constexpr std::string_view kViewer = "SIGViewer";

/// Attributes that a server accepts only together, and only with the bit of their operation.
struct Quantity {
  std::uint32_t operation;
  std::array<std::string_view, 4> names;  ///< the last one is empty if there are three
};
namespace op = wire::operation;
constexpr std::array<Quantity, 7> kQuantities{{{op::kPosition, {"x", "y", "z"}},
                                               {op::kRotation, {"qw", "qx", "qy", "qz"}},
                                               {op::kForce, {"fx", "fy", "fz"}},
                                               {op::kAccel, {"ax", "ay", "az"}},
                                               {op::kTorque, {"tqx", "tqy", "tqz"}},
                                               {op::kLinearVelocity, {"vx", "vy", "vz"}},
                                               {op::kAngularVelocity, {"avx", "avy", "avz"}}}};

/// The part of an object that a request has to contain to change these attributes.
Object change_of(const Object& object, const std::vector<Attribute>& changed) {
  Object change;
  change.id = object.id;
  change.name = object.name;
  change.class_name = object.class_name;
  change.attached = object.attached;
  std::map<std::string_view, const Attribute*> sent;
  for (const Attribute& attribute : changed) sent[attribute.name] = &attribute;
  for (const Quantity& quantity : kQuantities) {
    const auto is_sent = [&](std::string_view name) { return sent.count(name) > 0; };
    if (std::none_of(quantity.names.begin(), quantity.names.end(), is_sent)) continue;
    change.operations |= quantity.operation;
    for (const std::string_view name : quantity.names)
      if (const Attribute* const known = object.find(name)) sent.emplace(name, known);
  }
  for (const auto& [name, attribute] : sent) change.attributes.push_back(*attribute);
  return change;
}

}  // namespace

SimServer::SimServer(wire::Stream stream) : stream_(std::move(stream)) {}

void SimServer::reset() {
  // The shapes are kept, because the known world may still be shown.
  ShapeBase shapes = std::move(shapes_);
  *this = SimServer();
  shapes_ = std::move(shapes);
}

bool SimServer::connect(const wire::Address& server, Timeout timeout, std::string_view greeting) {
  reset();
  stream_ = wire::connect(server.host, server.port, timeout, problem_);
  if (!greeting.empty()) send(greeting);
  return is_connected();
}

void SimServer::close() {
  reset();
}

SimServer::Received SimServer::end(std::string problem) {
  reset();
  problem_ = std::move(problem);
  return Received::ended;
}

void SimServer::limit(Timeout total) {
  if (stream_) stream_->limit(total);
}

// ---- requests ----

void SimServer::send(std::string_view octets) {
  // If this fails, the next call of `processOnePacket` notices.
  if (stream_) stream_->post(octets);
}

void SimServer::sendSimCtrlCommand(wire::SimCommand command) {
  std::string request;
  wire::append_packet(request, wire::SimCtrl{static_cast<std::int16_t>(command)});
  send(request);
}

void SimServer::attachView(std::string_view name) {
  std::string request;
  wire::append_packet(request, wire::AttachView{name});
  send(request);
}

void SimServer::sendGetAllEntitiesRequest() {
  if (!stream_) return;
  std::string request;
  wire::append_empty_packet(request, PacketType::get_all_entities);
  send(request);
  ++worlds_asked_;
}

void SimServer::sendGetEntityRequest(std::string_view name) {
  std::string request;
  if (!stream_ || !wire::append_packet(request, wire::GetEntity{name})) return;
  send(request);
  entities_asked_.push_back(EntityAsked::by_user);
}

void SimServer::sendX3DDBRequest() {
  std::string request;
  wire::append_empty_packet(request, PacketType::x3d_db);
  send(request);
}

bool SimServer::sendAttributes(const Object& object, const std::vector<Attribute>& changed) {
  const Object change = change_of(object, changed);
  std::string request;
  wire::PacketWriter packet(request, {PacketType::update_entities});
  packet.real(time_);
  if (!wire::append_record(request, record_of(change)) || !packet.finish()) return false;
  send(request);
  return true;
}

bool SimServer::sendRawSound(std::string_view agent, double time, const wire::Wave& sound) {
  std::string message;
  const wire::OnRecvSoundHeader header{.time = time, .from = kViewer, .format = sound.format()};
  if (sound.samples.size() > wire::kMaxSoundOctets ||
      !wire::append_large_message(message, header, sound.samples, {.flags = wire::kForward, .target = agent}))
    return false;
  send(message);
  return true;
}

void SimServer::sendEndRequest() {
  std::string request;
  wire::RawRequest end;
  end.code = wire::RawCode::end;
  wire::append_raw_request(request, end);
  send(request);
}

// ---- incoming packets ----

SimServer::Received SimServer::processOnePacket(SimServerListener& listener, Timeout timeout) {
  using What = wire::Stream::What;
  if (!stream_) return Received::ended;
  const wire::Stream::Received received = stream_->receive(timeout);
  octets_ += received.octets.size();
  switch (received.what) {
    case What::timed_out:
      return Received::nothing;
    case What::raw:
      listener.raw(wire::read_raw(received.octets));
      return Received::unit;
    case What::packet:
      break;
    default:
      return end(stream_->problem());
  }
  if (const auto packet = wire::read_packet(received.octets))
    take(*packet, listener);
  else
    complain(listener, "the server sends a packet that cannot be read", true);
  if (!fatal_.empty()) return end(std::exchange(fatal_, {}));
  return Received::unit;
}

void SimServer::complain(SimServerListener& listener, const std::string& line, bool is_unreadable) {
  if (problems_.size() < kMaxProblems && problems_.insert(line).second) listener.problem(line, is_unreadable);
}

template <typename Message>
bool SimServer::read(const wire::Packet& packet, Message& message, SimServerListener& listener) {
  if (wire::read_data(packet.data, message)) return true;
  complain(listener, "the server sends a packet that cannot be read: " + std::string(wire::name_of(packet.head.type)),
           true);
  return false;
}

void SimServer::take(const wire::Packet& packet, SimServerListener& listener) {
  wire::AttachViewResult attached;
  wire::X3dDbResult shapes;
  wire::LogMsg line;
  wire::DisplayText text;
  switch (packet.head.type) {
    case PacketType::get_all_entities_result:
      return take_of_world(packet, listener);
    case PacketType::get_entity_result:
      return take_entity(packet, listener);
    case PacketType::get_part_shapes_result:
      return take_part_shapes(packet, listener);
    case PacketType::attach_view_result:
      if (!read(packet, attached, listener)) return;
      if (attached.result == 0) take_shapes(attached.shapes, listener);
      return listener.attached(attached.result == 0, attached.message);
    case PacketType::x3d_db_result:
      if (read(packet, shapes, listener)) take_shapes(shapes.shapes, listener);
      return;
    case PacketType::log_msg:
      if (read(packet, line, listener)) listener.log_line(static_cast<wire::LogLevel>(line.level), line.text);
      return;
    case PacketType::display_text:
      if (read(packet, text, listener)) listener.display_text(text);
      return;
    default:
      return listener.packet(packet);
  }
}

void SimServer::take_shapes(const std::vector<wire::ShapeEntry>& entries, SimServerListener& listener) {
  shapes_ = ShapeBase(entries);
  listener.shapes(shapes_);
}

double SimServer::finite_time(double time, SimServerListener& listener) {
  if (std::isfinite(time)) return time_ = time;
  complain(listener, "the server sends a time that is not finite");
  return time_;
}

Object SimServer::read_object(const wire::ObjectRecord& record, SimServerListener& listener) {
  std::size_t left_out = 0;
  Object object = object_of(record, left_out);
  if (left_out > 0)
    complain(listener, "'" + object.name + "' has attributes or parts that make no sense; they are left out");
  return object;
}

void SimServer::take_of_world(const wire::Packet& packet, SimServerListener& listener) {
  // A world that was not requested is dropped.
  if (worlds_asked_ == 0) return complain(listener, "the server sends a world that was not asked for");
  if (packet.head.number != coming_number_) {
    fatal_ = "the server sends objects out of order";
    return;
  }
  coming_octets_ += packet.octets.size();
  if (coming_octets_ > kMaxWorldOctets) {
    fatal_ = "the server sends more objects than a world has";
    return;
  }
  wire::OneOfAll one;
  if (!wire::read_one_of_all(packet.data, one, record_))
    complain(listener, "the server sends an object that cannot be read", true);
  else if (one.exists)
    coming_.objects.push_back(read_object(record_, listener));
  coming_.time = finite_time(one.time, listener);
  if (++coming_number_ < packet.head.count) return;
  --worlds_asked_;
  coming_number_ = 0;
  coming_octets_ = 0;
  complete_world(std::exchange(coming_, {}), listener);
}

void SimServer::take_entity(const wire::Packet& packet, SimServerListener& listener) {
  if (entities_asked_.empty()) return complain(listener, "the server sends an object that was not asked for");
  const EntityAsked asked = entities_asked_.front();
  entities_asked_.pop_front();
  if (asked == EntityAsked::after_shapes) return complete_shapes(listener);
  wire::EntityResult result;
  const bool is_good = wire::read_entity(packet.data, result, record_);
  if (!is_good) complain(listener, "the server sends an object that cannot be read", true);
  const double time = is_good ? finite_time(result.time, listener) : time_;
  if (!is_good || !result.exists) {
    record_.clear();
    return listener.entity(time, nullptr, record_);
  }
  Object object = read_object(record_, listener);
  place_shapes(object);
  listener.entity(time, &object, record_);
}

// ---- poses of shapes in their parts ----

void SimServer::complete_world(World world, SimServerListener& listener) {
  // A world that is still waiting must not wait any longer.
  if (held_) hand_over(listener);
  forget_part_shapes(world);
  std::vector<std::string> unknown;
  if (knows_part_shapes_ && replies_missing_ == 0)
    for (const Object& object : world.objects)
      if (!object.parts.empty() && part_shapes_.find(object.name) == part_shapes_.end()) unknown.push_back(object.name);
  held_ = std::move(world);
  if (unknown.empty()) return hand_over(listener);
  if (is_sure_of_part_shapes_) return ask_part_shapes(unknown);
  // Only one at first, because a server that does not know such requests ends the connection after many of them.
  ask_part_shapes({unknown.back()});
  unknown.pop_back();
  names_to_ask_ = std::move(unknown);
}

void SimServer::ask_part_shapes(const std::vector<std::string>& names) {
  std::string request;
  for (const std::string& name : names) {
    wire::append_packet(request, wire::GetPartShapes{name});
    part_shapes_[name];
  }
  replies_missing_ = names.size();
  // Every server answers this request, and in order, so its reply shows that the others have been handled.
  wire::append_packet(request, wire::GetEntity{});
  entities_asked_.push_back(EntityAsked::after_shapes);
  send(request);
}

void SimServer::take_part_shapes(const wire::Packet& packet, SimServerListener& listener) {
  wire::GetPartShapesResult result;
  if (replies_missing_ > 0) --replies_missing_;
  if (!read(packet, result, listener)) return;
  const auto asked = part_shapes_.find(result.name);
  if (asked == part_shapes_.end()) return complain(listener, "the server sends shapes that were not asked for");
  asked->second.clear();
  for (const wire::ShapePlace& place : result.shapes) asked->second.emplace(place.id, place);
}

void SimServer::complete_shapes(SimServerListener& listener) {
  if (std::exchange(replies_missing_, 0) > 0) knows_part_shapes_ = false;
  is_sure_of_part_shapes_ = knows_part_shapes_;
  if (is_sure_of_part_shapes_ && !names_to_ask_.empty()) return ask_part_shapes(std::exchange(names_to_ask_, {}));
  if (held_) hand_over(listener);
}

void SimServer::hand_over(SimServerListener& listener) {
  World world = std::move(*held_);
  held_.reset();
  for (Object& object : world.objects) place_shapes(object);
  listener.world(world);
}

void SimServer::place_shapes(Object& object) const {
  const auto shapes = part_shapes_.find(object.name);
  if (shapes == part_shapes_.end()) return;
  for (Part& part : object.parts) {
    const auto place = shapes->second.find(part.id);
    if (place == shapes->second.end()) continue;
    Part placed = part;
    placed.shape_place = place->second.centre;
    placed.shape_turn = place->second.turn;
    if (sight::axes_of(placed.shape_turn) && sight::Solid::of(shape_of(placed))) part = std::move(placed);
  }
}

/// Objects normally do not come and go, but no server is trusted: only data about objects of the last world are kept.
void SimServer::forget_part_shapes(const World& world) {
  if (part_shapes_.size() <= world.objects.size()) return;
  std::set<std::string_view> names;
  for (const Object& object : world.objects) names.insert(object.name);
  for (auto shapes = part_shapes_.begin(); shapes != part_shapes_.end();)
    shapes = names.count(shapes->first) > 0 ? std::next(shapes) : part_shapes_.erase(shapes);
}

}  // namespace sigverse::client
