// SPDX-License-Identifier: Apache-2.0
// How objects are drawn: the shape of the state, parts at the server's places, textures, glass and light.
#include <epoxy/gl.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "monitor-lite/view/png_file.h"
#include "tests/gateways/sigverse/visuals/picture_room.h"
#include "tests/support/files.h"
#include "tests/support/folders.h"

using namespace sigverse;
using namespace sigverse::visuals::reference;

namespace {

constexpr Colour kRed{255, 0, 0}, kGreen{0, 255, 0}, kBlue{0, 0, 255}, kBackground{153, 204, 255};
/// A view from 2 m in front of the origin, along z.
sight::View ahead() {
  return view_at({0, 0, -200}, {0, 0, 0});
}

std::string cube(const Colour& colour) {
  return glowing(colour, "Box { size 40 40 40 }");
}
Draft cube_draft(const std::string& name, const std::string& class_name, const wire::Triple& place = {}) {
  return draft_of(name, class_name, {"body", wire::PartShape::box, place, {1, 0, 0, 0}, {40, 40, 40}});
}
Draft with_state(const std::string& class_name, const std::string& state, const std::string& value) {
  return cube_draft("it", class_name).set("visStateAttrName", state).set(state, value);
}
Colour middle_of(const TakenPicture& taken) {
  return taken.at(taken.width / 2, taken.height / 2);
}
bool has_no_hue(const Colour& colour) {
  return std::abs(colour[0] - colour[1]) < 12 && std::abs(colour[1] - colour[2]) < 12;
}

}  // namespace

TEST_CASE("an object's shape is chosen by the value of the attribute that it names, and by no other") {
  PictureRoom room;
  room.show("TV", cube(kRed), "switch", "on");
  room.show("TV", cube(kGreen), "switch", "off");
  room.show("Lamp", cube(kGreen), "switch", "off");
  room.show("Lamp", cube(kBlue));
  const auto shown = [&](const Draft& draft) {
    room.update({draft});
    return middle_of(room.shoot(ahead()));
  };
  CHECK(shown(with_state("TV", "switch", "on")) == kRed);
  CHECK(shown(with_state("TV", "switch", "off")) == kGreen);
  CHECK(shown(with_state("TV", "switch", "on")) == kRed);
  // For an unknown value the entry without a state is used, else the first one.
  CHECK(shown(with_state("TV", "switch", "broken")) == kRed);
  CHECK(shown(with_state("TV", "switch", "")) == kRed);
  CHECK(shown(with_state("Lamp", "switch", "off")) == kGreen);
  CHECK(shown(with_state("Lamp", "switch", "broken")) == kBlue);
  CHECK(shown(with_state("Lamp", "mood", "off")) == kBlue);
  CHECK(shown(cube_draft("it", "Lamp")) == kBlue);
  // Objects of one class have states of their own.
  Draft on = with_state("TV", "switch", "on"), off = with_state("TV", "switch", "off");
  on.name = "other";
  on.put({50, 0, 0});
  on.parts.front().place = {50, 0, 0};
  room.update({off, on});
  const TakenPicture both = room.shoot(ahead());
  CHECK(both.has(kRed));
  CHECK(both.has(kGreen));
  CHECK(both.at(160, 120) == kGreen);
  CHECK(both.at(111, 120) == kRed);  // x is on the left
  room.update(client::World());
  CHECK(room.shoot(ahead()).count(kBackground) == 320 * 240);
}

TEST_CASE("an object is drawn in the shape of its class, also after its class has changed") {
  PictureRoom room;
  room.show("One", cube(kRed));
  room.show("Other", cube(kGreen));
  room.update({cube_draft("it", "One")});
  CHECK(middle_of(room.shoot(ahead())) == kRed);
  room.update({cube_draft("it", "Other")});
  CHECK(middle_of(room.shoot(ahead())) == kGreen);
  room.update({cube_draft("it", "None")});
  CHECK(has_no_hue(middle_of(room.shoot(ahead()))));
  CHECK(middle_of(room.shoot(ahead())) != kBackground);
}

