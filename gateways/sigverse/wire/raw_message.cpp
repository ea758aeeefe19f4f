// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "gateways/sigverse/wire/raw.h"

namespace sigverse::wire {
namespace {

/// Number of digits of a text's length.
constexpr std::size_t kLengthDigits = 5;
constexpr std::size_t kLongestText = 99'999;

/// Parses a length of exactly this many digits; "+5" and " 5" are invalid.
std::optional<std::size_t> length_of(std::string_view digits) {
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
  if (digits.size() != kLengthDigits || error != std::errc() || end != digits.data() + digits.size())
    return std::nullopt;
  return length;
}

std::optional<std::size_t> length_field(RawReader& reader) {
  const auto length = length_of(reader.field());
  if (!length) reader.fail();
  return length;
}

/// The number is -1 for all, -2 for services, -3 for controllers, otherwise the number of names that follow.
bool read_receivers(RawReader& reader, RawMessage& message) {
  const double number = reader.number_field().value_or(0.0);
  if (!reader.is_good() || number != std::floor(number) || number < static_cast<int>(RawMessage::All::controllers))
    return false;
  if (number < 0.0) {
    message.all = static_cast<RawMessage::All>(static_cast<int>(number));
    return true;
  }
  // Each name takes at least its comma.
  if (number > static_cast<double>(reader.rest().size())) return false;
  message.to.resize(static_cast<std::size_t>(number));
  for (std::string_view& name : message.to) name = reader.field();
  return reader.is_good();
}

void write_length(RawWriter& writer, std::size_t length) {
  std::array<char, kLengthDigits> digits{};
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, length /= 10)
    *digit = static_cast<char>('0' + length % 10);
  writer.field({digits.data(), digits.size()});
}

void write_distance(RawWriter& writer, double distance) {
  if (!(distance >= 0.0)) return writer.field("-1.0");
  std::array<char, 32> digits;
  // No two objects are 1e12 cm apart, and its digits fit.
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), std::min(distance, 1e12),
                                          std::chars_format::fixed, 3);
  writer.field({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

void write_count(RawWriter& writer, long long count) {
  std::array<char, 24> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), count);
  writer.field({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

}  // namespace

bool read_raw_message(std::string_view body, bool with_sender, RawMessage& message) {
  message.from = {};
  message.text = {};
  message.distance = -1.0;
  message.all = RawMessage::All::none;
  message.to.clear();
  RawReader reader(body);
  if (with_sender) message.from = reader.field();
  // The text may contain commas.
  const std::optional<std::size_t> length = length_field(reader);
  if (!length) return false;
  message.text = reader.octets(*length);
  if (reader.u8() != ',') return false;
  const double distance = reader.number_field().value_or(-1.0);
  message.distance = distance < 0.0 ? -1.0 : distance;
  return reader.is_good() && read_receivers(reader, message);
}

bool append_raw_message(std::string& out, const RawMessage& message) {
  if (message.text.size() > kLongestText) return false;
  const bool sent_by_server = !message.from.empty();
  RawWriter writer(out, sent_by_server ? static_cast<std::uint16_t>(RawToController::message)
                                       : static_cast<std::uint16_t>(RawCode::message));
  if (sent_by_server) writer.field(message.from);
  write_length(writer, message.text.size());
  writer.octets(message.text);
  writer.u8(',');
  write_distance(writer, message.distance);
  if (message.to.empty()) {
    write_count(writer, static_cast<int>(message.all));
  } else {
    write_count(writer, static_cast<long long>(message.to.size()));
    for (const std::string_view name : message.to) writer.field(name);
  }
  return writer.finish();
}

bool append_forwarded_message(std::string& out, std::string_view from, std::string_view body) {
  RawWriter writer(out, RawToController::message);
  writer.field(from);
  writer.octets(body);
  return writer.finish();
}

TextUnit first_text_unit(std::string_view input) {
  // A service that leaves sends a length that is less than its own number of digits.
  constexpr std::size_t kLeaves = 4;
  const std::string_view digits = input.substr(0, kLengthDigits);
  if (digits.find_first_not_of("0123456789") != std::string_view::npos)
    return {.kind = TextUnit::Kind::broken, .problem = "a message whose length is not a number of five digits"};
  const auto length = length_of(digits);
  if (!length) return {};
  if (*length == kLeaves) return {.kind = TextUnit::Kind::leave, .size = kLengthDigits};
  if (*length < kLengthDigits)
    return {.kind = TextUnit::Kind::broken, .problem = "a message whose length is less than its five digits"};
  if (*length > input.size()) return {};
  std::string_view body = input.substr(kLengthDigits, *length - kLengthDigits);
  // All other fields end with a comma, and a body begins with a digit.
  if (body.starts_with(',')) body.remove_prefix(1);
  return {.kind = TextUnit::Kind::message, .size = *length, .body = body};
}

bool read_direct_message(std::string_view body, DirectMessage& message) {
  RawReader reader(body);
  message.from = reader.field();
  const double length = reader.number_field().value_or(-1.0);
  if (!(length >= 0.0) || length != std::floor(length) || length > static_cast<double>(reader.rest().size()))
    return false;
  message.text = reader.octets(static_cast<std::size_t>(length));
  return reader.is_good();
}

bool append_direct_message(std::string& out, DirectCode code, const DirectMessage& message) {
  RawWriter writer(out, code);
  writer.field(message.from);
  write_count(writer, static_cast<long long>(message.text.size()));
  writer.octets(message.text);
  return writer.finish();
}

}  // namespace sigverse::wire
