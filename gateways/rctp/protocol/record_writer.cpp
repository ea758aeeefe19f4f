// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/record_writer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "spark/core/check.h"
#include "spark/core/utf8.h"
#include "spark/net/big_endian.h"

namespace rctp {
namespace {

using spark::net::append_big_endian;

constexpr std::size_t kMaxSized = std::numeric_limits<std::uint16_t>::max();

/// Clamps the value, because in C++ a conversion beyond the range of a type is undefined behaviour.
template <typename Number>
Number cut_to(double value) {
  return static_cast<Number>(std::clamp(value, static_cast<double>(std::numeric_limits<Number>::lowest()),
                                        static_cast<double>(std::numeric_limits<Number>::max())));
}

template <typename Whole>
Whole whole_number(double value) {
  return std::isnan(value) ? Whole{0} : cut_to<Whole>(std::round(value));
}

void append_value(std::string& out, Object::DataType type, double value) {
  switch (type) {
    case Object::DataType::float32:
      append_big_endian(out, std::bit_cast<std::uint32_t>(cut_to<float>(value)));
      break;
    case Object::DataType::float64:
      append_big_endian(out, std::bit_cast<std::uint64_t>(value));
      break;
    case Object::DataType::int32:
      append_big_endian(out, static_cast<std::uint32_t>(whole_number<std::int32_t>(value)));
      break;
    case Object::DataType::uint8:
      append_big_endian(out, whole_number<std::uint8_t>(value));
      break;
  }
}

}  // namespace

void RecordWriter::control(std::uint8_t id, const Object& object, std::uint32_t stamp, std::uint64_t mask,
                           std::span<const double> values) {
  const std::size_t count = object.parameters.size();
  SPARK_DEMAND(values.size() >= count);
  head(id, object, stamp);
  mask = object.data_mask ? mask & full_mask(count) : full_mask(count);
  if (object.data_mask)
    for (std::size_t octet = mask_octets(count); octet-- > 0;) out_->push_back(static_cast<char>(mask >> 8 * octet));
  for (std::size_t i = 0; i < count; ++i)
    if ((mask >> i & 1U) != 0) append_value(*out_, object.parameters[i].type, values[i]);
}

void RecordWriter::text(std::uint8_t id, const Object& object, std::uint32_t stamp, std::string_view text) {
  head(id, object, stamp);
  sized(spark::utf8_beginning(text, kMaxSized));
}

void RecordWriter::binary(std::uint8_t id, const Object& object, std::uint32_t stamp, std::string_view octets) {
  head(id, object, stamp);
  if (object.bits == 0) {
    sized(octets);
    return;
  }
  const std::size_t wanted = mask_octets(object.bits);
  if (octets.size() > wanted) octets.remove_prefix(octets.size() - wanted);
  out_->append(wanted - octets.size(), '\0');
  out_->append(octets);
}

void RecordWriter::bits(std::uint8_t id, const Object& object, std::uint32_t stamp, std::uint64_t bits) {
  std::array<char, 8> octets{};
  for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<char>(bits >> 8 * (octets.size() - 1 - i));
  binary(id, object, stamp, std::string_view(octets.data(), octets.size()));
}

void RecordWriter::ping(const std::array<char, 4>& token) {
  system(SystemCode::ping);
  out_->append(token.data(), token.size());
}

void RecordWriter::pong(const std::array<char, 4>& token, std::uint32_t stamp) {
  system(SystemCode::pong);
  out_->append(token.data(), token.size());
  append_big_endian(*out_, stamp);
}

void RecordWriter::error(std::string_view text) {
  system(SystemCode::error);
  sized(spark::utf8_beginning(text, kMaxSized));
}

void RecordWriter::head(std::uint8_t id, const Object& object, std::uint32_t stamp) {
  out_->push_back(static_cast<char>(id));
  if (object.time_stamp) append_big_endian(*out_, stamp);
}

void RecordWriter::system(SystemCode code) {
  out_->push_back('\0');
  out_->push_back(static_cast<char>(code));
}

void RecordWriter::sized(std::string_view octets) {
  octets = octets.substr(0, kMaxSized);
  append_big_endian(*out_, static_cast<std::uint16_t>(octets.size()));
  out_->append(octets);
}

}  // namespace rctp
