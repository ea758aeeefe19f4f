// SPDX-License-Identifier: Apache-2.0
//
// The octets here are written by hand from the IDL of the OMG's timed types and from CORBA's rules for octets.
#include <fmt/format.h>
#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>

#include "gateways/rtm/component/cdr.h"
#include "tests/support/properties.h"

namespace rtm {
namespace {

using namespace std::chrono_literals;

using Octets = std::vector<std::uint8_t>;

Octets octets_of(std::string_view hex) {
  Octets octets;
  for (std::size_t i = 0; i < hex.size(); i += hex[i] == ' ' ? 1 : 2)
    if (hex[i] != ' ')
      octets.push_back(static_cast<std::uint8_t>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return octets;
}

std::string hex_of(const Octets& octets) {
  std::string hex;
  for (const auto octet : octets) hex += fmt::format("{:02x}", octet);
  return hex;
}

std::string plain(std::string_view hex) {
  return hex_of(octets_of(hex));
}

std::string written(const Value& value, std::endian order) {
  Octets octets;
  write_cdr(value, order, octets);
  return hex_of(octets);
}

Refusal refusal_of(ValueType type, std::string_view hex, std::endian order = std::endian::little) {
  const Octets octets = octets_of(hex);
  Value value(type);
  const Refusal refusal = read_cdr(octets, order, value);
  CHECK(value.type() == type);
  return refusal;
}

struct Sample {
  Value::Content content;
  std::string_view little, big;  ///< behind the time
};

// Every time is 1 s, 500 ns: 8 octets, so what follows is aligned as if it stood alone.
constexpr std::string_view kLittleTime = "01000000 f4010000", kBigTime = "00000001 000001f4";

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all{
      {2.5F, "00002040", "40200000"},
      {2.5, "0000000000000440", "4004000000000000"},
      {std::int32_t{-2}, "feffffff", "fffffffe"},
      {true, "01", "01"},
      {std::string("ab"), "03000000 616200", "00000003 616200"},
      {std::string(), "01000000 00", "00000001 00"},
      {Value::Floats{1, 2}, "02000000 0000803f 00000040", "00000002 3f800000 40000000"},
      {Value::Doubles{2.5}, "01000000 00000000 0000000000000440", "00000001 00000000 4004000000000000"},
      {Value::Doubles{}, "00000000", "00000000"},
      {std::int16_t{-2}, "feff", "fffe"},
      {std::uint16_t{65534}, "feff", "fffe"},
      {std::uint32_t{4294967294}, "feffffff", "fffffffe"},
      {std::uint8_t{200}, "c8", "c8"},
      {'A', "41", "41"},
      {StateCode{258}, "0201", "0102"},
      {Value::Shorts{1, -2, 3}, "03000000 0100 feff 0300", "00000003 0001 fffe 0003"},
      {Value::Longs{1, -2}, "02000000 01000000 feffffff", "00000002 00000001 fffffffe"},
      {Value::UShorts{1, 65535}, "02000000 0100 ffff", "00000002 0001 ffff"},
      {Value::ULongs{4294967295}, "01000000 ffffffff", "00000001 ffffffff"},
      {Value::Octets{0, 255, 7}, "03000000 00ff07", "00000003 00ff07"},
      {Value::Chars{'h', '\0', '\xfc'}, "03000000 6800fc", "00000003 6800fc"},
      {Value::Booleans{true, false, true}, "03000000 010001", "00000003 010001"},
      // The second string begins at a multiple of 4 again.
      {Value::Strings{"a", "", "xyz"}, "03000000 02000000 6100 0000 01000000 00 000000 04000000 78797a00",
       "00000003 00000002 6100 0000 00000001 00 000000 00000004 78797a00"},
      {Pose3D{{1, 2, 3, 0.5, 0, -1}},
       "000000000000f03f 0000000000000040 0000000000000840 000000000000e03f 0000000000000000 000000000000f0bf",
       "3ff0000000000000 4000000000000000 4008000000000000 3fe0000000000000 0000000000000000 bff0000000000000"},
      {AngularVelocity3D{{1, 0, 2}}, "000000000000f03f 0000000000000000 0000000000000040",
       "3ff0000000000000 0000000000000000 4000000000000000"},
      {Acceleration3D{{0, 1, 2}}, "0000000000000000 000000000000f03f 0000000000000040",
       "0000000000000000 3ff0000000000000 4000000000000000"},
  };
  return all;
}

TEST_CASE("each value type is written to and read from the expected octets in both byte orders") {
  std::set<std::size_t> types;
  for (const Sample& sample : samples()) {
    const Value value(sample.content, 1s + 500ns);
    INFO(to_string(value.type()));
    types.insert(sample.content.index());
    const std::string little = plain(kLittleTime) + plain(sample.little), big = plain(kBigTime) + plain(sample.big);
    CHECK(written(value, std::endian::little) == little);
    CHECK(written(value, std::endian::big) == big);
    Value again(value.type());
    CHECK(read_cdr(octets_of(little), std::endian::little, again) == Refusal::none);
    CHECK(again == value);
    CHECK(again.time() == 1s + 500ns);
    again = Value(value.type());
    CHECK(read_cdr(octets_of(big), std::endian::big, again) == Refusal::none);
    CHECK(again == value);
  }
  CHECK(types.size() == kValueTypes);
}

TEST_CASE("octets that are cut off or followed by others are refused") {
  for (const Sample& sample : samples()) {
    const ValueType type = Value(sample.content).type();
    INFO(to_string(type));
    for (const std::endian order : {std::endian::little, std::endian::big}) {
      Octets octets;
      write_cdr(Value(sample.content, 1s), order, octets);
      Value value(type);
      for (std::size_t length = 0; length < octets.size(); ++length)
        CHECK(read_cdr(std::span(octets).first(length), order, value) == Refusal::malformed);
      octets.push_back(0);
      CHECK(read_cdr(octets, order, value) == Refusal::malformed);
    }
  }
}

TEST_CASE("lengths beyond the end of the octets are refused") {
  const std::string time = "00000000 00000000";
  for (const ValueType type : {ValueType::floats, ValueType::doubles, ValueType::shorts, ValueType::longs,
                               ValueType::ushorts, ValueType::ulongs, ValueType::octets, ValueType::chars,
                               ValueType::booleans, ValueType::strings, ValueType::string}) {
    INFO(to_string(type));
    CHECK(refusal_of(type, time + "ffffffff 0000000000000000") == Refusal::malformed);
    CHECK(refusal_of(type, time + "ffffff7f 0000000000000000") == Refusal::malformed);
    CHECK(refusal_of(type, time + "7fffffff 0000000000000000", std::endian::big) == Refusal::malformed);
  }
  // As many strings as there are octets for, were each of the shortest.
  CHECK(refusal_of(ValueType::strings, time + "02000000 01000000 00") == Refusal::malformed);
}

TEST_CASE("numbers that are not finite are refused") {
  const std::string time = "00000000 00000000";
  CHECK(refusal_of(ValueType::float32, time + "0000807f") == Refusal::not_finite);
  CHECK(refusal_of(ValueType::float32, time + "0000c0ff") == Refusal::not_finite);
  CHECK(refusal_of(ValueType::float64, time + "000000000000f0ff") == Refusal::not_finite);
  CHECK(refusal_of(ValueType::float64, time + "7ff8000000000000", std::endian::big) == Refusal::not_finite);
  CHECK(refusal_of(ValueType::floats, time + "02000000 0000803f 0000c07f") == Refusal::not_finite);
  CHECK(refusal_of(ValueType::doubles, time + "01000000 00000000 000000000000f07f") == Refusal::not_finite);
  CHECK(refusal_of(ValueType::acceleration3d, time + "0000000000000000 0000000000000000 000000000000f87f") ==
        Refusal::not_finite);
}

TEST_CASE("strings without a closing 0, with another 0 or not in UTF-8, and booleans other than 0 and 1 are refused") {
  const std::string time = "00000000 00000000";
  CHECK(refusal_of(ValueType::string, time + "03000000 c3bc00") == Refusal::none);
  CHECK(refusal_of(ValueType::string, time + "00000000") == Refusal::malformed);
  CHECK(refusal_of(ValueType::string, time + "02000000 6162") == Refusal::malformed);
  CHECK(refusal_of(ValueType::string, time + "03000000 610000") == Refusal::malformed);
  CHECK(refusal_of(ValueType::string, time + "03000000 fffe00") == Refusal::malformed);
  CHECK(refusal_of(ValueType::boolean, time + "02") == Refusal::malformed);
  CHECK(refusal_of(ValueType::booleans, time + "02000000 01ff") == Refusal::malformed);
}

TEST_CASE("values of the maximum length are read, and longer ones are refused") {
  const auto refused = [](const Value& value) {
    Octets octets;
    write_cdr(value, std::endian::native, octets);
    Value again(value.type());
    return read_cdr(octets, std::endian::native, again);
  };
  CHECK(refused(Value(Value::Doubles(Value::kMaxElements))) == Refusal::none);
  CHECK(refused(Value(Value::Doubles(Value::kMaxElements + 1))) == Refusal::size);
  CHECK(refused(Value(Value::Octets(Value::kMaxElements + 1))) == Refusal::size);
  CHECK(refused(Value(std::string(Value::kMaxBytes, 'x'))) == Refusal::none);
  CHECK(refused(Value(std::string(Value::kMaxBytes + 1, 'x'))) == Refusal::size);
  const std::string long_text(Value::kMaxBytes, 'x');
  CHECK(refused(Value(Value::Strings(Value::kMaxTotalBytes / Value::kMaxBytes, long_text))) == Refusal::none);
  CHECK(refused(Value(Value::Strings(Value::kMaxTotalBytes / Value::kMaxBytes + 1, long_text))) == Refusal::size);
}

TEST_CASE("times are unsigned seconds and nanoseconds, and are clamped when written") {
  CHECK(written(Value(true, -5s), std::endian::big) == plain("00000000 00000000 01"));
  CHECK(written(Value(true, 4294967295s + 999999999ns), std::endian::big) == plain("ffffffff 3b9ac9ff 01"));
  CHECK(written(Value(true, Value::Time::max()), std::endian::big) == plain("ffffffff 3b9ac9ff 01"));
  Value value(ValueType::boolean);
  CHECK(read_cdr(octets_of("ffffffff ffffffff 01"), std::endian::big, value) == Refusal::none);
  CHECK(value.time() == 4294967295s + 4294967295ns);
}

TEST_CASE("values survive a round trip in either byte order, and so do values read from random octets") {
  hold([](const Octets& octets, std::vector<double> numbers, bool is_little, std::int64_t time) {
    const auto order = is_little ? std::endian::little : std::endian::big;
    std::erase_if(numbers, [](double number) { return !std::isfinite(number); });
    const Value value(numbers, std::chrono::nanoseconds(std::abs(time / 4)));
    Octets written_octets;
    write_cdr(value, order, written_octets);
    Value again(ValueType::doubles);
    RC_ASSERT(read_cdr(written_octets, order, again) == Refusal::none);
    RC_ASSERT(again == value);
    RC_ASSERT(again.time() == value.time());
    // Octets that are accepted are written again with the same length; padding may differ.
    for (std::size_t type = 0; type < kValueTypes; ++type) {
      Value any{static_cast<ValueType>(type)};
      if (read_cdr(octets, order, any) != Refusal::none) continue;
      Octets back;
      write_cdr(any, order, back);
      RC_ASSERT(back.size() == octets.size());
      Value twice{any.type()};
      RC_ASSERT(read_cdr(back, order, twice) == Refusal::none);
      RC_ASSERT(twice == any);
    }
  });
}

TEST_CASE("each value type has a repository id, and is found by the last name in it") {
  CHECK(repository_id(ValueType::float32) == "IDL:RTC/TimedFloat:1.0");
  CHECK(repository_id(ValueType::doubles) == "IDL:RTC/TimedDoubleSeq:1.0");
  CHECK(repository_id(ValueType::pose3d) == "IDL:RTC/TimedPose3D:1.0");
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < kValueTypes; ++i) {
    const auto type = static_cast<ValueType>(i);
    ids.insert(repository_id(type));
    CHECK(value_type_of(repository_id(type)) == type);
  }
  CHECK(ids.size() == kValueTypes);
  CHECK(value_type_of("TimedULongSeq") == ValueType::ulongs);
  CHECK(value_type_of("RTC::TimedState") == ValueType::state);
  CHECK(value_type_of("RTC/TimedOctet") == ValueType::octet);
  CHECK_FALSE(value_type_of(""));
  CHECK_FALSE(value_type_of("IDL:"));
  CHECK_FALSE(value_type_of("IDL:RTC/TimedWString:1.0"));
  CHECK_FALSE(value_type_of("IDL:RTC/timedfloat:1.0"));
}

}  // namespace
}  // namespace rtm
