// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gateways/rctp/protocol/record.h"

namespace rctp {

/// Appends records to the bytes for a peer, in either direction. The object determines whether a record has stamp and
/// mask, and the types of its values.
///
/// Borrows the string and only appends to it. It allocates nothing if the string's capacity suffices.
class RecordWriter {
 public:
  explicit RecordWriter(std::string& out) : out_(&out) {}

  /// Writes the values of the parameters in the mask, bit i for parameter i, or all if the object's records have no
  /// mask. `values` must have an entry for each parameter, in the mask or not. Values are clamped to the range of their
  /// type, and rounded if it is an integer type.
  void control(std::uint8_t id, const Object& object, std::uint32_t stamp, std::uint64_t mask,
               std::span<const double> values);
  /// Writes a text, truncated after the last whole character within 65,535 octets.
  void text(std::uint8_t id, const Object& object, std::uint32_t stamp, std::string_view text);
  /// Writes binary contents: as many octets as the object's bits take (missing ones are zeros in front), or, if it has
  /// no number of bits, the contents with their length.
  void binary(std::uint8_t id, const Object& object, std::uint32_t stamp, std::string_view octets);
  /// Writes the contents of a binary object with up to 64 bits.
  void bits(std::uint8_t id, const Object& object, std::uint32_t stamp, std::uint64_t bits);

  void bye() { system(SystemCode::bye); }
  void stop() { system(SystemCode::stop); }
  void release() { system(SystemCode::release); }
  void changed() { system(SystemCode::changed); }
  void ping(const std::array<char, 4>& token);
  void pong(const std::array<char, 4>& token, std::uint32_t stamp);
  void error(std::string_view text);

 private:
  void head(std::uint8_t id, const Object& object, std::uint32_t stamp);
  void system(SystemCode code);
  void sized(std::string_view octets);

  std::string* out_;
};

}  // namespace rctp
