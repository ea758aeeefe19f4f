// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/gateways/rctp/protocol/records.h"
#include "tests/support/properties.h"

using namespace rctp_test;
using Kind = Object::Kind;

namespace {

double any_value(Object::DataType type) {
  switch (type) {
    case Object::DataType::float32:
      return static_cast<double>(static_cast<float>(*rc::gen::inRange(-100000, 100000)) / 7.0F);
    case Object::DataType::float64:
      return *rc::gen::inRange(-100000, 100000) / 7.0;
    case Object::DataType::int32:
      return *rc::gen::arbitrary<std::int32_t>();
    case Object::DataType::uint8:
      return *rc::gen::inRange(0, 256);
  }
  return 0.0;
}

Object any_object(bool outputs, std::size_t number) {
  const auto kinds = outputs ? std::array{Kind::control_output, Kind::text_output, Kind::binary_output}
                             : std::array{Kind::control_input, Kind::text_input, Kind::binary_input};
  Object made;
  made.name = fmt::format("o{}", number);
  made.kind = *rc::gen::elementOf(kinds);
  made.time_stamp = *rc::gen::arbitrary<bool>();
  made.data_mask = *rc::gen::arbitrary<bool>();
  made.bits = *rc::gen::elementOf(std::vector<std::size_t>{0, 1, 8, 9, 64, 100});
  if (!made.is_control()) return made;
  using enum Object::DataType;
  for (std::size_t i = *rc::gen::inRange<std::size_t>(1, Object::kMaxInputs + 1); i > 0; --i) {
    made.parameters.emplace_back().type = *rc::gen::element(float32, float64, int32, uint8);
    made.parameters.back().name = fmt::format("p{}", i);
  }
  return made;
}

/// Any objects of one direction, all assigned.
struct AnyTable {
  explicit AnyTable(bool outputs) : peer(outputs ? RecordReader::Peer::client : RecordReader::Peer::server) {
    const auto count = *rc::gen::inRange<std::size_t>(1, 6);
    for (std::size_t i = 0; i < count; ++i) objects.push_back(any_object(outputs, i));
    for (const Object& object : objects) assigned.assign(object);
  }
  RecordReader::Peer peer;
  Objects objects;
  AssignedObjects assigned;
};

/// A record as it was written, and has to be read.
struct Written {
  std::uint8_t id = 0;
  std::uint32_t stamp = 0;
  std::uint64_t mask = 0;
  std::vector<double> values;
  std::string octets;
};

Written write_any(const AnyTable& table, RecordWriter& writer) {
  Written record;
  record.id = *rc::gen::inRange<std::uint8_t>(1, static_cast<std::uint8_t>(table.objects.size() + 1));
  record.stamp = *rc::gen::arbitrary<std::uint32_t>();
  const Object& object = *table.assigned.find(record.id);
  if (object.is_control()) {
    record.mask = *rc::gen::arbitrary<std::uint64_t>() & full_mask(object.parameters.size());
    for (const auto& parameter : object.parameters) record.values.push_back(any_value(parameter.type));
    writer.control(record.id, object, record.stamp, record.mask, record.values);
    if (!object.data_mask) record.mask = full_mask(object.parameters.size());
  } else if (object.is_text()) {
    record.octets = *rc::gen::container<std::string>(rc::gen::inRange<char>(' ', '~'));
    writer.text(record.id, object, record.stamp, record.octets);
  } else {
    const auto length = object.bits > 0 ? mask_octets(object.bits) : *rc::gen::inRange<std::size_t>(0, 40);
    record.octets = *rc::gen::container<std::string>(length, rc::gen::arbitrary<char>());
    writer.binary(record.id, object, record.stamp, record.octets);
  }
  if (!object.time_stamp) record.stamp = 0;
  return record;
}

void check_same(const Record& read, const Written& written) {
  RC_ASSERT(read.id == written.id);
  RC_ASSERT(read.stamp == written.stamp);
  RC_ASSERT(read.mask == written.mask);
  RC_ASSERT(read.flaw == Record::Flaw::none);
  for (std::size_t i = 0; i < written.values.size(); ++i)
    RC_ASSERT(!read.has(i) || read.values[i] == written.values[i]);
  RC_ASSERT(read.octets == written.octets);
}

}  // namespace

TEST_CASE("any records that arrive octet by octet are read as they were written") {
  hold([] {
    const AnyTable table(*rc::gen::arbitrary<bool>());
    std::string out;
    RecordWriter writer(out);
    std::vector<Written> written;
    std::vector<std::size_t> ends;
    const int count = *rc::gen::inRange(1, 5);
    for (int i = 0; i < count; ++i) {
      written.push_back(write_any(table, writer));
      ends.push_back(out.size());
    }
    // Each time one more octet, after those still unread: a record is complete with its last octet.
    RecordReader reader(table.peer, table.assigned);
    Record record;
    std::size_t taken = 0, next = 0;
    for (std::size_t size = 1; size <= out.size(); ++size) {
      std::string_view bytes(out.data() + taken, size - taken);
      const auto result = reader.next(bytes, record);
      RC_ASSERT(result == (ends[next] == size ? RecordReader::Result::record : RecordReader::Result::more));
      if (result == RecordReader::Result::more) continue;
      RC_ASSERT(bytes.empty());
      check_same(record, written[next++]);
      taken = size;
    }
    RC_ASSERT(next == written.size());
  });
}

TEST_CASE("reading random octets always ends, and never goes beyond them") {
  std::map<RecordReader::Result, int> seen;
  hold([&] {
    const AnyTable table(*rc::gen::arbitrary<bool>());
    // Mostly low octets, so that the reader gets beyond the first one.
    const auto octets =
        *rc::gen::container<std::string>(rc::gen::oneOf(rc::gen::inRange<char>(0, 8), rc::gen::arbitrary<char>()));
    RecordReader reader(table.peer, table.assigned);
    std::string_view bytes = octets;
    Record record;
    for (;;) {
      const std::size_t before = bytes.size();
      const auto result = reader.next(bytes, record);
      ++seen[result];
      if (result != RecordReader::Result::record) {
        RC_ASSERT(bytes.size() == before);
        RC_ASSERT(reader.what().empty() == (result == RecordReader::Result::more));
        break;
      }
      RC_ASSERT(bytes.size() < before);
      RC_ASSERT(record.is_system() || record.object == table.assigned.find(record.id));
      RC_ASSERT((record.flaw == Record::Flaw::none) == (record.is_system() || sentence(record).empty()));
      for (std::size_t i = 0; record.object && i < record.object->parameters.size(); ++i)
        RC_ASSERT(!record.has(i) || std::isfinite(record.values[i]) || record.flaw == Record::Flaw::not_finite);
    }
  });
  CHECK(seen[RecordReader::Result::record] > 500);
  CHECK(seen[RecordReader::Result::more] > 500);
  CHECK(seen[RecordReader::Result::broken] > 500);
}