TEST_CASE("without a shape file the collision shapes are drawn in grey at their parts") {
  PictureRoom room;
  Draft draft{"it", "Nothing"};
  draft.put({});
  draft.parts = {{"body", wire::PartShape::sphere, {60, 0, 0}, {1, 0, 0, 0}, {20, 0, 0}},
                 {"A", wire::PartShape::box, {0, 0, 0}, about({0, 0, 1}, 45), {30, 30, 30}},
                 {"B", wire::PartShape::cylinder, {-60, 0, 0}, about({0, 0, 1}, 90), {8, 60, 0}}};
  room.update({draft});
  const TakenPicture taken = room.shoot(view_at({0, 0, -200}, {0, 0, 0}, 60));
  const Camera camera{.part_place = {0, 0, -200}, .fov = 60};
  const auto at = [&](const wire::Triple& place) {
    const auto spot = project(camera, place, 320, 240);
    return taken.at(static_cast<int>(spot->column), static_cast<int>(spot->row));
  };
  for (const auto& place : std::vector<wire::Triple>{{60, 0, 0},
                                                     {60, 16, 0},
                                                     {74, 0, 0},
                                                     {0, 17, 0},
                                                     {17, 0, 0},
                                                     {-60, 0, 0},
                                                     {-85, 0, 0},
                                                     {-35, 0, 0},
                                                     {-60, 6, 0}}) {
    CAPTURE(place[0], place[1]);
    CHECK(at(place) != kBackground);
    CHECK(has_no_hue(at(place)));
  }
  for (const auto& place :
       std::vector<wire::Triple>{{60, 24, 0}, {85, 0, 0}, {0, 26, 0}, {15, 15, 0}, {-60, 12, 0}, {-98, 0, 0}}) {
    CAPTURE(place[0], place[1]);
    CHECK(at(place) == kBackground);
  }
}

TEST_CASE("parts of a humanoid are drawn where the server has them, whatever the file says about joints") {
  PictureRoom room;
  room.show(
      "Man",
      "PROTO Humanoid [ exposedField SFString name \"\" exposedField MFNode humanoidBody [ ] ]\n"
      "{ Group { children IS humanoidBody } }\n"
      "PROTO Joint [ exposedField SFString name \"\" exposedField SFVec3f translation 0 0 0 exposedField SFRotation\n"
      "rotation 0 0 1 0 exposedField SFString jointType \"free\" exposedField SFString jointAxis \"Z\"\n"
      "exposedField MFNode children [ ] ]\n"
      "{ Transform { translation IS translation rotation IS rotation children IS children } }\n"
      "PROTO Segment [ exposedField SFString name \"\" exposedField MFNode children [ ] ]\n"
      "{ Group { children IS children } }\n"
      "Humanoid { name \"man\" humanoidBody [ Joint { name \"ROOT\" children [\n"
      "  Segment { name \"body\" children [ " +
          glowing(kRed, "Box { size 20 30 10 }") +
          "] }\n"
          "  Joint { name \"NECK\" jointType \"rotate\" translation 0 25 0 children\n"
          "    Segment { name \"HEAD\" children " +
          moved({0, 8, 0}, glowing(kGreen, "Box { size 12 14 12 }")) +
          "} }\n"
          "  Joint { name \"ELBOW\" jointType \"rotate\" translation 15 10 0 rotation 0 1 0 0.7 children\n"
          "    Segment { name \"HAND\" children " +
          moved({20, 0, 0}, glowing(kBlue, "Box { size 30 6 8 }"), {1, 0, 0}, 30) + "} } ] } ] }\n");
  struct Limb {
    Colour colour;
    wire::Triple size, place;  ///< in the frame of its part
    wire::Quad turn;
  };
  const std::vector<Limb> limbs{{kRed, {20, 30, 10}, {0, 0, 0}, {1, 0, 0, 0}},
                                {kGreen, {12, 14, 12}, {0, 8, 0}, {1, 0, 0, 0}},
                                {kBlue, {30, 6, 8}, {20, 0, 0}, about({1, 0, 0}, 30)}};
  const std::vector<std::string> names{"body", "HEAD", "HAND"};
  const Camera camera{.part_place = {10, 20, -220}, .fov = 70};
  const sight::View view = view_at({10, 20, -220}, {10, 20, 0}, 70);
  for (int pose = 0; pose < 20; ++pose) {
    CAPTURE(pose);
    Draft draft{"man", "Man"};
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      const double step = pose * 0.7 + static_cast<double>(i) * 2.1;
      draft.parts.push_back({names[i],
                             wire::PartShape::box,
                             {100 * static_cast<double>(i) - 90, 40 * std::sin(step), 30 * std::cos(step)},
                             {std::cos(step), std::sin(2 * step), std::cos(3 * step), 0.5 + std::sin(step)},
                             limbs[i].size});
    }
    draft.put(draft.parts.front().place, draft.parts.front().turn);
    room.update({draft});
    const TakenPicture taken = room.shoot(view);
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      INFO(names[i]);
      const DraftPart& part = draft.parts[i];
      wire::Triple place = matrix_of(part.turn) * limbs[i].place;
      for (std::size_t axis = 0; axis < 3; ++axis) place[axis] += part.place[axis];
      const Outline outline = outline_of_box(camera, place, product(part.turn, limbs[i].turn), limbs[i].size, 320, 240);
      CHECK(taken.differing(outline, limbs[i].colour) == 0);
      CHECK(taken.has(limbs[i].colour));
    }
  }
}

