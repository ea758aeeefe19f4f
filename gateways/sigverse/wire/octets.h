// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sigverse::wire {

/// Appends the primitives of the protocol (docs/sigverse-protocol.md) to a buffer: integers with the most significant
/// octet first, doubles of IEEE with the least significant first. Texts are octets of any kind; they are never
/// converted.
class OctetWriter {
 public:
  /// Borrows the buffer and appends to it.
  explicit OctetWriter(std::string& out) : out_(out) {}

  void u8(std::uint8_t value);
  void u16(std::uint16_t value);
  void u32(std::uint32_t value);
  void s16(std::int16_t value) { u16(static_cast<std::uint16_t>(value)); }
  void real(double value);
  /// A length of four octets, the text, and zeros up to the next multiple of four, at least one: none for an empty
  /// text.
  void text(std::string_view value);
  void octets(std::string_view value) { out_.append(value); }

  std::size_t size() const { return out_.size(); }
  /// Overwrites two octets written before.
  void set_u16(std::size_t at, std::uint16_t value);

 private:
  std::string& out_;
};

/// Reads them from octets that it borrows. What does not fit any more gives 0 or an empty text, and `is_good` is false
/// from then on; nothing is ever read beyond the end. Texts are views into the octets.
class OctetReader {
 public:
  explicit OctetReader(std::string_view octets) : left_(octets) {}

  std::uint8_t u8();
  std::uint16_t u16();
  std::uint32_t u32();
  std::int16_t s16() { return static_cast<std::int16_t>(u16()); }
  double real();
  std::string_view text();
  std::string_view octets(std::size_t count);
  /// What is left, without taking it.
  std::string_view rest() const { return left_; }

  bool is_good() const { return good_; }
  bool at_end() const { return left_.empty(); }
  /// For whoever finds that a value makes no sense.
  void fail();

 private:
  std::string_view left_;
  bool good_ = true;
};

}  // namespace sigverse::wire
