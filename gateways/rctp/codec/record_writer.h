// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gateways/rctp/codec/record.h"

namespace rctp {

/// Appends records to the bytes for a peer, in either direction: which stamp, mask and types of values a record has
/// follows from its object.
///
/// Borrows the string, which may hold anything already, and never takes anything out of it. Into a string with room
/// enough it allocates nothing.
class RecordWriter {
 public:
  explicit RecordWriter(std::string& out) : out_(&out) {}

  /// Of a control object: the values of the parameters in the mask, bit i for the i-th; all of them if the object's
  /// records have no mask. There must be a value for each parameter, in or not. Values are cut to what their type can
  /// hold, and rounded if that are whole numbers.
  void control(std::uint8_t id, const Object& object, std::uint32_t stamp, std::uint64_t mask,
               std::span<const double> values);
  /// Of a text object. Of more than 65,535 octets the whole characters among the first so many.
  void text(std::uint8_t id, const Object& object, std::uint32_t stamp, std::string_view text);
  /// Of a binary object: as many octets as its bits take (what is missing is 0, in front), or, if it has none, the
  /// contents with their length.
  void binary(std::uint8_t id, const Object& object, std::uint32_t stamp, std::string_view octets);
  /// Of a binary object with up to 64 bits.
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