TEST_CASE("an object's scale enlarges its shape along the object's own axes") {
  PictureRoom room;
  room.show("Stone", moved({5, 0, 0}, glowing(kRed, "Box { size 10 10 10 }")));
  const wire::Triple scale{2, 3, 0.5}, place{-20, 10, 0};
  const wire::Quad turn = about({0, 0, 1}, 35);
  room.update({draft_of("it", "Stone", {"body", wire::PartShape::box, place, turn, {20, 30, 5}}).scale(scale)});
  const TakenPicture taken = room.shoot(ahead());
  wire::Triple centre = matrix_of(turn) * wire::Triple{10, 0, 0};
  for (std::size_t axis = 0; axis < 3; ++axis) centre[axis] += place[axis];
  CHECK(taken.differing(outline_of_box({.part_place = {0, 0, -200}}, centre, turn, {20, 30, 5}, 320, 240), kRed) == 0);
  CHECK(taken.has(kRed));
}

namespace {

/// A square of 80 cm that faces the camera of `ahead`; its vertices begin in the lower left corner, counter-clockwise.
std::string plate(const std::string& appearance, const std::string& more = "") {
  return "Shape { appearance Appearance { " + appearance +
         " } geometry IndexedFaceSet { coord Coordinate { point [ 40 -40 0, -40 -40 0, -40 40 0, 40 40 0 ] }\n"
         "coordIndex [ 0 1 2 3 -1 ] " +
         more + " } }\n";
}
/// The four quarters of the plate: top left, top right, lower left, lower right.
std::vector<Colour> quarters(const TakenPicture& taken) {
  // 80 cm at a distance of 200 are 116 of 240 rows; a column is 1.125 as wide as a row is high in this picture.
  std::vector<Colour> found;
  for (const int row : {-29, 29})
    for (const int column : {-26, 26}) found.push_back(taken.at(160 + column, 120 + row));
  return found;
}
/// The colour without its brightness.
Colour hue(const Colour& colour) {
  const int most = std::max({colour[0], colour[1], colour[2], 1});
  return {colour[0] * 4 / most / 3, colour[1] * 4 / most / 3, colour[2] * 4 / most / 3};
}

}  // namespace

