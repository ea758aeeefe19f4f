// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/type_codes.h"

#include <array>
#include <cstddef>

namespace rtm {
namespace {

constexpr std::size_t kTypes = static_cast<std::size_t>(ValueType::doubles) + 1;

/// Made when the first is asked for: the ORB's own have to be there before.
const std::array<CORBA::TypeCode_var, kTypes>& codes() {
  static const std::array<CORBA::TypeCode_var, kTypes> all = {
      CORBA::TypeCode::_duplicate(CORBA::_tc_float),         CORBA::TypeCode::_duplicate(CORBA::_tc_double),
      CORBA::TypeCode::_duplicate(CORBA::_tc_long),          CORBA::TypeCode::_duplicate(CORBA::_tc_boolean),
      CORBA::TypeCode::_duplicate(CORBA::_tc_string),        CORBA::TypeCode::NP_sequence_tc(0, CORBA::_tc_float),
      CORBA::TypeCode::NP_sequence_tc(0, CORBA::_tc_double),
  };
  return all;
}

}  // namespace

CORBA::TypeCode_ptr type_code(ValueType type) {
  return codes()[static_cast<std::size_t>(type)].in();
}

std::optional<ValueType> value_type(CORBA::TypeCode_ptr code) {
  if (CORBA::is_nil(code)) return std::nullopt;
  for (std::size_t type = 0; type != kTypes; ++type)
    if (code->equivalent(codes()[type].in())) return static_cast<ValueType>(type);
  return std::nullopt;
}

}  // namespace rtm
