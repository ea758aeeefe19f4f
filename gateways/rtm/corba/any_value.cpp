// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/any_value.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "gateways/rtm/corba/text.h"
#include "gateways/rtm/corba/type_codes.h"
#include "gateways/rtm/corba/wire_type.h"

namespace rtm {
namespace {

template <typename Number>
Refusal take(Number number, Value& into) {
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
  if (std::char_traits<char>::length(text.in()) > Value::kMostBytes) return Refusal::size;
  if (!is_utf8(text.in())) return Refusal::type;
  if (auto* const old = std::get_if<std::string>(&into.content()))
    *old = text.in();
  else
    into.content() = std::string(text.in());
  return Refusal::none;
}

template <typename Number>
Refusal read_sequence(cdrStream& from, Value& into) {
  using Numbers = std::vector<Number>;
  const CORBA::ULong length = from.unmarshalULong();
  if (length > Value::kMostElements) return Refusal::size;
  constexpr auto kAlign = sizeof(Number) == 4 ? omni::ALIGN_4 : omni::ALIGN_8;
  if (length != 0 && !from.checkInputOverrun(sizeof(Number), length, kAlign))
    throw CORBA::MARSHAL(0, CORBA::COMPLETED_NO);
  auto* numbers = std::get_if<Numbers>(&into.content());
  if (!numbers) numbers = &into.content().emplace<Numbers>();
  numbers->resize(length);
  if (length == 0) return Refusal::none;  // nothing follows, not even padding
  if constexpr (sizeof(Number) == 4)
    from.unmarshalArrayFloat(numbers->data(), static_cast<int>(length));
  else
    from.unmarshalArrayDouble(numbers->data(), static_cast<int>(length));
  for (const Number number : *numbers)
    if (!std::isfinite(number)) return Refusal::not_finite;
  return Refusal::none;
}

template <typename Numbers>
void write_sequence(cdrStream& into, const Numbers& numbers) {
  static_cast<CORBA::ULong>(numbers.size()) >>= into;
  if (numbers.empty()) return;
  if (into.marshal_byte_swap()) {
    for (const auto number : numbers) number >>= into;
    return;
  }
  constexpr std::size_t kSize = sizeof(typename Numbers::value_type);
  into.put_octet_array(reinterpret_cast<const CORBA::Octet*>(numbers.data()), static_cast<int>(kSize * numbers.size()),
                       kSize == 4 ? omni::ALIGN_4 : omni::ALIGN_8);
}

/// The plain type code, without the ORB's: that one leaves what was in its memory before between the octets.
void write_type(cdrStream& into, ValueType type) {
  const auto kind = static_cast<CORBA::ULong>(type_code(type)->kind());
  kind >>= into;
  if (kind == CORBA::tk_string) {
    CORBA::ULong(0) >>= into;  // no bound
  } else if (kind == CORBA::tk_sequence) {
    static constexpr bool kLittle = std::endian::native == std::endian::little;
    const std::array<CORBA::ULong, 3> parameters = {
        kLittle ? 1U : 0U,  // the byte order, in the first octet; zeros behind it
        static_cast<CORBA::ULong>(type == ValueType::floats ? CORBA::tk_float : CORBA::tk_double),
        0U,  // no bound
    };
    static_cast<CORBA::ULong>(sizeof parameters) >>= into;
    into.put_octet_array(reinterpret_cast<const CORBA::Octet*>(parameters.data()), sizeof parameters);
  }
}

struct Writer {
  cdrStream& into;
  void operator()(float number) const { number >>= into; }
  void operator()(double number) const { number >>= into; }
  void operator()(std::int32_t number) const { static_cast<CORBA::Long>(number) >>= into; }
  void operator()(bool value) const { into.marshalBoolean(value); }
  void operator()(const std::string& text) const { into.marshalString(text.c_str(), 0); }
  void operator()(const Value::Floats& numbers) const { write_sequence(into, numbers); }
  void operator()(const Value::Doubles& numbers) const { write_sequence(into, numbers); }
};

}  // namespace

Refusal read_value(cdrStream& from, Value& into) {
  const WireType type = read_type(from);
  if (!type.is_readable) return Refusal::type;
  if (type.is_sequence) {
    if (type.kind == CORBA::tk_float) return read_sequence<float>(from, into);
    if (type.kind == CORBA::tk_double) return read_sequence<double>(from, into);
    return Refusal::type;
  }
  switch (type.kind) {
    case CORBA::tk_short:
      return take(from.unmarshalShort(), into);
    case CORBA::tk_long:
      return take(from.unmarshalLong(), into);
    case CORBA::tk_ushort:
      return take(from.unmarshalUShort(), into);
    case CORBA::tk_ulong:
      return take(from.unmarshalULong(), into);
    case CORBA::tk_longlong:
      return take(from.unmarshalLongLong(), into);
    case CORBA::tk_ulonglong:
      return take(from.unmarshalULongLong(), into);
    case CORBA::tk_octet:
      return take(static_cast<int>(from.unmarshalOctet()), into);
    case CORBA::tk_float:
      return take(from.unmarshalFloat(), into);
    case CORBA::tk_double:
      return take(from.unmarshalDouble(), into);
    case CORBA::tk_boolean:
      into.content() = static_cast<bool>(from.unmarshalBoolean());
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
