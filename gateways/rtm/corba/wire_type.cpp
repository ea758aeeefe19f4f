// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/wire_type.h"

#include <array>
#include <span>
#include <string_view>

#include "gateways/rtm/corba/encapsulation.h"
#include "gateways/rtm/corba/type_codes.h"

namespace rtm {
namespace {

bool has_no_parameters(std::uint32_t kind) {
  return kind <= CORBA::tk_Principal || (kind >= CORBA::tk_longlong && kind <= CORBA::tk_wchar);
}

/// Reads the parameters of aliases and sequences.
class Reader {
 public:
  /// `octets` are the parameters of a type of this kind.
  WireType parameters(std::uint32_t kind, std::span<const CORBA::Octet> octets) {
    Encapsulation in(octets);
    if (kind == CORBA::tk_alias) {
      in.skip(in.number());  // repository id
      in.skip(in.number());  // name
      return type(in);
    }
    if (kind == CORBA::tk_sequence) {
      WireType element = type(in);
      in.number();  // the bound, which is ignored: elements are counted anyway
      if (in.ended() || element.is_sequence) element.is_readable = false;
      element.is_sequence = true;
      return element;
    }
    return WireType{static_cast<CORBA::TCKind>(kind), false, false};
  }

 private:
  WireType type(Encapsulation& in) {
    const std::uint32_t kind = in.number();
    if (in.ended()) return {};
    if (has_no_parameters(kind)) return {static_cast<CORBA::TCKind>(kind), false, true};
    if (kind == CORBA::tk_string) {
      in.number();
      return {CORBA::tk_string, false, !in.ended()};
    }
    if ((kind != CORBA::tk_alias && kind != CORBA::tk_sequence) || ++depth_ > kMaxAliases)
      return {static_cast<CORBA::TCKind>(kind), false, false};
    const auto inner = in.inner();
    return in.ended() ? WireType{} : parameters(kind, inner);
  }

  int depth_ = 0;
};

void skip(cdrStream& from, CORBA::ULong count) {
  if (!from.checkInputOverrun(1, count)) throw CORBA::MARSHAL(0, CORBA::COMPLETED_NO);
  from.skipInput(count);
}

}  // namespace

WireType read_type(cdrStream& from) {
  const CORBA::ULong kind = from.unmarshalULong();
  if (has_no_parameters(kind)) return {static_cast<CORBA::TCKind>(kind), false, true};
  switch (kind) {
    case CORBA::tk_string:
    case CORBA::tk_wstring:
      from.unmarshalULong();
      return {static_cast<CORBA::TCKind>(kind), false, true};
    case CORBA::tk_fixed:
      from.unmarshalUShort();
      from.unmarshalShort();
      return {CORBA::tk_fixed, false, false};
    case 0xffffffff:  // an indirection to an earlier type code, and there is none
      from.unmarshalULong();
      return {};
    default:
      break;
  }
  if (kind > CORBA::tk_local_interface) throw CORBA::MARSHAL(0, CORBA::COMPLETED_NO);
  const CORBA::ULong length = from.unmarshalULong();
  if (length > kMaxTypeBytes || (kind != CORBA::tk_alias && kind != CORBA::tk_sequence)) {
    skip(from, length);
    return {static_cast<CORBA::TCKind>(kind), false, false};
  }
  if (!from.checkInputOverrun(1, length)) throw CORBA::MARSHAL(0, CORBA::COMPLETED_NO);
  std::array<CORBA::Octet, kMaxTypeBytes> octets;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  from.get_octet_array(octets.data(), static_cast<int>(length));
  return Reader().parameters(kind, std::span(octets).first(length));
}

std::optional<ValueType> WireType::value_type() const {
  return is_readable ? rtm::value_type(kind, is_sequence) : std::nullopt;
}

std::string to_string(const WireType& type) {
  if (const auto known = type.value_type()) return std::string(to_string(*known));
  std::string_view words =
      "null,void,short,long,unsigned short,unsigned long,float,double,boolean,char,octet,any,TypeCode,Principal,object,"
      "struct,union,enum,string,sequence,array,alias,exception,long long,unsigned long long,long double,wchar,wstring,"
      "fixed,valuetype,valuebox,native,abstract interface,local interface,unknown";
  // The words are in the order of the numbers of the kinds.
  for (auto kind = static_cast<std::uint32_t>(type.kind); kind != 0 && words != "unknown"; --kind)
    words.remove_prefix(words.find(',') + 1);
  const std::string word(words.substr(0, words.find(',')));
  return type.is_sequence ? "sequence<" + word + ">" : word;
}

}  // namespace rtm
