// SPDX-License-Identifier: Apache-2.0
#include "commserver/link/placement.h"

#include <catch2/catch.hpp>
#include <stdexcept>

using commserver::Placement;

TEST_CASE("agents are placed in turn on the commservers that have their type") {
  Placement placement({{"integrated", {"foo", "bar"}}, {"lab1", {"foo"}}, {"lab2", {"foo", "bar"}}});
  std::vector<std::size_t> places;
  for (int i = 0; i < 5; ++i) places.push_back(placement.next("foo", ""));
  CHECK(places == std::vector<std::size_t>{0, 1, 2, 0, 1});
  places.clear();
  for (int i = 0; i < 4; ++i) places.push_back(placement.next("bar", ""));
  CHECK(places == std::vector<std::size_t>{2, 0, 2, 0});
}

TEST_CASE("agents of a type that names its commserver go there, without taking another's turn") {
  Placement placement({{"integrated", {"foo"}}, {"lab1", {"foo", "bar"}}});
  CHECK(placement.next("foo", "") == 0);
  CHECK(placement.next("bar", "lab1") == 1);
  CHECK(placement.next("foo", "integrated") == 0);
  CHECK(placement.next("foo", "") == 1);
}

TEST_CASE("a type that no commserver can start is reported with the names of the commservers") {
  Placement placement({{"integrated", {"foo"}}, {"lab1", {"bar"}}});
  const auto message = [&](const char* type, const char* wanted) -> std::string {
    try {
      placement.next(type, wanted);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message("baz", "") == "no commserver has the agent type 'baz' (connected: integrated, lab1)");
  CHECK(message("foo", "lab2").find("lab2") != std::string::npos);
  CHECK(message("foo", "lab1").find("does not have it") != std::string::npos);
}
