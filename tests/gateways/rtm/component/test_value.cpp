// SPDX-License-Identifier: Apache-2.0
#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <limits>

#include "gateways/rtm/component/value.h"

namespace rtm {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
const std::vector<ValueType> kAllTypes{ValueType::float32, ValueType::float64, ValueType::int32,  ValueType::boolean,
                                       ValueType::string,  ValueType::floats,  ValueType::doubles};

/// What a port of that type holds after the value was put over `before`, or why it was not.
Value after(const Value& given, Value before, Refusal expected = Refusal::none) {
  CHECK(assign(given, before) == expected);
  return before;
}

std::optional<Value> read(ValueType type, const std::vector<std::string>& words) {
  return from_text(type, words);
}

TEST_CASE("types have the names that people write") {
  const std::vector<std::string> names{"float", "double", "long", "boolean", "string", "floats", "doubles"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(to_string(kAllTypes[i]) == names[i]);
    CHECK(value_type(names[i]) == kAllTypes[i]);
    CHECK(Value(kAllTypes[i]).type() == kAllTypes[i]);
  }
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
}

TEST_CASE("the numbers in a value") {
  CHECK(Value(true).number() == 1.0);
  CHECK(Value(-7).number() == -7.0);
  CHECK(Value(2.5F).size() == 1);
  CHECK(Value(2.5F).number(0) == 2.5);
  CHECK(Value(std::string("5")).number() == 0.0);
  CHECK(Value(std::string("5")).size() == 0);
  CHECK(Value(Value::Doubles{1, 2, 3}).number() == 0.0);
  CHECK(Value(Value::Doubles{1, 2, 3}).size() == 3);
  CHECK(Value(Value::Floats{1, 2.5F}).number(1) == 2.5);
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
}

TEST_CASE("refused values leave everything as it was") {
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
  const Value large(Value::Floats(Value::kMostElements + 1));
  CHECK(after(large, Value(Value::Floats{9}), Refusal::size) == Value(Value::Floats{9}));
  const Value huge(std::string(Value::kMostBytes + 1, 'x'));
  CHECK(after(huge, Value(std::string("kept")), Refusal::size) == Value(std::string("kept")));
}

TEST_CASE("what is just within the limits is taken") {
  const Value large(Value::Floats(Value::kMostElements, 0.5F));
  CHECK(after(large, Value(ValueType::floats)) == large);
  const Value huge(std::string(Value::kMostBytes, 'x'));
  CHECK(after(huge, Value(ValueType::string)) == huge);
}

TEST_CASE("only numbers are converted, and fits says so beforehand") {
  for (const ValueType from : kAllTypes)
    for (const ValueType into : kAllTypes) {
      INFO(to_string(from) << " into " << to_string(into));
      const bool both_numbers = from <= ValueType::int32 && into <= ValueType::int32;
      CHECK(fits(from, into) == (from == into || both_numbers));
      Value target(into);
      CHECK(assign(Value(from), target) == (fits(from, into) ? Refusal::none : Refusal::type));
      CHECK(target == Value(into));
    }
}

TEST_CASE("refusals have words of their own") {
  std::vector<std::string_view> words;
  for (const Refusal one : {Refusal::none, Refusal::type, Refusal::not_finite, Refusal::range, Refusal::size}) {
    CHECK(std::count(words.begin(), words.end(), to_string(one)) == 0);
    words.push_back(to_string(one));
  }
}

TEST_CASE("values as text") {
  CHECK(to_text(Value(0.1F)) == "0.1");
  CHECK(to_text(Value(90.0)) == "90");
  CHECK(to_text(Value(-0.0)) == "-0");
  CHECK(to_text(Value(1e300)) == "1e+300");
  CHECK(to_text(Value(-12)) == "-12");
  CHECK(to_text(Value(true)) == "true");
  CHECK(to_text(Value(std::string("a  b"))) == "a  b");
  CHECK(to_text(Value(Value::Floats{1, 0.1F, -3})) == "1 0.1 -3");
  CHECK(to_text(Value(Value::Doubles{})).empty());
}

TEST_CASE("words of a command line as values") {
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
}

TEST_CASE("words that are no values") {
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
  CHECK_FALSE(read(ValueType::string, {std::string(Value::kMostBytes + 1, 'x')}));
  CHECK_FALSE(read(ValueType::floats, std::vector<std::string>(Value::kMostElements + 1, "1")));
}

TEST_CASE("every number comes back from its text") {
  const bool floats = rc::check("floats", [](const Value::Floats& given) {
    RC_ASSERT(read(ValueType::floats, {to_text(Value(given))}) == Value(given));
  });
  const bool doubles = rc::check("doubles, each by itself", [](const Value::Doubles& given) {
    for (const double number : given) RC_ASSERT(read(ValueType::float64, {to_text(Value(number))}) == Value(number));
  });
  const bool longs = rc::check("longs", [](std::int32_t number) {
    RC_ASSERT(read(ValueType::int32, {to_text(Value(number))}) == Value(number));
  });
  CHECK((floats && doubles && longs));
}

}  // namespace
}  // namespace rtm
