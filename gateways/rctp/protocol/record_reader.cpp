// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "spark/core/utf8.h"
#include "spark/net/big_endian.h"

namespace rctp {
namespace {

double value_of(Object::DataType type, std::string_view octets) {
  switch (type) {
    case Object::DataType::float32:
      return static_cast<double>(std::bit_cast<float>(spark::net::read_big_endian<std::uint32_t>(octets)));
    case Object::DataType::float64:
      return std::bit_cast<double>(spark::net::read_big_endian<std::uint64_t>(octets));
    case Object::DataType::int32:
      return static_cast<std::int32_t>(spark::net::read_big_endian<std::uint32_t>(octets));
    case Object::DataType::uint8:
      return static_cast<unsigned char>(octets[0]);
  }
  return 0.0;
}

/// Whether a peer may send system records with that code.
bool may_send(RecordReader::Peer peer, SystemCode code) {
  switch (code) {
    case SystemCode::bye:
    case SystemCode::stop:
    case SystemCode::release:
      return true;
    case SystemCode::ping:
      return peer == RecordReader::Peer::client;
    case SystemCode::pong:
    case SystemCode::error:
    case SystemCode::changed:
      return peer == RecordReader::Peer::server;
  }
  return false;
}

}  // namespace

/// Reads from a copy of the view, so that an incomplete record removes nothing from the original.
class RecordReader::Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  std::string_view rest() const { return rest_; }
  bool take(std::size_t count, std::string_view& taken) {
    if (rest_.size() < count) return false;
    taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return true;
  }
  template <typename Number>
  bool number(Number& value) {
    std::string_view octets;
    if (!take(sizeof(Number), octets)) return false;
    value = spark::net::read_big_endian<Number>(octets);
    return true;
  }
  /// Reads a length of 16 bits and that many octets.
  bool sized(std::string_view& octets) {
    std::uint16_t length = 0;
    return number(length) && take(length, octets);
  }
  bool token(std::array<char, 4>& octets) {
    std::string_view taken;
    if (!take(octets.size(), taken)) return false;
    std::copy(taken.begin(), taken.end(), octets.begin());
    return true;
  }

 private:
  std::string_view rest_;
};

RecordReader::Result RecordReader::next(std::string_view& bytes, Record& record) {
  if (!what_.empty()) return Result::broken;
  Cursor cursor(bytes);
  if (!cursor.number(record.id)) return Result::more;
  record.mask = 0;
  record.stamp = 0;
  record.octets = {};
  record.flaw = Record::Flaw::none;
  const Result result = record.id == 0 ? system_record(cursor, record) : object_record(cursor, record);
  if (result == Result::record) bytes = cursor.rest();
  return result;
}

RecordReader::Result RecordReader::system_record(Cursor& cursor, Record& record) {
  record.object = nullptr;
  std::uint8_t code = 0;
  if (!cursor.number(code)) return Result::more;
  record.code = SystemCode{code};
  if (!may_send(peer_, record.code))
    return broken(
        fmt::format("there is no system record {} from a {}", code, peer_ == Peer::client ? "client" : "server"));
  bool whole = true;
  switch (record.code) {
    case SystemCode::ping:
      whole = cursor.token(record.token);
      break;
    case SystemCode::pong:
      whole = cursor.token(record.token) && cursor.number(record.stamp);
      break;
    case SystemCode::error:
      whole = cursor.sized(record.octets);
      break;
    default:
      break;
  }
  return whole ? Result::record : Result::more;
}

RecordReader::Result RecordReader::object_record(Cursor& cursor, Record& record) {
  record.object = assigned_->find(record.id);
  if (auto objection = this->objection(record.id, record.object)) return broken(std::move(*objection));
  if (record.object->time_stamp && !cursor.number(record.stamp)) return Result::more;
  return record.object->is_control() ? control_values(cursor, record) : contents(cursor, record);
}

std::optional<std::string> RecordReader::objection(std::uint8_t id, const Object* object) const {
  if (!object) return fmt::format("object {} is not assigned", id);
  if (!object->has_records()) return fmt::format("object {} ({}) has no records", id, object->name);
  if (object->is_output() == (peer_ == Peer::client)) return std::nullopt;
  return fmt::format("object {} ({}) is an {}", id, object->name, object->is_output() ? "output" : "input");
}

RecordReader::Result RecordReader::control_values(Cursor& cursor, Record& record) {
  const auto& parameters = record.object->parameters;
  record.mask = full_mask(parameters.size());
  std::string_view octets;
  if (record.object->data_mask) {
    if (!cursor.take(mask_octets(parameters.size()), octets)) return Result::more;
    std::uint64_t mask = 0;
    for (const char octet : octets) mask = mask << 8U | static_cast<unsigned char>(octet);
    if ((mask & ~record.mask) != 0)
      return broken(fmt::format("object {} ({}) has {} parameters, and the mask {:#x} has bits above them", record.id,
                                record.object->name, parameters.size(), mask));
    record.mask = mask;
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!record.has(i)) continue;
    if (!cursor.take(octets_of(parameters[i].type), octets)) return Result::more;
    record.values[i] = value_of(parameters[i].type, octets);
    if (record.flaw == Record::Flaw::none && !std::isfinite(record.values[i])) {
      record.flaw = Record::Flaw::not_finite;
      record.flawed = i;
    }
  }
  return Result::record;
}

RecordReader::Result RecordReader::contents(Cursor& cursor, Record& record) {
  const Object& object = *record.object;
  if (object.is_binary() && object.bits > 0)
    return cursor.take(mask_octets(object.bits), record.octets) ? Result::record : Result::more;
  if (!cursor.sized(record.octets)) return Result::more;
  if (record.octets.size() > object.max_length)
    record.flaw = Record::Flaw::too_long;
  else if (object.is_text() && !spark::is_utf8(record.octets))
    record.flaw = Record::Flaw::not_utf8;
  return Result::record;
}

RecordReader::Result RecordReader::broken(std::string what) {
  what_ = std::move(what);
  return Result::broken;
}

}  // namespace rctp
