// SPDX-License-Identifier: Apache-2.0
#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <set>

#include "gateways/rtm/component/value.h"
#include "tests/support/properties.h"

namespace rtm {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
const std::vector<std::string> kAllNames{"float",
                                         "double",
                                         "long",
                                         "boolean",
                                         "string",
                                         "floats",
                                         "doubles",
                                         "short",
                                         "ushort",
                                         "ulong",
                                         "octet",
                                         "char",
                                         "state",
                                         "shorts",
                                         "longs",
                                         "ushorts",
                                         "ulongs",
                                         "octets",
                                         "chars",
                                         "booleans",
                                         "strings",
                                         "pose3d",
                                         "angular_velocity3d",
                                         "acceleration3d"};

const std::vector<ValueType>& all_types() {
  static const std::vector<ValueType> all = [] {
    std::vector<ValueType> types;
    for (std::size_t i = 0; i < kValueTypes; ++i) types.push_back(static_cast<ValueType>(i));
    return types;
  }();
  return all;
}

/// The value that results from assigning `given` to `before`.
Value after(const Value& given, Value before, Refusal expected = Refusal::none) {
  CHECK(assign(given, before) == expected);
  return before;
}

std::optional<Value> read(ValueType type, const std::vector<std::string>& words) {
  return from_text(type, words);
}

TEST_CASE("types have the names that users write") {
  REQUIRE(kAllNames.size() == kValueTypes);
  for (const ValueType type : all_types()) {
    const std::string& name = kAllNames[static_cast<std::size_t>(type)];
    CHECK(to_string(type) == name);
    CHECK(value_type(name) == type);
    CHECK(Value(type).type() == type);
  }
  CHECK(value_type_names().starts_with("float, double, "));
  CHECK(value_type_names().ends_with(", angular_velocity3d and acceleration3d"));
  CHECK_FALSE(value_type("Float"));
  CHECK_FALSE(value_type(""));
}

TEST_CASE("the neutral value is 0, false or empty") {
  CHECK(Value() == Value(0.0F));
  CHECK(Value(ValueType::float64) == Value(0.0));
  CHECK(Value(ValueType::int32) == Value(0));
  CHECK(Value(ValueType::boolean) == Value(false));
  CHECK(Value(ValueType::string) == Value(std::string()));
  CHECK(Value(ValueType::floats) == Value(Value::Floats{}));
  CHECK(Value(ValueType::doubles) == Value(Value::Doubles{}));
  CHECK(Value(ValueType::character) == Value('\0'));
  CHECK(Value(ValueType::state) == Value(StateCode{0}));
  CHECK(Value(ValueType::strings) == Value(Value::Strings{}));
  CHECK(Value(ValueType::pose3d) == Value(Pose3D{}));
}

TEST_CASE("a value has a time, which is copied with it but not compared") {
  using namespace std::chrono_literals;
  Value value(2.5);
  CHECK(value.time() == 0ns);
  value.set_time(3s);
  CHECK(value == Value(2.5, 4s));
  Value into(1.0F);
  CHECK(assign(value, into) == Refusal::none);
  CHECK(into.time() == 3s);
  CHECK(assign(Value(true, 5s), into) == Refusal::type);
  CHECK(into.time() == 3s);
}

TEST_CASE("size and number give access to the numbers in a value") {
  CHECK(Value(true).number() == 1.0);
  CHECK(Value(-7).number() == -7.0);
  CHECK(Value(2.5F).size() == 1);
  CHECK(Value(2.5F).number(0) == 2.5);
  CHECK(Value(std::string("5")).number() == 0.0);
  CHECK(Value(std::string("5")).size() == 0);
  CHECK(Value(Value::Doubles{1, 2, 3}).number() == 0.0);
  CHECK(Value(Value::Doubles{1, 2, 3}).size() == 3);
  CHECK(Value(Value::Floats{1, 2.5F}).number(1) == 2.5);
  CHECK(Value(StateCode{-3}).number() == -3.0);
  CHECK(Value('x').number() == 0.0);
  CHECK(Value('x').size() == 0);
  CHECK(Value(Value::Octets{7, 255}).number(1) == 255.0);
  CHECK(Value(Value::Booleans{false, true}).number(1) == 1.0);
  CHECK(Value(Value::Chars{'x', 'y'}).size() == 0);
  CHECK(Value(Pose3D{{1, 2, 3, 4, 5, 6}}).size() == 6);
  CHECK(Value(Acceleration3D{{1, 2, 3}}).number(2) == 3.0);
}

TEST_CASE("numbers are converted if they fit") {
  CHECK(after(Value(2.5), Value(0.0F)) == Value(2.5F));
  CHECK(after(Value(0.1), Value(0.0F)) == Value(0.1F));
  CHECK(after(Value(7), Value(0.0F)) == Value(7.0F));
  CHECK(after(Value(0.1F), Value(0.0)) == Value(static_cast<double>(0.1F)));
  CHECK(after(Value(2.5), Value(0)) == Value(3));
  CHECK(after(Value(-2.5), Value(0)) == Value(-3));
  CHECK(after(Value(2.4999), Value(0)) == Value(2));
  CHECK(after(Value(2147483647.4), Value(0)) == Value(2147483647));
  CHECK(after(Value(-2147483648.4), Value(0)) == Value(std::numeric_limits<std::int32_t>::min()));
  CHECK(after(Value(1e-60), Value(1.0F)) == Value(0.0F));
  CHECK(after(Value(65534.5), Value(std::uint16_t{})) == Value(std::uint16_t{65535}));
  CHECK(after(Value(-0.4), Value(std::uint8_t{9})) == Value(std::uint8_t{0}));
  CHECK(after(Value(std::uint32_t{4'000'000'000}), Value(0.0)) == Value(4e9));
  CHECK(after(Value(7), Value(StateCode{})) == Value(StateCode{7}));
  CHECK(after(Value(StateCode{-7}), Value(std::int16_t{})) == Value(std::int16_t{-7}));
  CHECK(after(Value(-1), Value(std::uint32_t{4}), Refusal::range) == Value(std::uint32_t{4}));
  CHECK(after(Value(255.5), Value(std::uint8_t{4}), Refusal::range) == Value(std::uint8_t{4}));
  CHECK(after(Value(32768), Value(StateCode{4}), Refusal::range) == Value(StateCode{4}));
}

TEST_CASE("spatial vectors are converted to and from as many doubles") {
  const Value pose(Pose3D{{1, 2, 3, 4, 5, 6}}), numbers(Value::Doubles{1, 2, 3, 4, 5, 6});
  CHECK(after(numbers, Value(ValueType::pose3d)) == pose);
  CHECK(after(pose, Value(ValueType::doubles)) == numbers);
  const Value velocity(AngularVelocity3D{{7, 8, 9}});
  CHECK(after(numbers, velocity, Refusal::type) == velocity);
  CHECK(after(Value(Value::Doubles{1, 2, kNoNumber}), velocity, Refusal::not_finite) == velocity);
  CHECK(after(Value(AngularVelocity3D{{1, 2, kInfinite}}), velocity, Refusal::not_finite) == velocity);
  CHECK(after(velocity, Value(ValueType::acceleration3d), Refusal::type) == Value(ValueType::acceleration3d));
}

TEST_CASE("a value of strings has a limit for each string and for all together") {
  const std::string text(Value::kMaxBytes, 'x');
  const Value most(Value::Strings(Value::kMaxTotalBytes / Value::kMaxBytes, text));
  CHECK(after(most, Value(ValueType::strings)) == most);
  const Value more(Value::Strings(Value::kMaxTotalBytes / Value::kMaxBytes + 1, text));
  CHECK(after(more, Value(Value::Strings{"kept"}), Refusal::size) == Value(Value::Strings{"kept"}));
  CHECK(after(Value(Value::Strings{text + "x"}), Value(Value::Strings{"kept"}), Refusal::size) ==
        Value(Value::Strings{"kept"}));
}

TEST_CASE("a refused value leaves the target unchanged") {
  CHECK(after(Value(1e39), Value(1.0F), Refusal::range) == Value(1.0F));
  CHECK(after(Value(2147483647.5), Value(4), Refusal::range) == Value(4));
  CHECK(after(Value(-2147483648.5), Value(4), Refusal::range) == Value(4));
  for (const double bad : {kNoNumber, kInfinite, -kInfinite}) {
    CHECK(after(Value(bad), Value(1.0F), Refusal::not_finite) == Value(1.0F));
    CHECK(after(Value(static_cast<float>(bad)), Value(4), Refusal::not_finite) == Value(4));
    CHECK(after(Value(bad), Value(4.0), Refusal::not_finite) == Value(4.0));
    const Value::Doubles numbers{1, bad, 3};
    CHECK(after(Value(numbers), Value(Value::Doubles{9}), Refusal::not_finite) == Value(Value::Doubles{9}));
  }
  const Value large(Value::Floats(Value::kMaxElements + 1));
  CHECK(after(large, Value(Value::Floats{9}), Refusal::size) == Value(Value::Floats{9}));
  const Value huge(std::string(Value::kMaxBytes + 1, 'x'));
  CHECK(after(huge, Value(std::string("kept")), Refusal::size) == Value(std::string("kept")));
}

TEST_CASE("values just within the limits are accepted") {
  const Value large(Value::Floats(Value::kMaxElements, 0.5F));
  CHECK(after(large, Value(ValueType::floats)) == large);
  const Value huge(std::string(Value::kMaxBytes, 'x'));
  CHECK(after(huge, Value(ValueType::string)) == huge);
}

TEST_CASE("only numbers and vectors are converted, as fits reports beforehand") {
  const std::set<std::string_view> scalars{"float", "double", "long", "short", "ushort", "ulong", "octet", "state"};
  const std::map<std::string_view, std::size_t> vectors{
      {"pose3d", 6}, {"angular_velocity3d", 3}, {"acceleration3d", 3}};
  for (const ValueType from : all_types())
    for (const ValueType into : all_types()) {
      const auto one = to_string(from), other = to_string(into);
      INFO(one << " into " << other);
      const bool both_numbers = scalars.contains(one) && scalars.contains(other);
      const bool is_vector =
          (vectors.contains(one) && other == "doubles") || (vectors.contains(other) && one == "doubles");
      CHECK(fits(from, into) == (from == into || both_numbers || is_vector));
      Value target(into), given(from);
      if (one == "doubles" && vectors.contains(other)) given = Value(Value::Doubles(vectors.at(other)));
      CHECK(assign(given, target) == (fits(from, into) ? Refusal::none : Refusal::type));
      CHECK(target == (other == "doubles" && is_vector ? Value(Value::Doubles(vectors.at(one))) : Value(into)));
    }
}

TEST_CASE("each refusal has a text of its own") {
  std::vector<std::string_view> words;
  for (const Refusal one :
       {Refusal::none, Refusal::type, Refusal::not_finite, Refusal::range, Refusal::size, Refusal::malformed}) {
    CHECK(std::count(words.begin(), words.end(), to_string(one)) == 0);
    words.push_back(to_string(one));
  }
}

TEST_CASE("values are written as text") {
  CHECK(to_text(Value(0.1F)) == "0.1");
  CHECK(to_text(Value(90.0)) == "90");
  CHECK(to_text(Value(-0.0)) == "-0");
  CHECK(to_text(Value(1e300)) == "1e+300");
  CHECK(to_text(Value(-12)) == "-12");
  CHECK(to_text(Value(true)) == "true");
  CHECK(to_text(Value(std::string("a  b"))) == "a  b");
  CHECK(to_text(Value(Value::Floats{1, 0.1F, -3})) == "1 0.1 -3");
  CHECK(to_text(Value(Value::Doubles{})).empty());
  CHECK(to_text(Value(std::uint8_t{200})) == "200");
  CHECK(to_text(Value(StateCode{-2})) == "-2");
  CHECK(to_text(Value('x')) == "x");
  CHECK(to_text(Value('\xfc')) == "ü");
  CHECK(to_text(Value('\0')).empty());
  CHECK(to_text(Value(Value::Chars{'a', ' ', '\xfc'})) == "a ü");
  CHECK(to_text(Value(Value::Octets{0, 255})) == "0 255");
  CHECK(to_text(Value(Value::Booleans{true, false})) == "true false");
  CHECK(to_text(Value(Value::Strings{"one", "", "a b", R"(q"\)"})) == R"(one "" "a b" "q\"\\")");
  CHECK(to_text(Value(Pose3D{{1, 2.5, 0, 0, 0, -1}})) == "1 2.5 0 0 0 -1");
}

TEST_CASE("words of a command line are read as values") {
  CHECK(read(ValueType::float32, {"+2.5"}) == Value(2.5F));
  CHECK(read(ValueType::float64, {".5"}) == Value(0.5));
  CHECK(read(ValueType::int32, {"-12"}) == Value(-12));
  CHECK(read(ValueType::boolean, {"1"}) == Value(true));
  CHECK(read(ValueType::boolean, {"false"}) == Value(false));
  CHECK(read(ValueType::string, {"two", "words"}) == Value(std::string("two words")));
  CHECK(read(ValueType::string, {}) == Value(std::string()));
  CHECK(read(ValueType::floats, {"1", "2.5"}) == Value(Value::Floats{1, 2.5F}));
  CHECK(read(ValueType::floats, {" 1 2.5 ", "3"}) == Value(Value::Floats{1, 2.5F, 3}));
  CHECK(read(ValueType::doubles, {}) == Value(Value::Doubles{}));
  CHECK(read(ValueType::character, {"ü"}) == Value('\xfc'));
  CHECK(read(ValueType::character, {}) == Value('\0'));
  CHECK(read(ValueType::chars, {"two", "ü"}) == Value(Value::Chars{'t', 'w', 'o', ' ', '\xfc'}));
  CHECK(read(ValueType::booleans, {"1 false"}) == Value(Value::Booleans{true, false}));
  CHECK(read(ValueType::strings, {"one", R"("a b" "")"}) == Value(Value::Strings{"one", "a b", ""}));
  CHECK(read(ValueType::angular_velocity3d, {"1", "2", "3"}) == Value(AngularVelocity3D{{1, 2, 3}}));
  CHECK(read(ValueType::state, {"-5"}) == Value(StateCode{-5}));
}

TEST_CASE("words that are not values of the type are refused") {
  const std::vector<std::string> bad{"",     " ",     "x",    "1x",  "1 ",  "nan", "inf",
                                     "-inf", "1e999", "0x10", "+-1", "++1", "1,5"};
  for (const std::string& word : bad) {
    INFO("'" << word << "'");
    for (const ValueType type : {ValueType::float32, ValueType::float64, ValueType::int32, ValueType::boolean})
      CHECK_FALSE(read(type, {word}));
    if (word.find_first_not_of(' ') != word.npos && word != "1 ") CHECK_FALSE(read(ValueType::doubles, {"1", word}));
  }
  CHECK_FALSE(read(ValueType::float32, {"1e39"}));
  CHECK_FALSE(read(ValueType::int32, {"2147483648"}));
  CHECK_FALSE(read(ValueType::int32, {"2.5"}));
  CHECK_FALSE(read(ValueType::float32, {}));
  CHECK_FALSE(read(ValueType::float32, {"1", "2"}));
  CHECK_FALSE(read(ValueType::boolean, {"yes"}));
  CHECK_FALSE(read(ValueType::string, {std::string(Value::kMaxBytes + 1, 'x')}));
  CHECK_FALSE(read(ValueType::floats, std::vector<std::string>(Value::kMaxElements + 1, "1")));
  CHECK_FALSE(read(ValueType::octet, {"256"}));
  CHECK_FALSE(read(ValueType::octets, {"1", "-1"}));
  CHECK_FALSE(read(ValueType::state, {"32768"}));
  for (const char* const word : {"ab", "€", "\xc3", "\xff"}) CHECK_FALSE(read(ValueType::character, {word}));
  CHECK_FALSE(read(ValueType::chars, {"a\xe2\x82\xac"}));
  for (const char* const word : {R"("a)", R"("a"b)", R"("a\)"}) CHECK_FALSE(read(ValueType::strings, {word}));
  CHECK_FALSE(read(ValueType::pose3d, {"1 2 3 4 5"}));
  CHECK_FALSE(read(ValueType::acceleration3d, {"1 2 3 4"}));
}

TEST_CASE("every number is restored from its text") {
  const auto floats = [](const Value::Floats& given) {
    RC_ASSERT(read(ValueType::floats, {to_text(Value(given))}) == Value(given));
  };
  const auto doubles_each_by_itself = [](const Value::Doubles& given) {
    for (const double number : given) RC_ASSERT(read(ValueType::float64, {to_text(Value(number))}) == Value(number));
  };
  const auto longs = [](std::int32_t number) {
    RC_ASSERT(read(ValueType::int32, {to_text(Value(number))}) == Value(number));
  };
  hold(floats, 100);
  hold(doubles_each_by_itself, 100);
  hold(longs, 100);
}

TEST_CASE("strings, characters and booleans are restored from their text") {
  hold([](const Value::Strings& strings, const Value::Chars& characters, const Value::Booleans& booleans) {
    // The character 0 has no text in a sequence of characters.
    Value::Chars shown = characters;
    std::erase(shown, '\0');
    for (const Value& value : {Value(strings), Value(shown), Value(booleans)})
      RC_ASSERT(read(value.type(), {to_text(value)}) == value);
  });
}

}  // namespace
}  // namespace rtm
