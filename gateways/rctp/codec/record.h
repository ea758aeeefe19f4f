// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gateways/rctp/codec/object.h"

namespace rctp {

/// The second octet of a system record, whose first is 0.
enum class SystemCode : std::uint8_t {
  bye = 0,      ///< both ways: the end; the other side answers with the same and closes
  stop = 1,     ///< client: emergency stop. Server: the robot has been stopped
  ping = 2,     ///< client; four octets of its own follow
  pong = 3,     ///< server: the same four octets and the time
  error = 4,    ///< server: what was wrong, and what became of it
  release = 5,  ///< client: obey again after a stop. Server: released
  changed = 6   ///< server: the model has changed; the description should be loaded again when convenient
};

/// One record of a live session, as a `RecordReader` has read it.
///
/// Plain data that a caller keeps and has filled again and again. Of an object's record `object`, `id`, `stamp` and
/// what is there of `mask` and `values`, or of `octets`, mean something; of a system record `code`, and what comes with
/// that code.
struct Record {
  /// A mistake that does not hide where the next record begins: only this one is ignored.
  enum class Flaw { none, not_finite, too_long, not_utf8 };

  const Object* object = nullptr;  ///< null: a system record
  SystemCode code = SystemCode::bye;
  std::uint8_t id = 0;
  std::uint32_t stamp = 0;  ///< milliseconds since the session went live; of objects with `time_stamp`, and of a pong
  /// Of control objects: bit i is parameter i, counted from 0. All of them if the object's records have no mask.
  std::uint64_t mask = 0;
  /// By parameter; only those in the mask mean something.
  std::array<double, Object::kMaxInputs> values{};
  /// Of text, binary and error records, within the bytes that were read: valid as long as those are.
  std::string_view octets;
  std::array<char, 4> token{};  ///< of ping and pong
  Flaw flaw = Flaw::none;
  std::size_t flawed = 0;  ///< with `not_finite`: which parameter

  bool is_system() const { return object == nullptr; }
  bool has(std::size_t parameter) const { return (mask >> parameter & 1U) != 0; }
};

/// One sentence about the flaw of a record, for the peer and the log, that names the object: "drive: y is not a finite
/// number; the record is ignored".
std::string sentence(const Record& record);

/// The octets that a mask of so many parameters takes, one bit each.
constexpr std::size_t mask_octets(std::size_t parameters) {
  return (parameters + 7) / 8;
}
/// The mask with all of them.
constexpr std::uint64_t full_mask(std::size_t parameters) {
  return parameters >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << parameters) - 1;
}
/// Bit 0 is the least significant one of the last octet; bits beyond the octets are not set.
bool bit_of(std::string_view octets, std::size_t bit);
/// Whether all of it is well-formed UTF-8: shortest forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

}  // namespace rctp
