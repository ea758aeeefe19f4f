// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/any_value.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "gateways/rtm/corba/type_codes.h"
#include "gateways/rtm/corba/wire_type.h"
#include "spark/core/utf8.h"

namespace rtm {
namespace {

template <typename Number>
Refusal take_number(Number number, Value& into) {
  if constexpr (std::is_floating_point_v<Number>) {
    into.content() = number;
    return std::isfinite(number) ? Refusal::none : Refusal::not_finite;
  } else {
    if (std::in_range<std::int32_t>(number))
      into.content() = static_cast<std::int32_t>(number);
    else
      into.content() = static_cast<double>(number);
    return Refusal::none;
  }
}

Refusal read_string(cdrStream& from, Value& into) {
  const CORBA::String_var text = from.unmarshalString();
  if (std::char_traits<char>::length(text.in()) > Value::kMaxBytes) return Refusal::size;
  if (!spark::is_utf8(text.in())) return Refusal::type;
  if (auto* const old = std::get_if<std::string>(&into.content()))
    *old = text.in();
  else
    into.content() = std::string(text.in());
  return Refusal::none;
}

template <typename Number>
constexpr omni::alignment_t kAlignment = sizeof(Number) == 8   ? omni::ALIGN_8
                                         : sizeof(Number) == 4 ? omni::ALIGN_4
                                         : sizeof(Number) == 2 ? omni::ALIGN_2
                                                               : omni::ALIGN_1;

/// The minimum number of octets of an element; a string needs a length and the closing 0.
template <typename Element>
constexpr std::size_t kMinOctets = std::is_same_v<Element, std::string> ? 5
                                   : std::is_same_v<Element, bool>      ? 1
                                                                        : sizeof(Element);

/// Reads as many elements as `into` has room for.
void read_elements(cdrStream& from, Value::Floats& into) {
  from.unmarshalArrayFloat(into.data(), static_cast<int>(into.size()));
}
void read_elements(cdrStream& from, Value::Doubles& into) {
  from.unmarshalArrayDouble(into.data(), static_cast<int>(into.size()));
}
void read_elements(cdrStream& from, Value::Shorts& into) {
  from.unmarshalArrayShort(into.data(), static_cast<int>(into.size()));
}
void read_elements(cdrStream& from, Value::UShorts& into) {
  from.unmarshalArrayUShort(into.data(), static_cast<int>(into.size()));
}
void read_elements(cdrStream& from, Value::Longs& into) {
  from.unmarshalArrayLong(into.data(), static_cast<int>(into.size()));
}
void read_elements(cdrStream& from, Value::ULongs& into) {
  from.unmarshalArrayULong(into.data(), static_cast<int>(into.size()));
}
void read_elements(cdrStream& from, Value::Octets& into) {
  from.get_octet_array(into.data(), static_cast<int>(into.size()));
}
void read_elements(cdrStream& from, Value::Chars& into) {
  from.get_octet_array(reinterpret_cast<CORBA::Octet*>(into.data()), static_cast<int>(into.size()));
}
void read_elements(cdrStream& from, Value::Booleans& into) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = static_cast<bool>(from.unmarshalBoolean());
}

template <typename Sequence>
Refusal read_sequence(cdrStream& from, Value& into) {
  using Element = typename Sequence::value_type;
  const CORBA::ULong length = from.unmarshalULong();
  if (length > Value::kMaxElements) return Refusal::size;
  constexpr auto kMin = kMinOctets<Element>;
  constexpr auto kAlign = std::is_same_v<Element, std::string> ? omni::ALIGN_1 : kAlignment<Element>;
  if (length != 0 && !from.checkInputOverrun(kMin, length, kAlign)) throw CORBA::MARSHAL(0, CORBA::COMPLETED_NO);
  auto* elements = std::get_if<Sequence>(&into.content());
  if (!elements) elements = &into.content().emplace<Sequence>();
  elements->resize(length);
  if (length == 0) return Refusal::none;  // nothing follows, not even padding
  if constexpr (std::is_same_v<Element, std::string>) {
    Value text(ValueType::string);
    for (std::string& element : *elements) {
      if (const Refusal refusal = read_string(from, text); refusal != Refusal::none) return refusal;
      std::swap(element, std::get<std::string>(text.content()));
    }
  } else {
    read_elements(from, *elements);
    if constexpr (std::is_floating_point_v<Element>)
      for (const Element number : *elements)
        if (!std::isfinite(number)) return Refusal::not_finite;
  }
  return Refusal::none;
}

Refusal read_any_sequence(CORBA::TCKind kind, cdrStream& from, Value& into) {
  switch (kind) {
    case CORBA::tk_float:
      return read_sequence<Value::Floats>(from, into);
    case CORBA::tk_double:
      return read_sequence<Value::Doubles>(from, into);
    case CORBA::tk_short:
      return read_sequence<Value::Shorts>(from, into);
    case CORBA::tk_long:
      return read_sequence<Value::Longs>(from, into);
    case CORBA::tk_ushort:
      return read_sequence<Value::UShorts>(from, into);
    case CORBA::tk_ulong:
      return read_sequence<Value::ULongs>(from, into);
    case CORBA::tk_octet:
      return read_sequence<Value::Octets>(from, into);
    case CORBA::tk_char:
      return read_sequence<Value::Chars>(from, into);
    case CORBA::tk_boolean:
      return read_sequence<Value::Booleans>(from, into);
    case CORBA::tk_string:
      return read_sequence<Value::Strings>(from, into);
    default:
      return Refusal::type;
  }
}

/// Writes the plain type code without the ORB, which would fill gaps between the octets with old contents of its
/// memory.
void write_type(cdrStream& into, ValueType type) {
  const CORBA::TypeCode_ptr code = type_code(type);
  const auto kind = static_cast<CORBA::ULong>(code->kind());
  kind >>= into;
  if (kind == CORBA::tk_string) {
    CORBA::ULong(0) >>= into;  // no bound
  } else if (kind == CORBA::tk_sequence) {
    static constexpr bool kLittle = std::endian::native == std::endian::little;
    const CORBA::TCKind element = element_kind(type);
    const std::array<CORBA::ULong, 4> parameters = {
        kLittle ? 1U : 0U,  // the byte order, in the first octet; zeros follow
        static_cast<CORBA::ULong>(element),
        0U,  // no bound of the sequence; or of a string in it, and then
        0U,  // that of the sequence
    };
    const auto size = static_cast<CORBA::ULong>((element == CORBA::tk_string ? 4 : 3) * sizeof(CORBA::ULong));
    size >>= into;
    into.put_octet_array(reinterpret_cast<const CORBA::Octet*>(parameters.data()), static_cast<int>(size));
  }
}

/// Writes content after its type.
struct Writer {
  cdrStream& into;
  void operator()(float number) const { number >>= into; }
  void operator()(double number) const { number >>= into; }
  void operator()(std::int32_t number) const { static_cast<CORBA::Long>(number) >>= into; }
  void operator()(std::uint32_t number) const { static_cast<CORBA::ULong>(number) >>= into; }
  void operator()(std::int16_t number) const { static_cast<CORBA::Short>(number) >>= into; }
  void operator()(std::uint16_t number) const { static_cast<CORBA::UShort>(number) >>= into; }
  void operator()(StateCode code) const { static_cast<CORBA::Short>(code) >>= into; }
  void operator()(std::uint8_t octet) const { into.marshalOctet(octet); }
  /// The octet is written unchanged, because the ORB would have to convert characters that are not ASCII.
  void operator()(char character) const { into.marshalOctet(static_cast<CORBA::Octet>(character)); }
  void operator()(bool value) const { into.marshalBoolean(value); }
  void operator()(const std::string& text) const { into.marshalString(text.c_str(), 0); }

