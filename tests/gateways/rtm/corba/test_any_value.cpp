// SPDX-License-Identifier: Apache-2.0
#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "gateways/rtm/corba/any_value.h"
#include "gateways/rtm/corba/orb.h"
#include "gateways/rtm/corba/type_codes.h"
#include "gateways/rtm/corba/wire_type.h"
#include "tests/support/properties.h"

using namespace rtm;

namespace {

std::string octets_of(cdrMemoryStream& stream) {
  return {static_cast<const char*>(stream.bufPtr()), stream.bufSize()};
}

std::string hex(std::string_view octets) {
  std::string text;
  for (const char one : octets) text += fmt::format("{:02x}", static_cast<unsigned char>(one));
  return text;
}

std::string from_hex(std::string_view text) {
  std::string octets;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    octets += static_cast<char>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16));
  return octets;
}

/// Reads octets as if they came from another machine.
Refusal read(const std::string& octets, Value& into, bool little = true) {
  std::vector<double> aligned(octets.size() / 8 + 1);
  std::memcpy(aligned.data(), octets.data(), octets.size());
  cdrMemoryStream stream(aligned.data(), octets.size());
  stream.setByteSwapFlag(little);
  return read_value(stream, into);
}

/// Texts need the ORB's tables of letters.
struct SilentOrb {
  spark::Log log;
  Orb orb{OrbSettings{.listens = false}, log};
};

/// An `any` as omniORB makes it of what the test puts in.
template <typename What>
Refusal give(What what, Value& into) {
  CORBA::Any any;
  any <<= what;
  return from_any(any, into);
}

}  // namespace

TEST_CASE("values of type any are written as the expected octets") {
  const SilentOrb silent;
  const auto octets = [](Value::Content content) {
    cdrMemoryStream stream(0, true);
    write_value(stream, Value(std::move(content)));
    return hex(octets_of(stream));
  };
  // On a little-endian machine: type code, then value, aligned to its size from the beginning.
  CHECK(octets(2.5F) == "0600000000002040");
  CHECK(octets(2.5) == "07000000000000000000000000000440");
  CHECK(octets(std::int32_t{-2}) == "03000000feffffff");
  CHECK(octets(true) == "0800000001");
  CHECK(octets(std::string("ab")) == "120000000000000003000000616200");
  // tk_sequence, 12 octets of parameters: byte order, type of elements, no bound.
  CHECK(octets(Value::Floats{1, 2}) == "130000000c000000010000000600000000000000020000000000803f00000040");
  CHECK(octets(Value::Doubles{1}) == "130000000c00000001000000070000000000000001000000000000000000f03f");
  CHECK(octets(Value::Floats{}) == "130000000c00000001000000060000000000000000000000");
}

TEST_CASE("values in the other byte order are read alike") {
  Value value;
  CHECK(read(from_hex("0000000640200000"), value, false) == Refusal::none);
  CHECK(value == Value(2.5F));
  CHECK(read(from_hex("00000007000000004004000000000000"), value, false) == Refusal::none);
  CHECK(value == Value(2.5));
  CHECK(read(from_hex("000000130000000c000000000000000600000000000000023f80000040000000"), value, false) ==
        Refusal::none);
  CHECK(value == Value(Value::Floats{1, 2}));
  // The type's parameters have a byte order of their own.
  CHECK(read(from_hex("000000130000000c010000000600000000000000000000023f80000040000000"), value, false) ==
        Refusal::none);
  CHECK(value == Value(Value::Floats{1, 2}));
}

TEST_CASE("values survive a round trip through the ORB's own Any") {
  const SilentOrb silent;
  hold([](float one, double two, std::int32_t three, bool four, std::vector<float> five, std::vector<double> six) {
    std::erase_if(five, [](float number) { return !std::isfinite(number); });
    std::erase_if(six, [](double number) { return !std::isfinite(number); });
    std::vector<Value> values{Value(three), Value(four), Value(five), Value(six), Value(std::string("Grüße"))};
    if (std::isfinite(one)) values.emplace_back(one);
    if (std::isfinite(two)) values.emplace_back(two);
    for (const Value& value : values) {
      const CORBA::Any any = to_any(value);
      RC_ASSERT(CORBA::TypeCode_var(any.type())->equal(type_code(value.type())));
      Value again;
      RC_ASSERT(from_any(any, again) == Refusal::none);
      RC_ASSERT(again == value);
    }
  });
}

