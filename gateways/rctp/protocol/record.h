// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "gateways/rctp/protocol/object.h"

namespace rctp {

/// The second octet of a system record, whose first is 0.
enum class SystemCode : std::uint8_t {
  bye = 0,      ///< both: ends the session; the other side answers with the same and closes
  stop = 1,     ///< client: emergency stop; server: the robot has been stopped
  ping = 2,     ///< client; four octets of its own follow
  pong = 3,     ///< server: the same four octets and the time
  error = 4,    ///< server: what was wrong, and how it was handled
  release = 5,  ///< client: obey again after a stop; server: released
  changed = 6   ///< server: the model has changed; the description should be loaded again when convenient
};

/// One record of a live session, as read by a `RecordReader`: plain data that a caller reuses for successive records.
/// The record of an object has `object`, `id`, `stamp`, and `mask` and `values` or `octets`; a system record has `code`
/// and the members of that code. Other members have no meaning.
struct Record {
  /// An error after which the next record can still be found, so only this record is ignored.
  enum class Flaw { none, not_finite, too_long, not_utf8 };

  const Object* object = nullptr;  ///< null: a system record
  SystemCode code = SystemCode::bye;
  std::uint8_t id = 0;
  std::uint32_t stamp = 0;  ///< ms since the session went live, in a pong and if the object has `time_stamp`
  /// The parameters that a record of a control object has: bit i is parameter i, counted from 0. All are set if the
  /// object's records have no mask.
  std::uint64_t mask = 0;
  /// By parameter. Those that are not in the mask have no meaning.
  std::array<double, Object::kMaxInputs> values{};
  /// Contents of text, binary and error records: a part of the bytes that were read, valid as long as they are.
  std::string_view octets;
  std::array<char, 4> token{};  ///< in ping and pong
  Flaw flaw = Flaw::none;
  std::size_t flawed = 0;  ///< the parameter that is `not_finite`

  bool is_system() const { return object == nullptr; }
  bool has(std::size_t parameter) const { return (mask >> parameter & 1U) != 0; }
};

/// A sentence about the flaw of a record, for the peer and the log: "drive: y is not a finite number; the record is
/// ignored".
std::string sentence(const Record& record);

/// The size of a mask, which has one bit for each parameter.
constexpr std::size_t mask_octets(std::size_t parameters) {
  return (parameters + 7) / 8;
}
/// The mask of a record with all parameters.
constexpr std::uint64_t full_mask(std::size_t parameters) {
  return parameters >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << parameters) - 1;
}
/// Whether a bit of binary contents is set. Bit 0 is the least significant one of the last octet; bits beyond the
/// octets are not set.
bool bit_of(std::string_view octets, std::size_t bit);

}  // namespace rctp
