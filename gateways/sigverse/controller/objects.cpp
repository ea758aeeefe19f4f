// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/controller/objects.h"

#include <utility>
#include <variant>

#include "gateways/sigverse/controller/object_state.h"

namespace sigverse {
namespace {

Value value_of(const wire::AttributeRecord& record) {
  if (const auto* text = std::get_if<std::string_view>(&record.value)) return {std::string(*text)};
  if (const auto* number = std::get_if<double>(&record.value)) return {*number};
  return {std::get<bool>(record.value)};
}

CParts* make_part(SimObj& owner, const wire::PartRecord& record) {
  const int id = static_cast<int>(record.id);
  const std::string name(record.name);
  if (record.shape == wire::PartShape::box) return new BoxParts(&owner, id, name);
  if (record.shape == wire::PartShape::cylinder) return new CylinderParts(&owner, id, name);
  return new SphereParts(&owner, id, name);
}

void take(SimObj& owner, SimObj::CPartsC& parts, const wire::PartRecord& record) {
  CParts*& part = parts[std::string(record.name)];
  if (!part) part = make_part(owner, record);
  part->givePosition(record.place[0], record.place[1], record.place[2]);
  part->giveQuaternion(record.turn[0], record.turn[1], record.turn[2], record.turn[3]);
  if (auto* box = dynamic_cast<BoxParts*>(part)) box->giveSize(Size(record.size[0], record.size[1], record.size[2]));
  if (auto* cylinder = dynamic_cast<CylinderParts*>(part)) cylinder->giveSize(record.size[0], record.size[1]);
  if (auto* sphere = dynamic_cast<SphereParts*>(part)) sphere->giveRadius(record.size[0]);
}

/// Both are sorted. An attribute that exists only in the copy was added by the controller and not accepted by the
/// server.
void take(SimObj::AttributeM& known, const std::vector<wire::AttributeRecord>& sent) {
  auto place = known.begin();
  for (const wire::AttributeRecord& one : sent) {
    while (place != known.end() && place->first < one.name) {
      delete place->second;
      place = known.erase(place);
    }
    if (place != known.end() && place->first == one.name) {
      place->second->value(value_of(one));
    } else {
      const std::string name(one.name);
      place = known.emplace_hint(place, name, nullptr);
      if (!place->second) place->second = new Attribute(name, std::string(one.group), value_of(one));
    }
    ++place;
  }
  while (place != known.end()) {
    delete place->second;
    place = known.erase(place);
  }
}

void take(SimObj& object, ObjectState& state, const wire::ObjectRecord& record) {
  state.class_name = record.class_name;
  state.id = static_cast<int>(record.id);
  state.attached = record.attached;
  take(state.attributes, record.attributes);
  for (const wire::PartRecord& one : record.parts) take(object, state.parts, one);
}

}  // namespace

RobotObj* Objects::get(const std::string& name) {
  const auto found = objects_.find(name);
  if (found != objects_.end() && state(*found->second).loaded_in == handler_) return found->second.get();
  if (found != objects_.end()) return load(*found->second) || connection_.is_lost() ? found->second.get() : nullptr;
  std::unique_ptr<RobotObj> made(new RobotObj(name));
  if (!load(*made)) return nullptr;
  return (objects_[name] = std::move(made)).get();
}

bool Objects::load(SimObj& object) {
  ObjectState& known = state(object);
  const auto answer = connection_.ask(wire::GetEntity{.name = known.name}, wire::PacketType::get_entity_result);
  if (!answer) return false;
  wire::EntityResult result;
  record_.clear();
  if (!wire::read_entity(answer->data, result, record_) || result.result != 0 || !result.exists) return false;
  take(object, known, record_);
  known.loaded_in = handler_;
  return true;
}

void Objects::append_changes(std::string& out, double time) {
  std::string records;
  for (const auto& [name, object] : objects_) {
    ObjectState& changed = state(*object);
    if (changed.changed.empty()) continue;
    std::string record;
    const bool fits = wire::append_record(record, changed.changes());
    changed.changed.clear();
    changed.operations = 0;
    if (!fits) continue;
    // One packet suffices unless the records do not fit.
    constexpr std::size_t kRoom = wire::kLargestPacket - 100;
    if (records.size() + record.size() > kRoom && !records.empty()) {
      wire::PacketWriter packet(out, {.type = wire::PacketType::update_entities});
      packet.real(time);
      packet.octets(records);
      packet.finish();
      records.clear();
    }
    records += record;
  }
  if (records.empty()) return;
  wire::PacketWriter packet(out, {.type = wire::PacketType::update_entities});
  packet.real(time);
  packet.octets(records);
  packet.finish();
}

}  // namespace sigverse
