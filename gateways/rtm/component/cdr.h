// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gateways/rtm/component/value.h"

namespace rtm {

/// The encoding of values in OMG connectors: the octets of the IDL structure `{Time tm; T data;}` (TimedFloat …) in
/// CORBA's common data representation, without the octet for the byte order, on which both ends have agreed. Each
/// number is aligned to its size, counted from the first octet. Example, little endian, TimedDoubleSeq {1 s, 500 ns,
/// [2.5]}: `01000000 f4010000 01000000 00000000 0000000000000440` (the third word is the length of the sequence, the
/// fourth pads to 8). Time is in whole seconds and nanoseconds, unsigned: times before 0 are written as 0.

/// Replaces the contents of `into`. Allocates only if its capacity does not suffice.
void write_cdr(const Value& value, std::endian order, std::vector<std::uint8_t>& into);

/// Reads a value of the type of `into`. Refuses the following, after which `into` holds any value of its type: octets
/// that end too early or continue after the value, lengths beyond the end, strings without their closing 0 or with one
/// inside, strings that are not UTF-8, booleans other than 0 and 1 (malformed); numbers that are not finite; values
/// that are too long (size). Never reads beyond the octets, and reserves no more elements than there are octets for.
/// Allocates only if the capacity of `into` does not suffice.
Refusal read_cdr(std::span<const std::uint8_t> octets, std::endian order, Value& into);

/// "IDL:RTC/TimedFloat:1.0".
std::string_view repository_id(ValueType type);
/// The type with that id. Only the last part of the name counts, since some peers write "TimedFloat" or
/// "RTC::TimedFloat".
std::optional<ValueType> value_type_of(std::string_view id);

}  // namespace rtm
