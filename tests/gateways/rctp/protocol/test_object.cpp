// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rctp/protocol/object.h"

using rctp::Object;

TEST_CASE("types of values convert to their names and back, and have sizes") {
  using enum Object::DataType;
  const std::vector<std::tuple<Object::DataType, std::string, std::size_t>> all{
      {float32, "float32", 4}, {float64, "float64", 8}, {int32, "int32", 4}, {uint8, "uint8", 1}};
  for (const auto& [type, name, octets] : all) {
    INFO(name);
    CHECK(rctp::to_string(type) == name);
    CHECK(rctp::data_type_of(name) == type);
    CHECK(rctp::octets_of(type) == octets);
  }
  CHECK_FALSE(rctp::data_type_of("float16"));
  CHECK_FALSE(rctp::data_type_of(""));
}