  template <typename Numbers>
  void operator()(const Numbers& numbers) const {
    using Element = typename Numbers::value_type;
    static_cast<CORBA::ULong>(numbers.size()) >>= into;
    if (numbers.size() == 0) return;
    constexpr bool kIsArray = std::is_arithmetic_v<Element> && !std::is_same_v<Element, bool>;
    if constexpr (kIsArray) {
      if (sizeof(Element) == 1 || !into.marshal_byte_swap()) {
        into.put_octet_array(reinterpret_cast<const CORBA::Octet*>(numbers.data()),
                             static_cast<int>(sizeof(Element) * numbers.size()), kAlignment<Element>);
        return;
      }
    }
    for (const auto& element : numbers) (*this)(static_cast<const Element&>(element));
  }
};

}  // namespace

Refusal read_value(cdrStream& from, Value& into) {
  const WireType type = read_type(from);
  if (!type.is_readable) return Refusal::type;
  if (type.is_sequence) return read_any_sequence(type.kind, from, into);
  switch (type.kind) {
    case CORBA::tk_short:
      return take_number(from.unmarshalShort(), into);
    case CORBA::tk_long:
      return take_number(from.unmarshalLong(), into);
    case CORBA::tk_ushort:
      return take_number(from.unmarshalUShort(), into);
    case CORBA::tk_ulong:
      return take_number(from.unmarshalULong(), into);
    case CORBA::tk_longlong:
      return take_number(from.unmarshalLongLong(), into);
    case CORBA::tk_ulonglong:
      return take_number(from.unmarshalULongLong(), into);
    case CORBA::tk_octet:
      return take_number(static_cast<int>(from.unmarshalOctet()), into);
    case CORBA::tk_float:
      return take_number(from.unmarshalFloat(), into);
    case CORBA::tk_double:
      return take_number(from.unmarshalDouble(), into);
    case CORBA::tk_boolean:
      into.content() = static_cast<bool>(from.unmarshalBoolean());
      return Refusal::none;
    case CORBA::tk_char:
      into.content() = static_cast<char>(from.unmarshalOctet());
      return Refusal::none;
    case CORBA::tk_string:
      return read_string(from, into);
    default:
      return Refusal::type;
  }
}

void write_value(cdrStream& into, const Value& value) {
  write_type(into, value.type());
  std::visit(Writer{into}, value.content());
}

Refusal from_any(const CORBA::Any& any, Value& into) {
  cdrMemoryStream octets;
  any >>= octets;
  return read_value(octets, into);
}

CORBA::Any to_any(const Value& value) {
  cdrMemoryStream octets;
  write_value(octets, value);
  CORBA::Any result;
  result <<= octets;
  return result;
}

void throw_refusal(Refusal refusal) {
  CORBA::ULong minor = 0;
  switch (refusal) {
    case Refusal::not_finite:
      minor = 1;
      break;
    case Refusal::none:
    case Refusal::type:
    case Refusal::malformed:
      minor = 2;
      break;
    case Refusal::range:
      minor = 3;
      break;
    case Refusal::size:
      minor = 4;
      break;
  }
  throw CORBA::BAD_PARAM(minor, CORBA::COMPLETED_NO);
}

}  // namespace rtm
