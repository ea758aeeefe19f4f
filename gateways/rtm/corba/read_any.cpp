// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <span>

#include "gateways/rtm/corba/encapsulation.h"
#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/wire_type.h"

namespace rtm {
namespace {

[[noreturn]] void refuse_type() {
  throw CORBA::MARSHAL(0, CORBA::COMPLETED_NO);
}

bool is_number_or_character(std::uint32_t kind) {
  return (kind >= CORBA::tk_short && kind <= CORBA::tk_octet) ||
         (kind >= CORBA::tk_longlong && kind <= CORBA::tk_wchar);
}

/// Whether the ORB may read a value of this kind, whose parameters are in `octets`. Elements of sequences must have a
/// size in the message: otherwise a message of a few octets would make the ORB loop over four billion elements.
bool is_plain(std::uint32_t kind, std::span<const CORBA::Octet> octets, int depth) {
  Encapsulation in(octets);
  switch (kind) {
    case CORBA::tk_objref:
    case CORBA::tk_enum:
      return true;
    case CORBA::tk_alias:
      in.skip(in.number());  // repository id
      in.skip(in.number());  // name
      break;
    case CORBA::tk_sequence:
      break;
    default:
      return false;
  }
  const std::uint32_t inner = in.number();
  if (in.ended() || depth == kMaxAliases) return false;
  if (is_number_or_character(inner)) return true;
  if (inner == CORBA::tk_string || inner == CORBA::tk_wstring) return true;
  const auto parameters = in.inner();
  return !in.ended() && is_plain(inner, parameters, depth + 1);
}

CORBA::TypeCode_ptr read_plain_type(cdrStream& from) {
  const CORBA::ULong kind = from.unmarshalULong();
  cdrMemoryStream type;
  kind >>= type;
  if (kind == CORBA::tk_string || kind == CORBA::tk_wstring) {
    from.unmarshalULong() >>= type;
  } else if (kind == CORBA::tk_objref || kind == CORBA::tk_enum || kind == CORBA::tk_alias ||
             kind == CORBA::tk_sequence) {
    const CORBA::ULong length = from.unmarshalULong();
    if (length > kMaxTypeBytes || !from.checkInputOverrun(1, length)) refuse_type();
    std::array<CORBA::Octet, kMaxTypeBytes> octets;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    from.get_octet_array(octets.data(), static_cast<int>(length));
    if (!is_plain(kind, std::span(octets).first(length), 0)) refuse_type();
    length >>= type;
    type.put_octet_array(octets.data(), static_cast<int>(length));
  } else if (kind > CORBA::tk_void && !is_number_or_character(kind)) {
    refuse_type();
  }
  return CORBA::TypeCode::unmarshalTypeCode(type);
}

}  // namespace

void read_any(cdrStream& from, CORBA::Any& into) {
  const CORBA::TypeCode_var type = read_plain_type(from);
  into.replace(type.in(), nullptr);
  if (type->kind() != CORBA::tk_null && type->kind() != CORBA::tk_void) into.NP_unmarshalDataOnly(from);
}

}  // namespace rtm

/// The linker makes the stubs call this instead of CORBA::Any::operator<<=(cdrStream&) (--wrap in idl/CMakeLists.txt),
/// which determines the function's name: a prefix and the mangled name of that operator.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" void __wrap__ZN5CORBA3AnylSER9cdrStream(CORBA::Any* into, cdrStream& from);
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" void __wrap__ZN5CORBA3AnylSER9cdrStream(CORBA::Any* into, cdrStream& from) {
  rtm::read_any(from, *into);
}