TEST_CASE("integers of all lengths are converted to values") {
  Value value;
  CHECK(give(CORBA::Short(-7), value) == Refusal::none);
  CHECK(value == Value(std::int32_t{-7}));
  CHECK(give(CORBA::UShort(65535), value) == Refusal::none);
  CHECK(value == Value(std::int32_t{65535}));
  CHECK(give(CORBA::ULong(4'000'000'000U), value) == Refusal::none);
  CHECK(value == Value(4e9));
  CHECK(give(CORBA::LongLong(-5), value) == Refusal::none);
  CHECK(value == Value(std::int32_t{-5}));
  CHECK(give(CORBA::LongLong(-5'000'000'000), value) == Refusal::none);
  CHECK(value == Value(-5e9));
  CHECK(give(CORBA::ULongLong(1) << 63, value) == Refusal::none);
  CHECK(value == Value(std::ldexp(1.0, 63)));
  CHECK(give(CORBA::Any::from_octet(200), value) == Refusal::none);
  CHECK(value == Value(std::int32_t{200}));
}

TEST_CASE("characters, states, sequences and structures survive a round trip through Any") {
  const SilentOrb silent;
  Value value;
  CHECK(give(CORBA::Any::from_char('x'), value) == Refusal::none);
  CHECK(value == Value('x'));
  const std::vector<Value> values{Value(std::int16_t{-7}),
                                  Value(std::uint16_t{65535}),
                                  Value(std::uint32_t{4'000'000'000}),
                                  Value(std::uint8_t{200}),
                                  Value('\xfc'),
                                  Value(StateCode{-3}),
                                  Value(Value::Shorts{1, -2}),
                                  Value(Value::Longs{1, -2}),
                                  Value(Value::UShorts{1, 65535}),
                                  Value(Value::ULongs{1, 4'000'000'000}),
                                  Value(Value::Octets{0, 255}),
                                  Value(Value::Chars{'a', '\0', '\xfc'}),
                                  Value(Value::Booleans{true, false}),
                                  Value(Value::Strings{"Grüße", "", "x"}),
                                  Value(Pose3D{{1, 2, 3, 4, 5, 6}}),
                                  Value(AngularVelocity3D{{1, 2, 3}}),
                                  Value(Acceleration3D{{4, 5, 6}})};
  for (const Value& one : values) {
    INFO(to_string(one.type()));
    const CORBA::Any any = to_any(one);
    CHECK(CORBA::TypeCode_var(any.type())->equal(type_code(one.type())));
    Value again, taken(one.type());
    CHECK(from_any(any, again) == Refusal::none);
    CHECK(assign(again, taken) == Refusal::none);
    CHECK(taken == one);
    const auto type = value_type(CORBA::TypeCode_var(any.type()).in());
    REQUIRE(type);
    CHECK(fits(*type, one.type()));
  }
  // By the ORB's own hand: three shorts.
  CHECK(read(from_hex("130000000c00000001000000020000000000000003000000"
                      "0100feff0300"),
             value) == Refusal::none);
  CHECK(value == Value(Value::Shorts{1, -2, 3}));
  // A sequence of strings: the parameters of its type have a bound for each of both.
  CHECK(read(from_hex("1300000010000000010000001200000000000000000000000100000002000000"
                      "6100"),
             value) == Refusal::none);
  CHECK(value == Value(Value::Strings{"a"}));
  CHECK_THROWS_AS(read(from_hex("13000000100000000100000012000000000000000000000000ff000002000000"
                                "6100"),
                       value),
                  CORBA::MARSHAL);
}

TEST_CASE("Anys that are not values, not finite or too long are refused") {
  const SilentOrb silent;
  Value value;
  CHECK(give(std::numeric_limits<float>::infinity(), value) == Refusal::not_finite);
  CHECK(give(std::numeric_limits<double>::quiet_NaN(), value) == Refusal::not_finite);
  CHECK(give(CORBA::Any::from_wchar(L'x'), value) == Refusal::type);
  CORBA::Any inner;
  inner <<= CORBA::Float(1);
  CHECK(give(inner, value) == Refusal::type);
  CHECK(give(CORBA::_tc_float, value) == Refusal::type);
  CHECK(from_any(CORBA::Any(), value) == Refusal::type);
  CHECK(from_any(to_any(Value(std::string(Value::kMaxBytes, 'x'))), value) == Refusal::none);
  CHECK(from_any(to_any(Value(std::string(Value::kMaxBytes + 1, 'x'))), value) == Refusal::size);
  CHECK(from_any(to_any(Value(Value::Floats(Value::kMaxElements))), value) == Refusal::none);
  CHECK(value == Value(Value::Floats(Value::kMaxElements)));
  CHECK(from_any(to_any(Value(Value::Floats(Value::kMaxElements + 1))), value) == Refusal::size);
  CHECK(from_any(to_any(Value(Value::Doubles{1, -std::numeric_limits<double>::infinity()})), value) ==
        Refusal::not_finite);
  CHECK(from_any(to_any(Value(std::string("\xff\xfe"))), value) == Refusal::type);
}

TEST_CASE("aliases of types are resolved up to a maximum depth") {
  CORBA::TypeCode_var type = CORBA::TypeCode::_duplicate(CORBA::_tc_float);
  for (int depth = 0; depth != kMaxAliases + 1; ++depth) {
    cdrMemoryStream octets;
    CORBA::TypeCode::marshalTypeCode(type.in(), octets);
    const WireType read = read_type(octets);
    INFO(depth);
    CHECK(read.value_type() == (depth <= kMaxAliases ? std::optional(ValueType::float32) : std::nullopt));
    type = CORBA::TypeCode::NP_alias_tc("IDL:Degrees:1.0", "Degrees", type.in());
  }
  cdrMemoryStream octets;
  const CORBA::TypeCode_var alias = CORBA::TypeCode::NP_alias_tc("IDL:Degrees:1.0", "Degrees", CORBA::_tc_float);
  const CORBA::TypeCode_var sequence = CORBA::TypeCode::NP_sequence_tc(0, alias.in());
  const CORBA::TypeCode_var named = CORBA::TypeCode::NP_alias_tc("IDL:Row:1.0", "Row", sequence.in());
  CORBA::TypeCode::marshalTypeCode(named.in(), octets);
  CHECK(read_type(octets).value_type() == ValueType::floats);
}

TEST_CASE("a deeply nested type is refused") {
  const int depths = GENERATE(50, 2000);  // in what is read of a type, and beyond
  // Each alias holds the next.
  std::string type = from_hex("06000000");
  for (int depth = 0; depth != depths; ++depth) {
    std::string around = from_hex("15000000");
    const std::string parameters = from_hex("010000000100000000000000") + from_hex("0100000000000000") + type;
    const auto length = static_cast<std::uint32_t>(parameters.size());
    around.append(reinterpret_cast<const char*>(&length), sizeof length);
    type = around + parameters;
  }
  Value value;
  CHECK(read(type, value) == Refusal::type);
}

TEST_CASE("types that ports do not support have readable names") {
  const auto name = [](CORBA::TypeCode_ptr type) {
    cdrMemoryStream octets;
    CORBA::TypeCode::marshalTypeCode(type, octets);
    return to_string(read_type(octets));
  };
  CHECK(name(CORBA::_tc_float) == "float");
  CHECK(name(CORBA::_tc_ulonglong) == "unsigned long long");
  CHECK(name(CORBA::_tc_any) == "any");
  CHECK(name(CORBA::_tc_null) == "null");
  CHECK(name(CORBA::TypeCode_var(CORBA::TypeCode::NP_sequence_tc(0, CORBA::_tc_longlong)).in()) ==
        "sequence<long long>");
  CHECK(name(CORBA::TypeCode_var(CORBA::TypeCode::NP_sequence_tc(0, CORBA::_tc_double)).in()) == "doubles");
}

TEST_CASE("random octets raise nothing but MARSHAL, and so do all truncated values") {
  const SilentOrb silent;
  hold([](std::vector<unsigned char> octets, bool little) {
    Value value;
    try {
      read(std::string(octets.begin(), octets.end()), value, little);
    } catch (const CORBA::MARSHAL&) {
    } catch (const CORBA::SystemException& other) {
      RC_FAIL(other._name());
    }
  });
  // Every beginning of a good one.
  const std::string whole = from_hex("130000000c000000010000000600000000000000020000000000803f00000040");
  for (std::size_t size = 0; size != whole.size(); ++size) {
    Value value;
    CHECK_THROWS_AS(read(whole.substr(0, size), value), CORBA::MARSHAL);
  }
}
