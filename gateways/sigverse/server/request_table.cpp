// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/server/request_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "gateways/sigverse/server/attachments.h"
#include "gateways/sigverse/server/client_log.h"
#include "gateways/sigverse/server/link_requests.h"
#include "gateways/sigverse/server/message_router.h"
#include "gateways/sigverse/server/object_records.h"
#include "gateways/sigverse/server/object_requests.h"
#include "gateways/sigverse/server/own_eyes.h"
#include "gateways/sigverse/server/own_viewer.h"
#include "gateways/sigverse/server/run_state.h"
#include "gateways/sigverse/server/service_registry.h"
#include "gateways/sigverse/server/service_sessions.h"
#include "gateways/sigverse/server/turns.h"
#include "gateways/sigverse/wire/failed_replies.h"
#include "gateways/sigverse/wire/messages.h"

namespace sigverse::server {
namespace {

using wire::Packet;
using wire::PacketType;
using wire::Raw;
using wire::RawCode;
using wire::RawRequest;

using Handlers = const RequestHandlers&;

// ---- entries ----

struct PacketEntry {
  PacketType code;
  void (*carry_out)(Handlers handlers, Request& request, const Packet& packet);
};
struct RawEntry {
  RawCode code;
  void (*carry_out)(Handlers handlers, Request& request, const Raw& raw);
};

/// Reads the data of a packet. Returns false, and rejects the request, if they are too short.
template <typename Message>
bool decode(Request& request, const Packet& packet, Message& message) {
  if (wire::read_data(packet.data, message)) return true;
  request.reject("{} has data that are too short", request.name);
  return false;
}
bool decode(Request& request, const Raw& raw, RawRequest& decoded) {
  if (wire::read_raw_request(raw, decoded)) return true;
  request.reject("the request '{}' is too short", request.name);
  return false;
}

/// The name of the object that a message is about.
template <typename Message>
std::string_view object_of(const Message& message) {
  if constexpr (requires { message.name; })
    return message.name;
  else
    return message.agent;
}

/// A packet whose message is carried out by a function.
template <typename Message>
using PacketCall = void (*)(Handlers handlers, Request& request, const Message& message);
template <typename Message, PacketCall<Message> Call>
constexpr PacketEntry packet() {
  return {Message::kType, [](Handlers handlers, Request& request, const Packet& packet) {
            if (Message message; decode(request, packet, message)) Call(handlers, request, message);
          }};
}

/// A packet without data, or one whose data are not read here.
using PlainCall = void (*)(Handlers handlers, Request& request, const Packet& packet);
constexpr PacketEntry plain(PacketType type, PlainCall call) {
  return {type, call};
}

/// A packet that changes one object by one call.
template <typename Message, typename Call>
constexpr PacketEntry change(Call) {
  return {Message::kType, [](Handlers handlers, Request& request, const Packet& packet) {
            Message message;
            if (!decode(request, packet, message)) return;
            handlers.objects.change(request, object_of(message),
                                    [&](SimObj& object) { return Call{}(object, message); });
          }};
}

/// A packet that queries one object: the call makes the reply from the object, or from null if it does not exist.
template <typename Message, typename Call>
constexpr PacketEntry question(Call) {
  return {Message::kType, [](Handlers handlers, Request& request, const Packet& packet) {
            Message message;
            if (!decode(request, packet, message)) return;
            wire::append_packet(request.out(), Call{}(handlers.world.find(object_of(message)), message));
          }};
}

/// A packet that only other clients can answer, and that could not be forwarded to any.
constexpr PacketEntry no_one_serves(PacketType type) {
  return {type, [](Handlers, Request& request, const Packet& packet) { append_failure(request.out(), packet); }};
}

constexpr PacketEntry unsupported(PacketType type) {
  return {type, [](Handlers, Request& request, const Packet&) {
            request.refuse("{}, which this server does not know", request.name);
          }};
}

/// A raw request, decoded by its layout.
template <typename Call>
constexpr RawEntry raw(RawCode code, Call) {
  return {code, [](Handlers handlers, Request& request, const Raw& raw) {
            if (RawRequest decoded; decode(request, raw, decoded)) Call{}(handlers, request, decoded);
          }};
}

/// A raw request whose body is not read here.
template <typename Call>
constexpr RawEntry plain(RawCode code, Call) {
  return {code, [](Handlers handlers, Request& request, const Raw& raw) { Call{}(handlers, request, raw); }};
}

/// A raw request that changes one object by one call.
template <typename Call>
constexpr RawEntry change(RawCode code, Call) {
  return {code, [](Handlers handlers, Request& request, const Raw& raw) {
            RawRequest decoded;
            if (!decode(request, raw, decoded)) return;
            handlers.objects.change(request, decoded.object, [&](SimObj& object) { return Call{}(object, decoded); });
          }};
}

/// A raw request that queries one object: the call writes the reply from the object, or from null.
template <typename Call>
constexpr RawEntry question(RawCode code, Call) {
  return {code, [](Handlers handlers, Request& request, const Raw& raw) {
            RawRequest decoded;
            if (!decode(request, raw, decoded)) return;
            wire::OctetWriter out(request.out());
            Call{}(out, static_cast<const SimObj*>(handlers.world.find(decoded.object)), decoded);
          }};
}

/// Codes that viewers of the second generation sent.
constexpr RawEntry old_viewers(std::uint16_t code) {
  return plain(static_cast<RawCode>(code), [](Handlers, Request& request, const Raw& raw) {
    request.refuse("request {} of old viewers, which this server does not know", raw.code);
  });
}

// ---- control of the run, turns, services ----

void control(Handlers handlers, Request& request, const wire::SimCtrl& message) {
  const std::string& who = request.session.label();
  switch (static_cast<wire::SimCommand>(message.command)) {
    case wire::SimCommand::start:
      return handlers.run.start(who);
    case wire::SimCommand::stop:
      return handlers.run.stop(who);
    case wire::SimCommand::reset:
      return handlers.run.reset(who);
    case wire::SimCommand::restart:
      return handlers.run.restart(who);
  }
  request.reject("SIM_CTRL {}, which is not a command", message.command);
}

void attach_controller(Handlers handlers, Request& request, const wire::AttachController& message) {
  handlers.attachments.attach_controller(request, message);
}

void attach_view(Handlers handlers, Request& request, const wire::AttachView& message) {
  handlers.attachments.attach_view(request, message);
}

void connect_data_port(Handlers handlers, Request& request, const wire::ConnectDataPort& message) {
  handlers.attachments.connect_data_port(request, message);
}

void turn_hello(Handlers handlers, Request& request, const wire::TurnHello& message) {
  handlers.attachments.turn_hello(request, message);
}

/// The slot of a controller that sends a message about its turn. Returns null and rejects the request if the controller
/// has no turns or did not send it on its command port.
ControllerSlot* slot_in_turn(Request& request) {
  const Session& session = request.session;
  if (session.kind() == Session::Kind::controller && session.slot()->knows_turns) return session.slot();
  request.reject("sends packets of turns, but has no turns");
  return nullptr;
}

void turn_done(Handlers handlers, Request& request, const wire::TurnDone& message) {
  ControllerSlot* slot = slot_in_turn(request);
  if (slot && !handlers.turns.done(*slot, message.turn, message.time, handlers.clock.now()))
    request.reject("TURN_DONE {}, which is not the turn", message.turn);
}

void turn_wait(Handlers handlers, Request& request, const wire::TurnWait& message) {
  ControllerSlot* slot = slot_in_turn(request);
  if (slot && !handlers.turns.wait(*slot, message.turn, message.time))
    request.reject("TURN_WAIT {}, which is not the turn", message.turn);
}

void provide_service(Handlers handlers, Request& request, const wire::ProvideService& message) {
  handlers.registry.provide(request, message);
}

void name_server_query(Handlers handlers, Request& request, const wire::NsQuery& message) {
  handlers.registry.query(request.session, message.kind);
}

/// The server's own services come last, each only if no provider offers it.
void services(Handlers handlers, Request& request, const Packet&) {
  std::vector<wire::ServiceEntry> entries = handlers.registry.entries();
  std::ranges::copy(handlers.services.entries(), std::back_inserter(entries));
  for (const std::uint16_t kind : {wire::service_kind::kDetect, wire::service_kind::kDistance})
    if (handlers.viewer.is_there() && !handlers.registry.serves(kind))
      entries.push_back({.name = OwnViewer::kName, .kinds = kind});
  wire::append_services(request.out(), entries);
}

/// Whether the server itself computes the sight for a request: no provider does, or the request is addressed to the
/// server's own `SIGViewer`.
bool has_to_see(Handlers handlers, const Packet& packet) {
  const bool is_asked_by_name = (packet.head.flags & wire::kForward) != 0;
  return handlers.viewer.is_there() &&
         (is_asked_by_name || !handlers.registry.serves(wire::service_kind::of(packet.head.type)));
}

void detect(Handlers handlers, Request& request, const Packet& packet) {
  wire::DetectEntities asked;
  if (!decode(request, packet, asked)) return;
  if (!has_to_see(handlers, packet)) return MessageRouter::append_failure(request.session, request.octets);
  handlers.eyes.append_detected(request, asked);
}

void measure(Handlers handlers, Request& request, const Packet& packet) {
  wire::DistanceSensor asked;
  if (!decode(request, packet, asked)) return;
  if (!has_to_see(handlers, packet)) return MessageRouter::append_failure(request.session, request.octets);
  handlers.eyes.append_distances(request, asked);
}

void log_message(Handlers handlers, Request& request, const wire::LogMsg& message) {
  handlers.client_log.show_viewers(request.session, request.octets);
  handlers.client_log.write(request.session, message, handlers.world.time());
}

void display_text(Handlers handlers, Request& request, const wire::DisplayText& message) {
  handlers.client_log.show_viewers(request.session, request.octets);
  handlers.client_log.write(request.session, message, handlers.world.time());
}

void names(Handlers handlers, Request& request, const wire::GetObjectNames& message) {
  handlers.objects.append_names(request, message.what);
}

void entity(Handlers handlers, Request& request, const wire::GetEntity& message) {
  handlers.objects.append_entity(request, message.name);
}

void connect_joint(Handlers handlers, Request& request, const wire::ConnectJoint& message) {
  handlers.links.connect(request, message);
}

void release_joint(Handlers handlers, Request& request, const wire::ReleaseJoint& message) {
  handlers.links.disconnect(request, message);
}

void joint_force(Handlers handlers, Request& request, const wire::GetJointForce& message) {
  handlers.links.append_joint_force(request, message);
}

void pointed_object(Handlers handlers, Request& request, const wire::GetPointedObject& message) {
  handlers.links.append_pointed(request, message);
}

void connect_service(Handlers handlers, Request& request, const RawRequest& asked) {
  if (!handlers.services.may_connect(request, asked)) return;
  const bool is_own = !handlers.services.find(asked.object) && handlers.viewer.is_called(asked.object);
  if (is_own) return handlers.viewer.connect(request, asked.port);
  handlers.services.connect(request, asked);
}

void check_service(Handlers handlers, Request& request, const RawRequest& asked) {
  constexpr std::uint16_t kLength = 4;  // old servers sent the size of this reply, too
  wire::OctetWriter out(request.out());
  out.u16(handlers.services.has_service(asked.object) ? 1 : 0);
  out.u16(kLength);
}

void step_world(Handlers handlers, Request& request, const RawRequest& asked) {
  if (!request.session.may_change_world()) return request.refuse("a world step of a client that is not attached");
  if (!handlers.run.is_running()) return request.refuse("a world step before START");
  if (handlers.world.step(asked.first, asked.code == RawCode::world_quick_step)) return;
  if (handlers.world.is_autostep())
    return request.refuse("a world step of {} s: time runs by itself in this world", asked.first);
  request.refuse("a world step of {} s: expected {} to {} s", asked.first, WorldPlan::kMinStep, WorldPlan::kMaxStep);
}

// ---- replies of raw requests: numbers, and whether they are valid, in either order ----

template <typename Numbers>
void append_numbers(wire::OctetWriter& out, const Numbers& numbers) {
  for (const double number : numbers) out.real(number);
}

template <typename Numbers>
void append_flag_first(wire::OctetWriter& out, bool is_valid, const Numbers& numbers) {
  out.u8(is_valid ? 1 : 0);
  append_numbers(out, numbers);
}

template <typename Numbers>
void append_flag_last(wire::OctetWriter& out, bool is_valid, const Numbers& numbers) {
  append_numbers(out, numbers);
  out.u8(is_valid ? 1 : 0);
}

void append_part_rotation(wire::OctetWriter& out, const SimObj* object, std::string_view part_name) {
  const auto part = object ? object->find_part(part_name) : std::nullopt;
  append_flag_last(out, part.has_value(), part ? part->turn : SigQuaternion{});
}

/// Appends the angles of all hinges, up to the number that the size of the reply can express.
void append_joint_angles(wire::OctetWriter& out, const SimObj* object) {
  constexpr std::size_t kHead = 4, kMaxSize = 0xffff;
  std::string texts;
  std::uint16_t count = 0;
  if (object)
    for (const auto& [name, angle] : object->joint_angles()) {
      const std::string text = fmt::format("{},{:.3f},", name, angle);
      if (kHead + texts.size() + text.size() > kMaxSize) break;
      texts += text;
      ++count;
    }
  out.u16(static_cast<std::uint16_t>(kHead + texts.size()));
  out.u16(count);
  out.octets(texts);
}

// ---- the table ----

constexpr PacketEntry kPackets[] = {
    packet<wire::SimCtrl, control>(),
    plain(PacketType::get_all_entities,
          [](Handlers handlers, Request& request, const Packet&) { handlers.objects.append_all_entities(request); }),
    packet<wire::GetEntity, entity>(),
    plain(PacketType::update_entities, [](Handlers handlers, Request& request,
                                          const Packet& packet) { handlers.objects.update(request, packet.data); }),
    no_one_serves(PacketType::capture_view_image),
    plain(PacketType::detect_entities, detect),
    packet<wire::AttachController, attach_controller>(),
    packet<wire::AttachView, attach_view>(),
    packet<wire::ConnectDataPort, connect_data_port>(),
    packet<wire::ProvideService, provide_service>(),
    unsupported(PacketType::get_attributes),
    unsupported(PacketType::set_attributes),
    change<wire::SetJointAngle>([](SimObj& o, const auto& m) { return o.set_joint_angle(m.joint, m.value); }),
    no_one_serves(PacketType::sound_recog),
    packet<wire::ConnectJoint, connect_joint>(),
    packet<wire::ReleaseJoint, release_joint>(),
    packet<wire::GetJointForce, joint_force>(),
    packet<wire::LogMsg, log_message>(),
    plain(PacketType::controller_command, [](Handlers, Request&, const Packet&) {}),
    packet<wire::NsQuery, name_server_query>(),
    plain(PacketType::x3d_db,
          [](Handlers handlers, Request& request, const Packet&) { handlers.objects.append_shapes(request); }),
    packet<wire::GetObjectNames, names>(),
    change<wire::SetJointQuaternion>(
        [](SimObj& o, const auto& m) { return o.set_joint_quaternion(m.joint, m.turn, m.offset); }),
    change<wire::AddJointTorque>([](SimObj& o, const auto& m) { return o.add_joint_torque(m.joint, m.value); }),
    change<wire::SetJointVelocity>(
        [](SimObj& o, const auto& m) { return o.set_joint_velocity(m.joint, m.velocity, m.max_torque); }),
    change<wire::SetPartVelocity>(
        [](SimObj& o, const auto& m) { return o.set_part_velocity(m.joint, m.velocity, m.max_torque); }),
    question<wire::GetJointAngle>([](const SimObj* o, const auto& asked) {
      return wire::GetJointAngleResult{o ? o->joint_angle(asked.joint).value_or(0.0) : 0.0};
    }),
    packet<wire::DisplayText, display_text>(),
    plain(PacketType::distance_sensor, measure),
    change<wire::AddForce>([](SimObj& o, const auto& m) { return o.add_force(m.value, m.relative); }),
    change<wire::AddForceAtPos>(
        [](SimObj& o, const auto& m) { return o.add_force_at(m.force, m.place, m.force_relative, m.place_relative); }),
    change<wire::SetMass>([](SimObj& o, const auto& m) { return o.set_mass(m.mass); }),
    question<wire::GetAngularVelocity>([](const SimObj* o, const auto& asked) {
      return wire::GetAngularVelocityResult{asked.name, o ? o->angular_velocity() : SigVector{}};
    }),
    question<wire::GetLinearVelocity>([](const SimObj* o, const auto& asked) {
      return wire::GetLinearVelocityResult{asked.name, o ? o->linear_velocity() : SigVector{}};
    }),
    change<wire::AddForceToParts>([](SimObj& o, const auto& m) { return o.add_force_to_part(m.part, m.force); }),
    change<wire::SetGravityMode>([](SimObj& o, const auto& m) { return o.set_gravity_mode(m.on); }),
    question<wire::GetGravityMode>([](const SimObj* o, const auto& asked) {
      return wire::GetGravityModeResult{asked.name, o && o->gravity_mode()};
    }),
    change<wire::SetDynamicsMode>([](SimObj& o, const auto& m) { return o.set_dynamics(m.on); }),
    packet<wire::GetPointedObject, pointed_object>(),
    change<wire::SetLinearVelocity>([](SimObj& o, const auto& m) { return o.set_linear_velocity(m.value); }),
    change<wire::AddTorque>([](SimObj& o, const auto& m) { return o.add_torque(m.value, m.relative); }),
    packet<wire::TurnHello, turn_hello>(),
    packet<wire::TurnDone, turn_done>(),
    packet<wire::TurnWait, turn_wait>(),
    plain(PacketType::get_services, services),
    question<wire::GetPartShapes>([](const SimObj* o, const auto& asked) {
      return wire::GetPartShapesResult{asked.name, o ? shape_places(*o) : std::vector<wire::ShapePlace>()};
    }),
};

constexpr RawEntry kRawRequests[] = {
    old_viewers(1),
    plain(RawCode::start,
          [](Handlers handlers, Request& request, const Raw&) { handlers.run.start(request.session.label()); }),
    plain(RawCode::stop,
          [](Handlers handlers, Request& request, const Raw&) { handlers.run.stop(request.session.label()); }),
    old_viewers(4),
    old_viewers(5),
    plain(RawCode::disconnect, [](Handlers, Request& request, const Raw&) { request.session.end(""); }),
    plain(RawCode::end,
          [](Handlers handlers, Request& request, const Raw&) { handlers.run.quit(request.session.label()); }),
    plain(RawCode::message,
          [](Handlers handlers, Request& request, const Raw& raw) {
            handlers.router.message(request.session, raw.body, handlers.clock.now());
          }),
    raw(RawCode::connect_service, [](Handlers handlers, Request& request,
                                     const RawRequest& asked) { connect_service(handlers, request, asked); }),
    question(RawCode::parts_rotation_10,
             [](auto& out, const SimObj* object, const RawRequest& asked) {
               append_part_rotation(out, object, asked.part);
             }),
    question(RawCode::get_joint_position,
             [](auto& out, const SimObj* object, const RawRequest& asked) {
               const auto place = object ? object->joint_position(asked.part) : std::nullopt;
               append_flag_last(out, place.has_value(), place.value_or(SigVector{}));
             }),
    change(RawCode::set_joint_quaternion,
           [](SimObj& o, const RawRequest& r) { return o.set_joint_quaternion(r.part, r.quad, r.flag); }),
    raw(RawCode::get_pointing_vector,
        [](Handlers handlers, Request& request, const RawRequest& r) { handlers.links.append_pointing(request, r); }),
    question(RawCode::get_parts_position,
             [](auto& out, const SimObj* object, const RawRequest& asked) {
               const auto part = object ? object->find_part(asked.part) : std::nullopt;
               append_flag_last(out, part.has_value(), part ? part->place : SigVector{});
             }),
    change(RawCode::set_position, [](SimObj& o, const RawRequest& r) { return o.set_position(r.triple); }),
    raw(RawCode::check_service,
        [](Handlers handlers, Request& request, const RawRequest& asked) { check_service(handlers, request, asked); }),
    question(RawCode::get_position,
             [](auto& out, const SimObj* object, const RawRequest&) {
               append_flag_first(out, object != nullptr, object ? object->position() : SigVector{});
             }),
    change(RawCode::set_rotation, [](SimObj& o, const RawRequest& r) { return o.set_rotation(r.quad, !r.flag); }),
    question(RawCode::get_rotation,
             [](auto& out, const SimObj* object, const RawRequest&) {
               append_flag_first(out, object != nullptr, object ? object->rotation() : SigQuaternion{});
             }),
    question(RawCode::check_entity,
             [](auto& out, const SimObj* object, const RawRequest&) { out.u16(object ? 1 : 0); }),
    change(RawCode::set_camera_position,
           [](SimObj& o, const RawRequest& r) { return o.set_camera_position(r.camera, r.triple); }),
    question(RawCode::get_camera_position,
             [](auto& out, const SimObj* object, const RawRequest& asked) {
               const auto camera = object ? object->camera(asked.camera) : std::nullopt;
               append_flag_first(out, camera.has_value(), camera ? camera->place : SigVector{});
             }),
    change(RawCode::set_camera_direction,
           [](SimObj& o, const RawRequest& r) { return o.set_camera_direction(r.camera, r.triple); }),
    question(RawCode::get_camera_direction,
             [](auto& out, const SimObj* object, const RawRequest& asked) {
               const auto camera = object ? object->camera(asked.camera) : std::nullopt;
               append_flag_first(out, camera.has_value(), camera ? camera->direction : SigVector{});
             }),
    change(RawCode::set_camera_fov, [](SimObj& o, const RawRequest& r) { return o.set_camera_fov(r.camera, r.first); }),
    change(RawCode::set_camera_aspect_ratio,
           [](SimObj& o, const RawRequest& r) { return o.set_camera_aspect_ratio(r.camera, r.first); }),
    raw(RawCode::set_wheel,
        [](Handlers handlers, Request& request, const RawRequest& r) { handlers.links.set_wheels(request, r); }),
    raw(RawCode::set_wheel_velocity,
        [](Handlers handlers, Request& request, const RawRequest& r) { handlers.links.set_wheel_speeds(request, r); }),
    question(RawCode::get_joint_angle,
             [](auto& out, const SimObj* object, const RawRequest& asked) {
               const auto angle = object ? object->joint_angle(asked.part) : std::nullopt;
               append_flag_first(out, angle.has_value(), std::array{angle.value_or(0.0)});
             }),
    change(RawCode::set_joint_velocity,
           [](SimObj& o, const RawRequest& r) { return o.set_joint_velocity(r.part, r.first, r.second); }),
    raw(RawCode::grasp,
        [](Handlers handlers, Request& request, const RawRequest& r) { handlers.links.grasp(request, r); }),
    raw(RawCode::release,
        [](Handlers handlers, Request& request, const RawRequest& r) { handlers.links.drop(request, r); }),
    question(RawCode::get_all_joint_angles,
             [](auto& out, const SimObj* object, const RawRequest&) { append_joint_angles(out, object); }),
    raw(RawCode::world_step,
        [](Handlers handlers, Request& request, const RawRequest& asked) { step_world(handlers, request, asked); }),
    raw(RawCode::world_quick_step,
        [](Handlers handlers, Request& request, const RawRequest& asked) { step_world(handlers, request, asked); }),
    raw(RawCode::is_grasped, [](Handlers handlers, Request& request,
                                const RawRequest& r) { handlers.links.append_is_held(request, r.object); }),
    change(RawCode::set_collision, [](SimObj& o, const RawRequest& r) { return o.set_collision(r.flag); }),
    plain(RawCode::sim_time, [](Handlers handlers, Request& request,
                                const Raw&) { wire::OctetWriter(request.out()).real(handlers.world.time()); }),
    question(RawCode::is_touching,
             [](auto& out, const SimObj* object, const RawRequest& asked) {
               out.u8(object && object->is_touching(asked.part) ? 1 : 0);
             }),
    question(RawCode::get_parts_rotation,
             [](auto& out, const SimObj* object, const RawRequest& asked) {
               append_part_rotation(out, object, asked.part);
             }),
};

/// Whether the codes are strictly ascending.
template <typename Entry, std::size_t Size>
constexpr bool is_sorted(const Entry (&table)[Size]) {
  for (std::size_t i = 1; i < Size; ++i)
    if (table[i - 1].code >= table[i].code) return false;
  return true;
}
static_assert(is_sorted(kPackets));
static_assert(is_sorted(kRawRequests));

/// Returns null if there is no entry with that code.
template <typename Entry, std::size_t Size, typename Code>
const Entry* find_entry(const Entry (&table)[Size], Code code) {
  const Entry* entry = std::ranges::lower_bound(table, code, {}, &Entry::code);
  return entry != std::end(table) && entry->code == code ? entry : nullptr;
}

}  // namespace

bool carry_out(const RequestHandlers& handlers, Request& request, const Packet& packet) {
  const PacketEntry* entry = find_entry(kPackets, packet.head.type);
  if (!entry) return false;
  entry->carry_out(handlers, request, packet);
  return true;
}

bool carry_out(const RequestHandlers& handlers, Request& request, const Raw& raw) {
  const RawEntry* entry = find_entry(kRawRequests, static_cast<RawCode>(raw.code));
  if (!entry) return false;
  entry->carry_out(handlers, request, raw);
  return true;
}

}  // namespace sigverse::server
