// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "gateways/rtm/device/percept_paths.h"

using rtm::PerceptPaths;
using spark::PerceptArray;
using spark::Unit;

namespace {

void write_joint(PerceptArray& percepts, std::string_view name, double angle) {
  percepts.begin("HJ");
  percepts.field("name", name);
  percepts.field("axis", angle, Unit::degree);
  percepts.end();
}

void write_force(PerceptArray& percepts, std::string_view name) {
  percepts.begin("FT");
  percepts.field("name", name);
  percepts.begin("force");
  for (const double number : {1.0, 2.0, 3.0}) percepts.real(number, Unit::none);
  percepts.end();
  percepts.end();
}

double number(const PerceptArray& percepts, const PerceptPaths& paths, std::string_view path) {
  const auto place = paths.find(path);
  REQUIRE(place.count == 1);
  return percepts.items()[place.first].number;
}

}  // namespace

TEST_CASE("a percept's numbers are found by its predicate, its name and the item") {
  PerceptArray percepts;
  percepts.begin("time");
  percepts.field("now", 3.5, Unit::second);
  percepts.end();
  write_joint(percepts, "left", 12.5);
  write_joint(percepts, "right", -7.0);
  PerceptPaths paths;
  paths.learn(percepts);

  CHECK(number(percepts, paths, "time/now") == 3.5);
  CHECK(number(percepts, paths, "HJ/left/axis") == 12.5);
  CHECK(number(percepts, paths, "HJ/right/axis") == -7.0);
  CHECK(paths.find("HJ/axis").count == 0);
  CHECK(paths.find("HJ/middle/axis").count == 0);
  CHECK(paths.find("").count == 0);
  CHECK(paths.paths() ==
        std::vector<std::string>{"time/now", "HJ/left/name", "HJ/left/axis", "HJ/right/name", "HJ/right/axis"});
}

TEST_CASE("consecutive values are one item, and each is found by its number from 0") {
  PerceptArray percepts;
  write_force(percepts, "pad1");
  PerceptPaths paths;
  paths.learn(percepts);

  CHECK(paths.find("FT/pad1/force").count == 3);
  CHECK(number(percepts, paths, "FT/pad1/force/0") == 1.0);
  CHECK(number(percepts, paths, "FT/pad1/force/2") == 3.0);
  CHECK(paths.find("FT/pad1/force/3").count == 0);
  CHECK(paths.find("FT/pad1/force/-1").count == 0);
  CHECK(paths.find("FT/pad1/force/1x").count == 0);
  CHECK(paths.find("FT/pad1/force/").count == 0);
}

TEST_CASE("values directly in a percept are found by its predicate") {
  PerceptArray percepts;
  percepts.begin("bumper");
  percepts.integer(1, Unit::none);
  percepts.end();
  PerceptPaths paths;
  paths.learn(percepts);
  CHECK(number(percepts, paths, "bumper") == 1.0);
}

TEST_CASE("learned places fit as long as the layout of the percepts is the same") {
  PerceptArray first, longer, other;
  write_joint(first, "left", 1.0);
  write_joint(longer, "left", 2.0);
  write_force(longer, "pad1");
  write_force(other, "pad1");
  PerceptPaths paths;
  paths.learn(first);
  CHECK(paths.fits(first));
  CHECK_FALSE(paths.fits(longer));
  CHECK_FALSE(paths.fits(other));
  first.clear();
  write_joint(first, "left", 5.0);
  CHECK(paths.fits(first));
  CHECK(number(first, paths, "HJ/left/axis") == 5.0);
}

TEST_CASE("learning a new layout forgets the one before") {
  PerceptArray shorter, longer;
  write_joint(shorter, "left", 1.0);
  write_joint(longer, "left", 2.0);
  write_force(longer, "pad1");
  PerceptPaths paths;
  paths.learn(longer);
  CHECK(paths.fits(longer));
  paths.learn(shorter);
  CHECK(paths.fits(shorter));
  CHECK_FALSE(paths.fits(longer));
  CHECK(paths.find("FT/pad1/force").count == 0);
}

TEST_CASE("the first of two percepts with the same name counts") {
  PerceptArray percepts;
  write_joint(percepts, "left", 1.0);
  write_joint(percepts, "left", 2.0);
  PerceptPaths paths;
  paths.learn(percepts);
  CHECK(number(percepts, paths, "HJ/left/axis") == 1.0);
}