TEST_CASE("texels of an image are drawn where the texture coordinates put them") {
  PictureRoom room;
  const std::array<unsigned char, 12> image{255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0};  // red green, blue yellow
  monitor::write_png(room.folder() / "four.png", 2, 2, image.data());
  using Hues = std::vector<Colour>;
  const Colour r{1, 0, 0}, g{0, 1, 0}, b{0, 0, 1}, y{1, 1, 0};
  int number = 0;
  const auto shown = [&](const std::string& texture, const std::string& coordinates) {
    const std::string name = "Plate" + std::to_string(++number);
    room.show(name, plate("material Material { diffuseColor 1 1 1 } texture ImageTexture { url \"four.png\" " + texture,
                          "texCoord TextureCoordinate { point [ " + coordinates + " ] }"));
    room.update({cube_draft("it", name)});
    Hues hues;
    for (const Colour& colour : quarters(room.shoot(ahead()))) hues.push_back(hue(colour));
    return hues;
  };
  CHECK(shown("}", "0 0, 1 0, 1 1, 0 1") == Hues{r, g, b, y});
  CHECK(shown("}", "1 0, 1 1, 0 1, 0 0") == Hues{b, r, y, g});
  CHECK(shown("}", "1 0, 0 0, 0 1, 1 1") == Hues{g, r, y, b});
  // Beyond 1 the image repeats, or its edge is stretched.
  const std::string twice = "-0.25 -0.25, 1.75 -0.25, 1.75 1.75, -0.25 1.75";
  CHECK(shown("}", twice) == Hues{b, b, b, b});
  CHECK(shown("repeatS FALSE repeatT FALSE }", twice) == Hues{r, g, b, y});
  CHECK(shown("repeatS FALSE }", twice) == Hues{b, y, b, y});
  CHECK(shown("} textureTransform TextureTransform { translation 0.5 0 }", "0 0, 1 0, 1 1, 0 1") == Hues{g, r, y, b});
  CHECK(shown("} textureTransform TextureTransform { rotation 1.5707963 center 0.5 0.5 }", "0 0, 1 0, 1 1, 0 1") ==
        Hues{b, r, y, g});
}

