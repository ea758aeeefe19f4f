// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/wire_type.h"

#include <array>
#include <span>
#include <string_view>

namespace rtm {
namespace {

/// Octets of an encapsulation, from its byte order on. Reading past the end yields zeros and is remembered.
class Encapsulation {
 public:
  explicit Encapsulation(std::span<const CORBA::Octet> octets) : octets_(octets) {
    if (octets_.empty())
      ended_ = true;
    else
      little_ = octets_[at_++] != 0;
  }

  bool ended() const { return ended_; }

  std::uint32_t number() {
    at_ = (at_ + 3) / 4 * 4;
    if (at_ > octets_.size() || octets_.size() - at_ < 4) {
      ended_ = true;
      return 0;
    }
    std::uint32_t result = 0;
    for (std::size_t i = 0; i != 4; ++i)
      result |= static_cast<std::uint32_t>(octets_[at_ + i]) << (little_ ? 8 * i : 8 * (3 - i));
    at_ += 4;
    return result;
  }

  void skip(std::uint32_t count) {
    if (count > octets_.size() - at_)
      ended_ = true;
    else
      at_ += count;
  }

  /// What is encapsulated in here, from its length on; empty if there is less.
  std::span<const CORBA::Octet> inner() {
    const std::uint32_t length = number();
    if (ended_ || length > octets_.size() - at_) {
      ended_ = true;
      return {};
    }
    const auto result = octets_.subspan(at_, length);
    at_ += length;
    return result;
  }

 private:
  std::span<const CORBA::Octet> octets_;
  std::size_t at_ = 0;
  bool little_ = false, ended_ = false;
};

bool has_no_parameters(std::uint32_t kind) {
  return kind <= CORBA::tk_Principal || (kind >= CORBA::tk_longlong && kind <= CORBA::tk_wchar);
}

/// What stands in the parameters of aliases and sequences.
class Reader {
 public:
  /// `octets`: the parameters of a type of this kind.
  WireType parameters(std::uint32_t kind, std::span<const CORBA::Octet> octets) {
    Encapsulation in(octets);
    if (kind == CORBA::tk_alias) {
      in.skip(in.number());  // repository id
      in.skip(in.number());  // name
      return type(in);
    }
    if (kind == CORBA::tk_sequence) {
      WireType element = type(in);
      in.number();  // the bound: what comes is counted anyway
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
    if ((kind != CORBA::tk_alias && kind != CORBA::tk_sequence) || ++depth_ > kMostAliases)
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
    case 0xffffffff:  // points to another one, and there is none
      from.unmarshalULong();
      return {};
    default:
      break;
  }
  if (kind > CORBA::tk_local_interface) throw CORBA::MARSHAL(0, CORBA::COMPLETED_NO);
  const CORBA::ULong length = from.unmarshalULong();
  if (length > kMostTypeBytes || (kind != CORBA::tk_alias && kind != CORBA::tk_sequence)) {
    skip(from, length);
    return {static_cast<CORBA::TCKind>(kind), false, false};
  }
  if (!from.checkInputOverrun(1, length)) throw CORBA::MARSHAL(0, CORBA::COMPLETED_NO);
  std::array<CORBA::Octet, kMostTypeBytes> octets;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  from.get_octet_array(octets.data(), static_cast<int>(length));
  return Reader().parameters(kind, std::span(octets).first(length));
}

std::optional<ValueType> WireType::value_type() const {
  if (!is_readable) return std::nullopt;
  switch (kind) {
    case CORBA::tk_float:
      return is_sequence ? ValueType::floats : ValueType::float32;
    case CORBA::tk_double:
      return is_sequence ? ValueType::doubles : ValueType::float64;
    case CORBA::tk_long:
      return is_sequence ? std::nullopt : std::optional(ValueType::int32);
    case CORBA::tk_boolean:
      return is_sequence ? std::nullopt : std::optional(ValueType::boolean);
    case CORBA::tk_string:
      return is_sequence ? std::nullopt : std::optional(ValueType::string);
    default:
      return std::nullopt;
  }
}

std::string to_string(const WireType& type) {
  if (const auto known = type.value_type()) return std::string(to_string(*known));
  std::string_view words =
      "null,void,short,long,unsigned short,unsigned long,float,double,boolean,char,octet,any,TypeCode,Principal,object,"
      "struct,union,enum,string,sequence,array,alias,exception,long long,unsigned long long,long double,wchar,wstring,"
      "fixed,valuetype,valuebox,native,abstract interface,local interface,unknown";
  // In the order of their numbers.
  for (auto kind = static_cast<std::uint32_t>(type.kind); kind != 0 && words != "unknown"; --kind)
    words.remove_prefix(words.find(',') + 1);
  const std::string word(words.substr(0, words.find(',')));
  return type.is_sequence ? "sequence<" + word + ">" : word;
}

}  // namespace rtm
