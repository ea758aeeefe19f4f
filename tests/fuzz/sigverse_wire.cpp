// SPDX-License-Identifier: Apache-2.0
// Data from untrusted peers to a SIGVerse server, and from servers to their clients: the beginning of a connection,
// followed by packets and raw requests in any order. Valid data are the same after writing and reading them again.
#include <memory>
#include <tuple>

#include "gateways/sigverse/wire/messages.h"
#include "gateways/sigverse/wire/raw.h"
#include "tests/fuzz/target.h"

using namespace sigverse::wire;
using fuzz::demand;

namespace {

void check_record(const ObjectRecord& record) {
  // Octets are compared, because NaN is not equal to itself.
  std::string once, twice;
  demand(append_record(once, record));
  OctetReader reader(once);
  ObjectRecord again;
  demand(read_record(reader, again) && reader.at_end());
  demand(append_record(twice, again));
  demand(once == twice);
}

template <typename Message>
void check_message(const Packet& packet) {
  Message message, again;
  if (packet.head.type != Message::kType || !read_data(packet.data, message)) return;
  std::string once, twice;
  demand(append_packet(once, message, packet.head));
  demand(first_unit(once).kind == Unit::Kind::packet);
  demand(read_data(read_packet(once)->data, again));
  demand(append_packet(twice, again, packet.head));
  demand(once == twice);
}

template <typename... Messages>
struct List {
  static void check(const Packet& packet) { (check_message<Messages>(packet), ...); }
};
using AllMessages =
    List<SimCtrl, GetEntity, AttachController, ConnectDataPort, GetAngularVelocity, GetLinearVelocity, GetGravityMode,
         AttachControllerResult, ConnectDataPortResult, ProvideServiceResult, AttachView, AttachViewResult, X3dDbResult,
         CaptureView, DetectEntities, DetectEntitiesResult, GetPointedObjectResult, ProvideService, SetJointAngle,
         AddJointTorque, ConnectJoint, ReleaseJoint, GetJointForce, GetJointAngle, GetJointForceResult, OnAction,
         OnRecvText, OnRecvMessage, LogMsg, NsQuery, NsQueryResult, NsPinger, NsPingerResult, GetObjectNames,
         GetObjectNamesResult, OnCollision, SetJointQuaternion, SetJointVelocity, SetPartVelocity, GetJointAngleResult,
         DisplayText, DistanceSensor, DistanceSensorResult, AddForce, AddTorque, AddForceAtPos, SetMass,
         GetAngularVelocityResult, GetLinearVelocityResult, SetLinearVelocity, AddForceToParts, SetGravityMode,
         GetGravityModeResult, SetDynamicsMode, GetPointedObject, GetPartShapes, GetPartShapesResult, TurnHello,
         TurnDone, TurnWait, TurnGoOn, TurnEnds, ImageHeader, SoundRecogHeader, OnRecvSoundHeader, SoundRecogResult>;

void check_records(const Packet& packet) {
  ObjectRecord record;
  if (packet.head.type == PacketType::get_entity_result) {
    EntityResult result;
    if (read_entity(packet.data, result, record) && result.exists) check_record(record);
  } else if (packet.head.type == PacketType::get_all_entities_result) {
    OneOfAll result;
    if (read_one_of_all(packet.data, result, record) && result.exists) check_record(record);
  } else if (packet.head.type == PacketType::update_entities) {
    OctetReader reader(packet.data);
    double time = 0.0;
    if (!read_update_time(reader, time)) return;
    while (!reader.at_end()) {
      const std::size_t left = reader.rest().size();
      if (!read_record(reader, record)) return;
      demand(reader.rest().size() < left);
      check_record(record);
    }
  }
}

/// The picture or sound whose packets are arriving.
class Contents {
 public:
  void take(const Packet& packet) {
    ImageHeader picture;
    SoundRecogHeader sound;
    if (packet.head.number != 0) {
      state_ = content_.add(packet);
    } else if (packet.head.type == PacketType::capture_view_image_result && read_data(packet.data, picture)) {
      state_ = content_.begin(packet, picture.length, kMax);
    } else if (packet.head.type == PacketType::sound_recog && read_data(packet.data, sound)) {
      state_ = content_.begin(packet, sound.format.length, kMax);
    }
    demand(content_.content().size() <= kMax);
  }

 private:
  static constexpr std::size_t kMax = 50'000;
  LargeContent content_;
  LargeContent::State state_ = LargeContent::State::broken;
};

void check_raw(const Raw& raw) {
  RawRequest request, again;
  std::string once, twice;
  if (read_raw_request(raw, request)) {
    demand(append_raw_request(once, request));
    demand(read_raw_request(read_raw(once), again));
    demand(append_raw_request(twice, again));
    demand(once == twice);
  }
  for (const bool with_sender : {false, true}) {
    RawMessage message, second;
    if (!read_raw_message(raw.body, with_sender, message)) continue;
    std::string written;
    // It may have grown too long, because distances are written with all their digits.
    if (!append_raw_message(written, message)) continue;
    demand(read_raw_message(read_raw(written).body, !message.from.empty(), second));
    demand(second.text == message.text && second.to == message.to && second.all == message.all);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  // In separate memory, so that the address sanitizer finds reads beyond its end.
  const auto exact = std::make_unique<char[]>(size);
  std::copy(octets, octets + size, exact.get());
  std::string_view left(exact.get(), size);
  const Opening opening = read_opening(left);
  demand(opening.size <= left.size());
  left.remove_prefix(opening.size);
  Contents contents;
  while (!left.empty()) {
    const Unit unit = first_unit(left);
    if (unit.kind == Unit::Kind::broken) {
      // A fuzzer would hardly ever get past it.
      left.remove_prefix(1);
      continue;
    }
    demand(unit.size >= 4);
    if (unit.kind == Unit::Kind::incomplete) break;
    demand(unit.size <= left.size());
    const std::string_view whole = left.substr(0, unit.size);
    left.remove_prefix(unit.size);
    if (unit.kind == Unit::Kind::raw) {
      check_raw(read_raw(whole));
    } else if (const std::optional<Packet> packet = read_packet(whole)) {
      AllMessages::check(*packet);
      check_records(*packet);
      contents.take(*packet);
    }
  }
  return 0;
}
