// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/fields.h"
#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/record.h"

namespace sigverse::wire {

// The data of packets as plain structures, one for each layout. `fields` lists the fields in protocol order, for
// `append_packet` and `read_data` (fields.h). Texts are views of the packet that was read, or of texts of the caller.
// All lengths are in cm, times in s, angles in rad. Packets without data (types 1, 28, 39), with records (2, 4, 5) and
// with large contents (7, 22, 31, 52) are below.

struct SimCtrl {
  static constexpr PacketType kType = PacketType::sim_ctrl;
  std::int16_t command = 0;  ///< `SimCommand`
  void fields(auto&& f) { f.s16(command); }
};
/// GET_ENTITY, GET_ANGULAR_VELOCITY, GET_LINEAR_VELOCITY, GET_GRAVITY_MODE, GET_PART_SHAPES, ATTACH_CONTROLLER,
/// CONNECT_DATA_PORT.
template <PacketType Type>
struct Named {
  static constexpr PacketType kType = Type;
  std::string_view name;
  void fields(auto&& f) { f.text(name); }
};
using GetEntity = Named<PacketType::get_entity>;
using AttachController = Named<PacketType::attach_controller>;
using ConnectDataPort = Named<PacketType::connect_data_port>;
using GetAngularVelocity = Named<PacketType::get_angular_velocity>;
using GetLinearVelocity = Named<PacketType::get_linear_velocity>;
using GetGravityMode = Named<PacketType::get_gravity_mode>;
using GetPartShapes = Named<PacketType::get_part_shapes>;

/// A result with a message for users: ATTACH_CONTROLLER_RESULT, CONNECT_DATA_PORT_RESULT, PROVIDE_SERVICE_RESULT.
template <PacketType Type>
struct Outcome {
  static constexpr PacketType kType = Type;
  std::uint16_t result = 0;  ///< 0: success; for attaching: `AttachResult`
  std::string_view message;
  void fields(auto&& f) { f.u16(result), f.text(message); }
};
using AttachControllerResult = Outcome<PacketType::attach_controller_result>;
using ConnectDataPortResult = Outcome<PacketType::connect_data_port_result>;
using ProvideServiceResult = Outcome<PacketType::provide_service_result>;

struct AttachView {
  static constexpr PacketType kType = PacketType::attach_view;
  std::string_view name;
  std::uint16_t polls = 1;
  void fields(auto&& f) { f.text(name), f.u16(polls); }
};
/// A key of the shape database ("TV::switch:on") and its file.
struct ShapeEntry {
  static constexpr std::size_t kMinOctets = 8;  ///< two empty texts
  std::string_view key, file;
  void fields(auto&& f) { f.text(key), f.text(file); }
};
struct AttachViewResult {
  static constexpr PacketType kType = PacketType::attach_view_result;
  std::uint16_t result = 0;
  std::string_view message;
  std::vector<ShapeEntry> shapes;  ///< only if the result is 0
  void fields(auto&& f) {
    f.u16(result), f.text(message);
    if (result == 0) f.list_s16(shapes);
  }
};
struct X3dDbResult {
  static constexpr PacketType kType = PacketType::x3d_db_result;
  std::vector<ShapeEntry> shapes;
  void fields(auto&& f) { f.list_s16(shapes); }
};
struct CaptureView {
  static constexpr PacketType kType = PacketType::capture_view_image;
  std::string_view agent;
  std::uint16_t data_type = 0, colour = 0, width = 0, height = 0;
  std::int16_t camera = 1;
  void fields(auto&& f) { f.text(agent), f.u16(data_type), f.u16(colour), f.u16(width), f.u16(height), f.s16(camera); }
};
struct DetectEntities {
  static constexpr PacketType kType = PacketType::detect_entities;
  std::string_view agent;
  std::int16_t camera = 1;
  void fields(auto&& f) { f.text(agent), f.s16(camera); }
};
/// DETECT_ENTITIES_RESULT, GET_POINTED_OBJECT_RESULT.
template <PacketType Type>
struct NameList {
  static constexpr PacketType kType = Type;
  Texts names;
  void fields(auto&& f) { f.texts_s16(names); }
};
using DetectEntitiesResult = NameList<PacketType::detect_entities_result>;
using GetPointedObjectResult = NameList<PacketType::get_pointed_object_result>;
/// Removes names from the end until the rest fit into a packet.
void fit_into_packet(Texts& names);

struct ProvideService {
  static constexpr PacketType kType = PacketType::provide_service;
  std::string_view provider;
  std::uint32_t kind = 0;
  std::string_view host;  ///< empty: the peer's address
  std::uint32_t port = 0;
  void fields(auto&& f) { f.text(provider), f.u32(kind), f.text(host), f.u32(port); }
};
/// SET_JOINT_ANGLE (rad), ADD_JOINT_TORQUE.
template <PacketType Type>
struct JointNumber {
  static constexpr PacketType kType = Type;
  std::string_view agent, joint;
  double value = 0.0;
  void fields(auto&& f) { f.text(agent), f.text(joint), f.real(value); }
};
using SetJointAngle = JointNumber<PacketType::set_joint_angle>;
using AddJointTorque = JointNumber<PacketType::add_joint_torque>;

struct ConnectJoint {
  static constexpr PacketType kType = PacketType::connect_joint;
  std::string_view joint, agent, agent_part, target, target_part;  ///< an empty part means `body`
  void fields(auto&& f) { f.text(joint), f.text(agent), f.text(agent_part), f.text(target), f.text(target_part); }
};
/// RELEASE_JOINT, GET_JOINT_FORCE, GET_JOINT_ANGLE.
template <PacketType Type>
struct JointNamed {
  static constexpr PacketType kType = Type;
  std::string_view agent, joint;
  void fields(auto&& f) { f.text(agent), f.text(joint); }
};
using ReleaseJoint = JointNamed<PacketType::release_joint>;
using GetJointForce = JointNamed<PacketType::get_joint_force>;
using GetJointAngle = JointNamed<PacketType::get_joint_angle>;

struct GetJointForceResult {
  static constexpr PacketType kType = PacketType::get_joint_force_result;
  struct Side {
    std::string_view part;
    Triple force{}, torque{};
    void fields(auto&& f) { f.text(part), f.triple(force), f.triple(torque); }
  };
  std::uint16_t ok = 0;  ///< 0: nothing follows
  Side sides[2];
  void fields(auto&& f) {
    f.u16(ok);
    if (ok != 0) sides[0].fields(f), sides[1].fields(f);
  }
};
struct OnAction {
  static constexpr PacketType kType = PacketType::on_action;
  double time = 0.0;
  void fields(auto&& f) { f.real(time); }
};
struct OnRecvText {
  static constexpr PacketType kType = PacketType::on_recv_text;
  double time = 0.0;
  std::string_view from, to, text;
  std::uint16_t encode = 0;  ///< `Encode`
  void fields(auto&& f) { f.real(time), f.text(from), f.text(to), f.text(text), f.u16(encode); }
};
struct OnRecvMessage {
  static constexpr PacketType kType = PacketType::on_recv_message;
  std::string_view from;
  Texts words;
  void fields(auto&& f) { f.text(from), f.texts_u32(words); }
};
struct LogMsg {
  static constexpr PacketType kType = PacketType::log_msg;
  std::int16_t level = 2;  ///< `LogLevel`
  std::string_view text;
  void fields(auto&& f) { f.s16(level), f.text(text); }
};
struct NsQuery {
  static constexpr PacketType kType = PacketType::ns_query;
  std::uint16_t kind = 0;
  void fields(auto&& f) { f.u16(kind); }
};
struct NsQueryResult {
  static constexpr PacketType kType = PacketType::ns_query_result;
  std::uint16_t found = 0;  ///< 0: nothing follows
  std::string_view provider;
  std::uint16_t kind = 0;
  std::string_view host;
  std::uint32_t port = 0;
  void fields(auto&& f) {
    f.u16(found);
    if (found != 0) f.text(provider), f.u16(kind), f.text(host), f.u32(port);
  }
};
struct NsPinger {
  static constexpr PacketType kType = PacketType::ns_pinger;
  std::uint32_t kind = 0;
  void fields(auto&& f) { f.u32(kind); }
};
struct NsPingerResult {
  static constexpr PacketType kType = PacketType::ns_pinger_result;
  std::uint16_t active = 0;
  void fields(auto&& f) { f.u16(active); }
};
struct GetObjectNames {
  static constexpr PacketType kType = PacketType::get_object_names;
  static constexpr std::uint16_t kAgents = 1, kEntities = 2;
  std::uint16_t what = kAgents | kEntities;
  void fields(auto&& f) { f.u16(what); }
};
/// At most `kNamesPerPacket` per packet. `append_names` makes as many packets as needed; a full packet is followed by
/// another one, which may be empty. Returns false, with nothing appended, if a packet would be too large because names
/// are too long.
struct GetObjectNamesResult {
  static constexpr PacketType kType = PacketType::get_object_names_result;
  Texts names;
  void fields(auto&& f) { f.texts_u16(names); }
};
inline constexpr std::size_t kNamesPerPacket = 50;
bool append_names(std::string& out, const Texts& names);

/// A registered service in GET_SERVICES_RESULT.
struct ServiceEntry {
  static constexpr std::size_t kMinOctets = 22;  ///< two empty texts and the numbers
  std::string_view name;
  std::uint32_t kinds = 0;  ///< bits of `service_kind`; 0: a service that exchanges messages over its own connection
  std::string_view host{};  ///< its address for requests; empty for the server itself
  std::uint32_t port = 0;   ///< 0 if it takes no requests over separate connections
  std::uint32_t uses = 0;   ///< how often it was the answer to NS_QUERY
  std::uint16_t is_alive = 1;
  void fields(auto&& f) { f.text(name), f.u32(kinds), f.text(host), f.u32(port), f.u32(uses), f.u16(is_alive); }
};
/// At most `kNamesPerPacket` entries per packet, as for GET_OBJECT_NAMES_RESULT.
struct GetServicesResult {
  static constexpr PacketType kType = PacketType::get_services_result;
  std::vector<ServiceEntry> services;
  void fields(auto&& f) { f.list_s16(services); }
};
bool append_services(std::string& out, const std::vector<ServiceEntry>& services);

/// The pose of a part's shape in the frame of the part; records have only the frame.
struct ShapePlace {
  static constexpr std::size_t kMinOctets = 60;
  std::uint32_t id = 0;  ///< that the part has in the record
  Triple centre{};
  Quad turn{1.0, 0.0, 0.0, 0.0};
  void fields(auto&& f) { f.u32(id), f.triple(centre), f.quad(turn); }
};
/// The shapes of an object's parts, in the order of its record; none if there is no such object. They do not change
/// during a run.
struct GetPartShapesResult {
  static constexpr PacketType kType = PacketType::get_part_shapes_result;
  static constexpr std::size_t kMaxShapes = 1'000;  ///< further ones do not fit into a packet and are omitted
  std::string_view name;
  std::vector<ShapePlace> shapes;
  void fields(auto&& f) { f.text(name), f.list_s16(shapes); }
};

struct OnCollision {
  static constexpr PacketType kType = PacketType::on_collision;
  double time = 0.0;
  Texts with;  ///< "other:otherpart:mypart:"
  void fields(auto&& f) { f.real(time), f.texts_u16(with); }
};
struct SetJointQuaternion {
  static constexpr PacketType kType = PacketType::set_joint_quaternion;
  std::string_view agent, joint;
  Quad turn{1.0, 0.0, 0.0, 0.0};
  bool offset = false;
  void fields(auto&& f) { f.text(agent), f.text(joint), f.quad(turn), f.octet_bool(offset); }
};
/// SET_ANGULAR_VELOCITY, for a joint or for a part.
template <PacketType Type>
struct DriveVelocity {
  static constexpr PacketType kType = Type;
  std::string_view agent, joint;  ///< `joint` may be a part
  double velocity = 0.0, max_torque = 0.0;
  void fields(auto&& f) { f.text(agent), f.text(joint), f.real(velocity), f.real(max_torque); }
};
using SetJointVelocity = DriveVelocity<PacketType::set_joint_velocity>;
using SetPartVelocity = DriveVelocity<PacketType::set_part_velocity>;

struct GetJointAngleResult {
  static constexpr PacketType kType = PacketType::get_joint_angle_result;
  double angle = 0.0;
  void fields(auto&& f) { f.real(angle); }
};
struct DisplayText {
  static constexpr PacketType kType = PacketType::display_text;
  std::int16_t size = 0, colour = 0;
  std::string_view text;
  void fields(auto&& f) { f.s16(size), f.s16(colour), f.text(text); }
};
struct DistanceSensor {
  static constexpr PacketType kType = PacketType::distance_sensor;
  std::string_view agent;
  double start = 0.0, end = 255.0;
  std::int16_t camera = 1, dimensions = 0;
  void fields(auto&& f) { f.text(agent), f.real(start), f.real(end), f.s16(camera), f.s16(dimensions); }
};
struct DistanceSensorResult {
  static constexpr PacketType kType = PacketType::distance_sensor_result;
  std::int16_t distance = 255;
  void fields(auto&& f) { f.s16(distance); }
};
/// ADD_FORCE, ADD_TORQUE: kg·cm/s², kg·cm²/s².
template <PacketType Type>
struct Push {
  static constexpr PacketType kType = Type;
  std::string_view name;
  Triple value{};
  bool relative = false;  ///< in the body's frame
  void fields(auto&& f) { f.text(name), f.triple(value), f.octet_bool(relative); }
};
using AddForce = Push<PacketType::add_force>;
using AddTorque = Push<PacketType::add_torque>;

struct AddForceAtPos {
  static constexpr PacketType kType = PacketType::add_force_at_pos;
  std::string_view name;
  Triple force{}, place{};
  bool place_relative = false, force_relative = false;
  void fields(auto&& f) {
    f.text(name), f.triple(force), f.triple(place), f.octet_bool(place_relative), f.octet_bool(force_relative);
  }
};
struct SetMass {
  static constexpr PacketType kType = PacketType::set_mass;
  std::string_view name;
  double mass = 0.0;
  void fields(auto&& f) { f.text(name), f.real(mass); }
};
/// GET_ANGULAR_VELOCITY_RESULT, GET_LINEAR_VELOCITY_RESULT, SET_LINEAR_VELOCITY.
template <PacketType Type>
struct NamedTriple {
  static constexpr PacketType kType = Type;
  std::string_view name;
  Triple value{};
  void fields(auto&& f) { f.text(name), f.triple(value); }
};
using GetAngularVelocityResult = NamedTriple<PacketType::get_angular_velocity_result>;
using GetLinearVelocityResult = NamedTriple<PacketType::get_linear_velocity_result>;
using SetLinearVelocity = NamedTriple<PacketType::set_linear_velocity>;

struct AddForceToParts {
  static constexpr PacketType kType = PacketType::add_force_to_parts;
  std::string_view agent, part;
  Triple force{};
  void fields(auto&& f) { f.text(agent), f.text(part), f.triple(force); }
};
/// SET_GRAVITY_MODE, GET_GRAVITY_MODE_RESULT, SET_DYNAMICS_MODE.
template <PacketType Type>
struct NamedSwitch {
  static constexpr PacketType kType = Type;
  std::string_view name;
  bool on = false;
  void fields(auto&& f) { f.text(name), f.octet_bool(on); }
};
using SetGravityMode = NamedSwitch<PacketType::set_gravity_mode>;
using GetGravityModeResult = NamedSwitch<PacketType::get_gravity_mode_result>;
using SetDynamicsMode = NamedSwitch<PacketType::set_dynamics_mode>;

struct GetPointedObject {
  static constexpr PacketType kType = PacketType::get_pointed_object;
  std::string_view speaker, part_1, part_2, type;  ///< "0", "1" or "2"
  void fields(auto&& f) { f.text(speaker), f.text(part_1), f.text(part_2), f.text(type); }
};

// Turns.
struct TurnHello {
  static constexpr PacketType kType = PacketType::turn_hello;
  std::uint16_t version = kTurnVersion;
  void fields(auto&& f) { f.u16(version); }
};
/// TURN_DONE (next action), TURN_WAIT (until), TURN_GO_ON and TURN_ENDS (now): SIG time, s.
template <PacketType Type>
struct Turn {
  static constexpr PacketType kType = Type;
  std::uint32_t turn = 0;  ///< from 1
  double time = 0.0;
  void fields(auto&& f) { f.u32(turn), f.real(time); }
};
using TurnDone = Turn<PacketType::turn_done>;
using TurnWait = Turn<PacketType::turn_wait>;
using TurnGoOn = Turn<PacketType::turn_go_on>;
using TurnEnds = Turn<PacketType::turn_ends>;

/// The header of a message with a large content; `length` octets follow in further packets.
struct ImageHeader {
  static constexpr PacketType kType = PacketType::capture_view_image_result;
  std::uint16_t data_type = 1, colour = 1, width = 0, height = 0;
  std::uint32_t length = 0;
  void fields(auto&& f) { f.u16(data_type), f.u16(colour), f.u16(width), f.u16(height), f.u32(length); }
};
/// The header of distances along a line or of a whole image, one octet each.
struct DistancesHeader : ImageHeader {
  static constexpr PacketType kType = PacketType::distance_sensor_result;
};
struct SoundFormat {
  std::int16_t channels = 1;
  std::uint16_t rate = 0, bits = 16, endian = 0;  ///< 0: little
  std::uint32_t length = 0;
  void fields(auto&& f) { f.s16(channels), f.u16(rate), f.u16(bits), f.u16(endian), f.u32(length); }
};
struct SoundRecogHeader {
  static constexpr PacketType kType = PacketType::sound_recog;
  SoundFormat format;
  void fields(auto&& f) { format.fields(f); }
};
struct OnRecvSoundHeader {
  static constexpr PacketType kType = PacketType::on_recv_sound;
  double time = 0.0;
  std::string_view from;
  SoundFormat format;
  void fields(auto&& f) { f.real(time), f.text(from), format.fields(f); }
};
struct SoundRecogResult {
  static constexpr PacketType kType = PacketType::sound_recog_result;
  std::uint16_t encode = 0;
  std::string_view text;
  void fields(auto&& f) { f.u16(encode), f.text(text); }
};

// ---- with records ----

/// GET_ENTITY_RESULT: with a record, or without one if there is no such object.
bool append_entity(std::string& out, double time, const ObjectRecord* record);
/// GET_ALL_ENTITIES_RESULT: packet `number` of `count`; without a record for an empty world.
bool append_one_of_all(std::string& out, double time, const ObjectRecord* record, std::uint16_t count,
                       std::uint16_t number);
struct EntityResult {
  std::uint16_t result = 1;
  double time = 0.0;
  bool exists = false;  ///< then the record has been read, too
};
bool read_entity(std::string_view data, EntityResult& result, ObjectRecord& record);
struct OneOfAll {
  double time = 0.0;
  bool exists = false;  ///< then the record has been read, too; false in an empty world
};
bool read_one_of_all(std::string_view data, OneOfAll& result, ObjectRecord& record);
/// Begins UPDATE_ENTITIES; records follow by `append_record`, then `PacketWriter::finish`.
///
///     PacketWriter packet(out, {PacketType::update_entities});
///     packet.real(time);
///     append_record(out, …);
bool read_update_time(OctetReader& reader, double& time);

}  // namespace sigverse::wire
