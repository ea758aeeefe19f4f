// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/type_codes.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace rtm {
namespace {

/// The kind of the type's values, or of their elements if `is_sequence`. Vectors have no plain type; here they are
/// sequences of doubles.
struct Kind {
  CORBA::TCKind kind;
  bool is_sequence;
};
constexpr std::array<Kind, kValueTypes> kKinds = {{
    {CORBA::tk_float, false},  {CORBA::tk_double, false}, {CORBA::tk_long, false},  {CORBA::tk_boolean, false},
    {CORBA::tk_string, false}, {CORBA::tk_float, true},   {CORBA::tk_double, true}, {CORBA::tk_short, false},
    {CORBA::tk_ushort, false}, {CORBA::tk_ulong, false},  {CORBA::tk_octet, false}, {CORBA::tk_char, false},
    {CORBA::tk_short, false},  {CORBA::tk_short, true},   {CORBA::tk_long, true},   {CORBA::tk_ushort, true},
    {CORBA::tk_ulong, true},   {CORBA::tk_octet, true},   {CORBA::tk_char, true},   {CORBA::tk_boolean, true},
    {CORBA::tk_string, true},  {CORBA::tk_double, true},  {CORBA::tk_double, true}, {CORBA::tk_double, true},
}};

CORBA::TypeCode_ptr scalar_code(CORBA::TCKind kind) {
  switch (kind) {
    case CORBA::tk_float:
      return CORBA::_tc_float;
    case CORBA::tk_double:
      return CORBA::_tc_double;
    case CORBA::tk_short:
      return CORBA::_tc_short;
    case CORBA::tk_long:
      return CORBA::_tc_long;
    case CORBA::tk_ushort:
      return CORBA::_tc_ushort;
    case CORBA::tk_ulong:
      return CORBA::_tc_ulong;
    case CORBA::tk_octet:
      return CORBA::_tc_octet;
    case CORBA::tk_char:
      return CORBA::_tc_char;
    case CORBA::tk_boolean:
      return CORBA::_tc_boolean;
    default:
      return CORBA::_tc_string;
  }
}

using Codes = std::array<CORBA::TypeCode_var, kValueTypes>;

/// Made at the first request, because the ORB's own type codes have to exist before.
const Codes& codes() {
  static const Codes all = [] {
    Codes made;
    for (std::size_t i = 0; i != kValueTypes; ++i) {
      const CORBA::TypeCode_ptr scalar = scalar_code(kKinds[i].kind);
      made[i] =
          kKinds[i].is_sequence ? CORBA::TypeCode::NP_sequence_tc(0, scalar) : CORBA::TypeCode::_duplicate(scalar);
    }
    return made;
  }();
  return all;
}

}  // namespace

CORBA::TypeCode_ptr type_code(ValueType type) {
  return codes()[static_cast<std::size_t>(type)].in();
}

CORBA::TCKind element_kind(ValueType type) {
  return kKinds.at(static_cast<std::size_t>(type)).kind;
}

std::optional<ValueType> value_type(CORBA::TCKind kind, bool is_sequence) {
  const auto found = std::find_if(kKinds.begin(), kKinds.end(),
                                  [=](const Kind& one) { return one.kind == kind && one.is_sequence == is_sequence; });
  if (found == kKinds.end()) return std::nullopt;
  return static_cast<ValueType>(found - kKinds.begin());
}

std::optional<ValueType> value_type(CORBA::TypeCode_ptr code) {
  if (CORBA::is_nil(code)) return std::nullopt;
  for (std::size_t type = 0; type != kValueTypes; ++type)
    if (code->equivalent(codes()[type].in())) return static_cast<ValueType>(type);
  return std::nullopt;
}

}  // namespace rtm
