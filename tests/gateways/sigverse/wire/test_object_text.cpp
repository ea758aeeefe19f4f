// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/wire/object_text.h"

#include <catch2/catch.hpp>

using namespace sigverse::wire;

TEST_CASE("An object is printed as text for users") {
  ObjectRecord object;
  object.id = 3;
  object.name = "ball_0";
  object.class_name = "Ball";
  object.attached = true;
  object.attributes = {{"dynamics", "physics", true},
                       {"mass", "physics", 2.5},
                       {"name", "", std::string_view("ball_0")},
                       {"x", "position", -0.0},
                       {"y", "position", 1.0 / 3}};
  object.parts.resize(3);
  object.parts[0] = {.id = 1, .name = "body", .place = {0, -50, 1e7}, .size = {1, 2, 3}};
  object.parts[1] = {.id = 2, .shape = PartShape::cylinder, .name = "腕", .turn = {0, 1, 0, 0}, .size = {1.5, 40, 0}};
  object.parts[2] = {.id = 3, .shape = PartShape::sphere, .name = "tip", .size = {2, 0, 0}};
  CHECK(object_as_text(object, 0.25, without_controls) ==
        "ball_0: class Ball, id 3, a controller is attached; at 0.25 s\n"
        "\n"
        "other     name \"ball_0\"\n"
        "physics   dynamics true  mass 2.5\n"
        "position  x 0  y 0.333333\n"
        "\n"
        "parts\n"
        "  body  at (0, -50, 1e+07)  turned (1, 0, 0, 0)  box 1 x 2 x 3\n"
        "  腕    at (0, 0, 0)        turned (0, 1, 0, 0)  cylinder of radius 1.5, length 40\n"
        "  tip   at (0, 0, 0)        turned (1, 0, 0, 0)  sphere of radius 2\n");
}

TEST_CASE("Texts of clients are printed without control characters, and long lists in several lines") {
  ObjectRecord object;
  object.name = "\x1b[2Jbad\n";
  std::string names[30];
  for (int i = 0; i < 30; ++i) {
    names[i] = "name_" + std::to_string(i);
    object.attributes.push_back({names[i], "g", false});
  }
  const std::string text = object_as_text(object, 0, without_controls);
  CHECK(text.starts_with("?[2Jbad?: class , id 0, no controller; at 0 s\n"));
  std::size_t lines = 0;
  for (std::size_t at = 0; at < text.size(); ++lines) {
    const std::size_t end = text.find('\n', at);
    CHECK(end - at <= 100);
    at = end + 1;
  }
  CHECK(lines == 7);
  CHECK(text.find("\n   name_7 false") != std::string::npos);
  CHECK(without_controls("\t\x7f\xe5\x80") == "??\xe5\x80");
}
