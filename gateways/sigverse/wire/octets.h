// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sigverse::wire {

/// The encoded size of a text: a length field, the text, and zeros up to the next multiple of four, at least one; an
/// empty text is only the length field.
constexpr std::size_t octets_of_text(std::size_t length) {
  return 4 + (length == 0 ? 0 : 4 * (1 + length / 4));
}

/// Writes the primitives of the protocol into existing octets, which must all be zero. It checks nothing: the caller
/// has computed the size. Records have so many small fields that growing a buffer for each would take most of the time.
class OctetFiller {
 public:
  explicit OctetFiller(char* at) : at_(at) {}
  void u8(std::uint8_t value) { *at_++ = static_cast<char>(value); }
  void u16(std::uint16_t value) {
    u8(static_cast<std::uint8_t>(value >> 8U));
    u8(static_cast<std::uint8_t>(value));
  }
  void u32(std::uint32_t value) {
    u16(static_cast<std::uint16_t>(value >> 16U));
    u16(static_cast<std::uint16_t>(value));
  }
  void real(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (unsigned i = 0; i != 8; ++i) at_[i] = static_cast<char>(bits >> 8 * i);
    at_ += 8;
  }
  void text(std::string_view value) {
    u32(static_cast<std::uint32_t>(value.size()));
    value.copy(at_, value.size());
    at_ += octets_of_text(value.size()) - 4;
  }

 private:
  char* at_;
};

/// Appends the primitives of the protocol (docs/systems/sigverse-protocol.md) to a buffer: big-endian integers,
/// little-endian IEEE doubles, and texts. Texts are arbitrary octets; they are never converted.
class OctetWriter {
 public:
  /// Borrows the buffer and appends to it.
  explicit OctetWriter(std::string& out) : out_(out) {}

  void u8(std::uint8_t value) { grow(1).u8(value); }
  void u16(std::uint16_t value) { grow(2).u16(value); }
  void u32(std::uint32_t value) { grow(4).u32(value); }
  void s16(std::int16_t value) { u16(static_cast<std::uint16_t>(value)); }
  void real(double value) { grow(8).real(value); }
  void text(std::string_view value) { grow(octets_of_text(value.size())).text(value); }
  /// Appends `count` octets, which have to be filled before anything else is written.
  OctetFiller grow(std::size_t count) {
    out_.append(count, '\0');
    return OctetFiller(out_.data() + out_.size() - count);
  }
  void octets(std::string_view value) { out_.append(value); }

  std::size_t size() const { return out_.size(); }
  /// Overwrites two octets that were written before.
  void set_u16(std::size_t at, std::uint16_t value);

 private:
  std::string& out_;
};

/// Reads the primitives from octets that it borrows. A value beyond the end is 0 or an empty text, and `is_good` is
/// false from then on; nothing is ever read beyond the end. Texts are views of the octets.
class OctetReader {
 public:
  explicit OctetReader(std::string_view octets) : left_(octets) {}

  std::uint8_t u8();
  std::uint16_t u16();
  std::uint32_t u32();
  std::int16_t s16() { return static_cast<std::int16_t>(u16()); }
  double real();
  std::string_view text();
  std::string_view octets(std::size_t count) {
    if (count > left_.size()) {
      fail();
      return {};
    }
    const std::string_view taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
  }
  /// The remaining octets, which are not consumed.
  std::string_view rest() const { return left_; }

  bool is_good() const { return good_; }
  bool at_end() const { return left_.empty(); }
  /// Called by users of the reader when a value is invalid.
  void fail();

 private:
  std::string_view left_;
  bool good_ = true;
};

}  // namespace sigverse::wire
