// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/message.h"

#include "spark/net/big_endian.h"

namespace commserver {
namespace {

constexpr std::size_t kLength = 4, kNumber = 8;

}  // namespace

void MessageWriter::put_length(std::size_t place, std::size_t length) {
  spark::net::write_big_endian(bytes_, place, static_cast<std::uint32_t>(length));
}

MessageWriter& MessageWriter::begin(MessageKind kind) {
  end();
  begin_ = bytes_.size();
  bytes_.append(kLength, '\0');
  bytes_ += static_cast<char>(kind);
  return *this;
}

MessageWriter& MessageWriter::number(std::int64_t value) {
  spark::net::append_big_endian(bytes_, static_cast<std::uint64_t>(value));
  return *this;
}

MessageWriter& MessageWriter::text(std::string_view text) {
  begin_text();
  bytes_ += text;
  return end_text();
}

MessageWriter& MessageWriter::begin_text() {
  text_ = bytes_.size();
  bytes_.append(kLength, '\0');
  return *this;
}

MessageWriter& MessageWriter::end_text() {
  put_length(text_, bytes_.size() - text_ - kLength);
  return *this;
}

void MessageWriter::end() {
  if (begin_ != kNone) put_length(begin_, bytes_.size() - begin_ - kLength);
  begin_ = kNone;
}

MessageReader::MessageReader(std::string_view message) : rest_(message), good_(!message.empty()) {
  if (!good_) return;
  kind_ = static_cast<MessageKind>(message.front());
  rest_.remove_prefix(1);
}

std::int64_t MessageReader::number() {
  if (rest_.size() < kNumber) {
    good_ = false;
    return 0;
  }
  const auto bits = spark::net::read_big_endian<std::uint64_t>(rest_);
  rest_.remove_prefix(kNumber);
  return static_cast<std::int64_t>(bits);
}

std::int64_t MessageReader::number(std::int64_t min, std::int64_t max) {
  const std::int64_t value = number();
  if (value >= min && value <= max) return value;
  good_ = false;
  return min;
}

std::string_view MessageReader::text(std::size_t longest) {
  if (rest_.size() < kLength) {
    good_ = false;
    return {};
  }
  const auto length = spark::net::read_big_endian<std::uint32_t>(rest_);
  rest_.remove_prefix(kLength);
  if (length > rest_.size() || length > longest) {
    good_ = false;
    return {};
  }
  const std::string_view text = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return text;
}

}  // namespace commserver