TEST_CASE("transparent panes are drawn in the order of their distance, not of their creation") {
  PictureRoom room;
  const std::vector<Colour> colours{kRed, kGreen, kBlue};
  for (std::size_t i = 0; i < 3; ++i)
    room.show("Pane" + std::to_string(i),
              "Shape { appearance Appearance { material Material { diffuseColor 0 0 0 emissiveColor " +
                  std::string(i == 0   ? "1 0 0"
                              : i == 1 ? "0 1 0"
                                       : "0 0 1") +
                  " transparency 0.5 } } geometry Box { size 60 60 1 } }");
  const auto pane = [&](std::size_t i, double z) {
    return draft_of("pane" + std::to_string(i), "Pane" + std::to_string(i),
                    {"body", wire::PartShape::box, {0, 0, z}, {1, 0, 0, 0}, {60, 60, 1}});
  };
  std::array<std::size_t, 3> order{0, 1, 2};
  do {
    CAPTURE(order[0], order[1], order[2]);
    // The first one of `order` is the nearest.
    std::vector<Draft> drafts;
    for (std::size_t i = 0; i < 3; ++i)
      drafts.push_back(pane(i, 30.0 * static_cast<double>(std::ranges::find(order, i) - order.begin())));
    room.update(drafts);
    const Colour seen = middle_of(room.shoot(ahead()));
    // Each pane lets half of the light behind it through; the nearest is the brightest.
    const auto share = [&](std::size_t place) { return seen[order[place]]; };
    CHECK(share(0) > share(1));
    CHECK(share(1) > share(2));
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("one light comes from the camera and one from above") {
  PictureRoom room;
  const std::string white =
      "Shape { appearance Appearance { material Material { diffuseColor 0.8 0.8 0.8 } } geometry ";
  room.show("Cube", white + "Box { size 40 40 40 } }");
  room.show("Mesh",
            white +
                "IndexedFaceSet { coord Coordinate { point [ -20 -20 -20, 20 -20 -20, 20 20 -20, -20 20 -20, "
                "-20 -20 20, 20 -20 20, 20 20 20, -20 20 20 ] } coordIndex [ 0 3 2 1 -1, 4 5 6 7 -1, 0 1 5 4 -1, "
                "2 3 7 6 -1, 0 4 7 3 -1, 1 2 6 5 -1 ] } }");
  const std::string class_name = GENERATE("Cube", "Mesh");
  CAPTURE(class_name);
  const auto brightness = [&](const wire::Quad& turn, const sight::View& view) {
    room.update({draft_of("it", class_name, {"body", wire::PartShape::box, {}, turn, {40, 40, 40}})});
    const Colour colour = middle_of(room.shoot(view));
    CHECK(has_no_hue(colour));
    return colour[0];
  };
  const wire::Quad straight{1, 0, 0, 0};
  // A side that faces the camera is equally bright from everywhere.
  const int facing = brightness(straight, ahead());
  for (const auto& eye : std::vector<wire::Triple>{{0, 0, 200}, {200, 0, 0}, {-200, 0, 0}})
    CHECK(std::abs(brightness(straight, view_at(eye, {})) - facing) <= 2);
  // A side that is turned away by 60 degrees about the vertical gets less light.
  const int aside = brightness(about({0, 1, 0}, 40), ahead());
  CHECK(aside < facing - 10);
  // A side that faces up gets more light at the same angle than one that faces down.
  const int up = brightness(straight, view_at({0, 200, -1}, {})),
            down = brightness(straight, view_at({0, -200, -1}, {}));
  CHECK(up > down + 20);
  CHECK(std::abs(down - facing) <= 2);
  CHECK(facing > 60);
}

TEST_CASE("every shape that ships, or is in the folders of RCSS_SHAPES, is drawn without an OpenGL error") {
  std::vector<std::string> folders{source_folder() + "/scenes/sigverse"};
  if (const char* more = std::getenv("RCSS_SHAPES")) folders.emplace_back(more);
  PictureRoom room(folders);
  std::vector<Draft> all;
  int empty = 0;
  for (const std::string& folder : folders)
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      const std::string extension = file.path().extension().string(), name = file.path().filename().string();
      if (extension != ".wrl" && extension != ".x3d") continue;
      CAPTURE(name);
      room.add_entry(name + ":::", name);
      Draft draft = draft_of(name, name, {"body", wire::PartShape::box, {}, {1, 0, 0, 0}, {1, 1, 1}});
      room.update({draft});
      CHECK(glGetError() == GL_NO_ERROR);
      // Seen from above a corner, as shapes have their origin at the bottom or in the middle.
      const TakenPicture taken = room.shoot(view_at({300, 250, 350}, {0, 40, 0}));
      CHECK(glGetError() == GL_NO_ERROR);
      empty += taken.count(kBackground) == 320 * 240;
      const auto away = static_cast<double>(all.size());
      draft.parts.front().place = {100 * std::fmod(away, 10) - 450, 0, 100 * std::floor(away / 10)};
      all.push_back(draft.put(draft.parts.front().place));
    }
  CHECK(all.size() > 8);
  if (folders.size() == 1) {
    CHECK(empty == 0);
    CHECK(room.lines() == std::vector<std::string>());
  }
  room.update(all);
  const TakenPicture taken = room.shoot(view_at({0, 400, -900}, {0, 0, 200}));
  CHECK(glGetError() == GL_NO_ERROR);
  CHECK(taken.count(kBackground) < 320 * 240);
}
