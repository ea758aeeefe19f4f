// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>

#include "spark/x3d/affine.h"
#include "spark/x3d/walk.h"
#include "tests/spark/x3d/scenes.h"
#include "tests/spark/x3d/texts.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

using namespace x3d;
using Catch::Matchers::WithinAbs;

namespace {

const SceneNode& root(const SceneOf& made, std::size_t index = 0) {
  return *made.scene.roots().at(index);
}

}  // namespace

TEST_CASE("USE refers to the same node") {
  const SceneOf made(
      "Group { children [ DEF s Shape { geometry DEF g Sphere { radius 3 } } USE s Shape { geometry USE g } ] }");
  CHECK(tree(made.scene) == "Group(Shape(Sphere) Shape(Sphere) Shape(Sphere))");
  const auto& children = root(made).nodes("children");
  CHECK(children[0] == children[1]);
  CHECK(children[2]->node("geometry") == children[0]->node("geometry"));
  CHECK(children[0]->name == "s");
  CHECK(made.scene.nodes().size() == 4);
  CHECK(root(made).height == 3);
  // The last node with a name counts.
  const SceneOf twice("DEF a Sphere { radius 1 } DEF a Sphere { radius 2 } Shape { geometry USE a }");
  CHECK(root(twice, 2).node("geometry")->number("radius", 0) == 2);
}

TEST_CASE("an instance is the first node of its prototype, with the fields that IS binds") {
  const SceneOf made(
      "PROTO Ball [ field SFFloat r 2 exposedField SFVec3f at 1 0 0 field MFNode more [ Group { } ] ] {\n"
      "  PROTO Inner [ field SFFloat size 7 field SFNode look NULL ] {\n"
      "    Shape { geometry Sphere { radius IS size } appearance IS look } }\n"
      "  Transform { translation IS at children [ Inner { size IS r look Appearance { } } Inner { } "
      "Group { children IS more } ] }\n"
      "  Sphere { } }\n"
      "DEF one Ball { r 3 } Ball { at 5 6 7 more [ USE one Switch { } ] }");
  CHECK(tree(made.scene) ==
        "Transform(Shape(Sphere Appearance) Shape(Sphere) Group(Group)) "
        "Transform(Shape(Sphere Appearance) Shape(Sphere) "
        "Group(Transform(Shape(Sphere Appearance) Shape(Sphere) Group(Group)) Switch))");
  CHECK(root(made).name == "one");
  CHECK(root(made).vector("translation", {}).x == 1);
  CHECK(root(made, 1).vector("translation", {}).z == 7);
  const auto radius = [](const SceneNode& ball, std::size_t i) {
    return ball.nodes("children")[i]->node("geometry")->number("radius", 0);
  };
  CHECK(radius(root(made), 0) == 3);
  CHECK(radius(root(made), 1) == 7);
  CHECK(radius(root(made, 1), 0) == 2);
  CHECK(root(made, 1).nodes("children")[2]->nodes("children")[0] == &root(made));
  CHECK(made.lines().empty());
}

TEST_CASE("a prototype uses the declarations before it, whatever later ones have the same name") {
  const SceneOf made(
      "PROTO A [ ] { Sphere { } } PROTO B [ ] { Shape { geometry A { } } } PROTO A [ ] { Group { children B { } } } "
      "A { } B { }");
  CHECK(tree(made.scene) == "Group(Shape(Sphere)) Shape(Sphere)");
  const SceneOf hidden("PROTO Box [ ] { Sphere { } } Shape { geometry Box { } }");
  CHECK(tree(hidden.scene) == "Shape(Sphere)");
  // Each body has its own names.
  const SceneOf names(
      "PROTO A [ ] { Group { children [ DEF x Shape { } USE x ] } } DEF x Sphere { } A { } A { } USE x");
  CHECK(tree(names.scene) == "Sphere Group(Shape Shape) Group(Shape Shape) Sphere");
}

TEST_CASE("instances of humanoid prototypes keep their types, with the defaults of their interface") {
  const std::string protos =
      "PROTO Joint [ exposedField SFString name \"\" exposedField SFVec3f translation 0 0 5 exposedField MFNode "
      "children "
      "[ ] exposedField SFString jointType \"free\" field SFInt32 mine 3 ] { Transform { children IS children } }\n"
      "PROTO Segment [ field SFFloat length 1 ] { Shape { geometry Box { } } }\n";
  const SceneOf made(protos +
                     "DEF j Joint { name \"a\" children Joint { jointType \"rotate\" } } Segment { length 2 }");
  CHECK(tree(made.scene) == "Joint(Joint) Shape(Box)");
  CHECK(root(made).text("name") == "a");
  CHECK(root(made).text("jointType") == "free");
  CHECK(root(made).find("jointType")->is_default);
  CHECK_FALSE(root(made).find("name")->is_default);
  CHECK(root(made).vector("translation", {}).z == 5);
  CHECK(root(made).node("children")->text("jointType") == "rotate");
}

TEST_CASE("a Switch has only its chosen child, and an LOD only its first level") {
  CHECK(tree(SceneOf("Switch { whichChoice -1 choice [ DEF m Sphere { } ] } Shape { geometry USE m }").scene) ==
        "Switch Shape(Sphere)");
  CHECK(tree(SceneOf("Switch { choice [ Group { } ] }").scene) == "Switch");
  CHECK(tree(SceneOf("Switch { choice [ Group { } Shape { } ] whichChoice 1 }").scene) == "Switch(Shape)");
  CHECK(tree(SceneOf("Switch { choice [ Group { } Shape { } ] whichChoice 2 }").scene) == "Switch");
  CHECK(tree(SceneOf("EXTERNPROTO E [ ] \"e.wrl\" Switch { choice [ E { } Shape { } ] whichChoice 1 }").scene) ==
        "Switch(Shape)");
  CHECK(tree(SceneOf("PROTO P [ field SFInt32 n 0 ] { Switch { choice [ Group { } Shape { } ] whichChoice IS n } } "
                     "P { n 1 } P { }")
                 .scene) == "Switch(Shape) Switch(Group)");
  CHECK(tree(SceneOf("LOD { level [ Group { } Shape { } ] }").scene) == "LOD(Group)");
}

TEST_CASE("files are inlined, each read once") {
  const std::string ball = "#VRML V2.0 utf8\nDEF x Shape { geometry Sphere { } } Group { }";
  const std::string xml = "<X3D><Scene><Inline url='\"ball.wrl\"'/></Scene></X3D>";
  const SceneOf made(
      "Inline { url \"ball.wrl\" } Inline { url [ \"http://a.example/ball.wrl\" \"none.wrl\" \"b.x3d\" ] } "
      "Inline { url \"C:\\shapes\\ball.wrl\" }",
      {{"ball.wrl", ball}, {"b.x3d", xml}});
  CHECK(tree(made.scene) == "Group(Shape(Sphere) Group) Group(Group(Shape(Sphere) Group)) Group(Shape(Sphere) Group)");
  CHECK(root(made).nodes("children")[0] == root(made, 2).nodes("children")[0]);
  CHECK(root(made).nodes("children")[0]->file == "ball.wrl");
  CHECK(made.lines() ==
        std::vector<std::string>{
            "t.wrl:2:27: Inline of 'http://a.example/ball.wrl', which is not a file on this machine: skipped",
            "t.wrl:2:27: Inline of 'none.wrl': there is no such file: skipped"});
}

TEST_CASE("an inlined file that cannot be used is skipped") {
  const std::string loop = "#VRML V2.0 utf8\nGroup { children Inline { url \"a.wrl\" } } Shape { }";
  const SceneOf made("Inline { url \"a.wrl\" } Inline { url \"bad.wrl\" } Inline { url \"t.wrl\" } Shape { }",
                     {{"a.wrl", loop}, {"bad.wrl", "#VRML V2.0 utf8\nSphere {"}, {"t.wrl", "-"}});
  CHECK(tree(made.scene) == "Group(Group Shape) Shape");
  CHECK(made.lines() ==
        std::vector<std::string>{
            "a.wrl:2:18: Inline of 'a.wrl': it contains this file: skipped",
            "t.wrl:2:24: Inline of 'bad.wrl': bad.wrl:2:9: expected a field of Sphere or '}', not the end of the text: "
            "skipped",
            "t.wrl:2:49: Inline of 't.wrl': it contains this file: skipped"});
  Limits small = kShapeLimits;
  small.bytes = 60;
  const SceneOf large("Inline { url \"a.wrl\" } Shape { }", {{"a.wrl", loop}}, small);
  CHECK(large.lines() ==
        std::vector<std::string>{"t.wrl:2:1: Inline of 'a.wrl': all inlined files are longer than 60 octets: skipped"});
}

TEST_CASE("local file names are found in URLs") {
  CHECK(local_file_name("a/b.wrl") == "a/b.wrl");
  CHECK(local_file_name("..\\b.wrl#door") == "../b.wrl");
  CHECK(local_file_name("C:\\My Shapes\\b.wrl") == "b.wrl");
  CHECK(local_file_name("d:b.wrl") == "b.wrl");
  CHECK(local_file_name("\\\\server\\share\\b.wrl") == "b.wrl");
  CHECK(local_file_name("file:///home/b.wrl") == "/home/b.wrl");
  CHECK(local_file_name("file:///C:/shapes/b.wrl") == "b.wrl");
  CHECK(local_file_name("file:b.wrl") == "b.wrl");
  CHECK(local_file_name("/b.wrl") == "/b.wrl");
  for (const std::string_view none :
       {"http://a/b.wrl", "https://a/b", "urn:a:b", "data:text,b", "a+b://c", "", "#a", "C:"})
    CHECK_FALSE(local_file_name(none).has_value());
}

TEST_CASE("files are read from the disk, relative to the file that names them") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "sub");
  write_file(folder / "a.wrl",
             "#VRML V2.0 utf8\nInline { url \"sub/b.wrl\" } Inline { url \"sub\" } Inline { url \"x\" }");
  write_file(folder / "sub/b.wrl", "#VRML V2.0 utf8\nInline { url \"../c.wrl\" }");
  write_file(folder / "c.wrl", "#VRML V2.0 utf8\nSphere { }");
  Warnings warnings;
  const TextSource files = local_files();
  const auto first = files("a.wrl", folder.path().string());
  REQUIRE(first);
  CHECK(tree(read_scene(*first, files, kShapeLimits, warnings)) == "Group(Group(Sphere))");
  REQUIRE(warnings.lines().size() == 2);
  CHECK(warnings.lines()[0] == first->path + ":2:28: Inline of 'sub': it is not a regular file: skipped");
  CHECK(warnings.lines()[1] == first->path + ":2:49: Inline of 'x': there is no such file: skipped");
  CHECK(local_files(5)("c.wrl", folder.path().string())->text == "#VRML ");
}

TEST_CASE("scripts, routes and prototypes that are not loaded are left out of a scene") {
  const SceneOf made(
      "DEF s Script { url \"\" field SFNode itself USE s field SFNode n DEF g Group { } } USE g USE s "
      "EXTERNPROTO E [ field MFNode c ] \"e.wrl\" DEF e E { c [ DEF h Shape { } ] } E { } USE e USE h "
      "ROUTE s.a TO s.b PROTO Empty [ ] { } Empty { }");
  CHECK(tree(made.scene) == "Group Shape");
  CHECK(made.lines() == std::vector<std::string>{"t.wrl:2:141: EXTERNPROTO E is not loaded: skipped (2 times)",
                                                 "t.wrl:2:224: PROTO Empty contains no node: skipped"});
}

TEST_CASE("scenes that are infinite, or explode in size, are refused") {
  CHECK(refusal("DEF a Group { children [ Group { children USE a } ] }") ==
        "t.wrl:2:43: USE of 'a' in the node of that name");
  CHECK(refusal("PROTO P [ ] { P { } }") == "t.wrl:2:15: PROTO P contains itself");
  CHECK(refusal("PROTO P [ field SFNode n NULL ] { Group { children IS n } }") ==
        "t.wrl:2:55: 'n' of PROTO P is SFNode, not MFNode");
  Document built;
  built.add(Node::use("missing"));
  Warnings warnings;
  CHECK_THROWS_WITH(resolve(std::move(built), {"b", "", ""}, {}, {}, warnings),
                    "b:0:0: USE of 'missing': no earlier node in its scope has this name");

  // Each prototype contains ten of the one before: 10^9 spheres.
  std::string bomb = "PROTO P0 [ ] { Sphere { } }\n";
  for (int i = 1; i < 10; ++i)
    bomb += "PROTO P" + std::to_string(i) + " [ ] { Group { children [ " +
            repeated("P" + std::to_string(i - 1) + " { } ", 10) + "] } }\n";
  CHECK(refusal(bomb + "P9 { }").find("there are more than 1000000 nodes when prototypes are expanded") !=
        std::string::npos);

  // Each group contains the one before twice: 2^60 spheres, 61 nodes.
  std::string shared = "DEF g0 Shape { geometry Sphere { } }\n";
  for (int i = 1; i <= 60; ++i) {
    const std::string below = "USE g" + std::to_string(i - 1) + " ";
    shared += "DEF g" + std::to_string(i) + " Group { children [ " + below + below + "] }\n";
  }
  const SceneOf small(shared);
  CHECK(small.scene.nodes().size() == 62);
  CHECK(small.scene.roots().back()->height == 62);
  CHECK(refusal(shared, [](SceneOf& made) {
          placed_shapes(made.scene.roots());
        }).ends_with("more than 1000000 nodes are drawn"));

  // A chain of USE, though no text is nested deeply.
  std::string chain = "DEF g0 Group { }\n";
  for (int i = 1; i < 300; ++i)
    chain += "DEF g" + std::to_string(i) + " Group { children USE g" + std::to_string(i - 1) + " }\n";
  CHECK(refusal(chain) == "t.wrl:258:10: nodes are nested more than 256 deep");
  CHECK(refusal(repeated("Group { children ", 257)).ends_with("nodes are nested more than 256 deep"));
}

TEST_CASE("instances with many fields take time in proportion to the text") {
  std::string interface, given;
  for (int i = 0; i < 100'000; ++i) interface += "field SFBool f" + std::to_string(i) + " TRUE ";
  CHECK(SceneOf("PROTO P [ " + interface + "] { Group { } } " + repeated("P { f7 FALSE } ", 50'000))
            .scene.nodes()
            .size() == 50'000);
  CHECK(SceneOf("PROTO Joint [ exposedField MFNode children [ ] " + interface + "] { Group { } } " +
                repeated("Joint { f7 FALSE } ", 50'000))
            .scene.nodes()
            .size() == 50'000);
}

TEST_CASE("shapes are placed by the transforms above them") {
  const SceneOf made(
      "Transform { translation 1 2 3 rotation 0 0 1 1.5707963 scale 2 2 2 children [\n"
      "  Transform { translation 10 0 0 center 1 0 0 rotation 0 1 0 3.1415927 children Shape { geometry Box { } } }\n"
      "  Shape { } Switch { choice Shape { } } Anchor { children LOD { level Shape { } } } ] }\n"
      "Shape { geometry Sphere { } } Sphere { }");
  const auto shapes = placed_shapes(made.scene.roots());
  REQUIRE(shapes.size() == 4);
  check_point(shapes[0].placed * spark::Vec3{0, 0, 0}, 1, 2 + 2 * 12, 3);
  check_point(shapes[0].placed * spark::Vec3{1, 1, 0}, 1 - 2, 2 + 2 * 11, 3);
  CHECK(shapes[0].geometry->type == "Box");
  check_point(shapes[1].placed * spark::Vec3{1, 0, 0}, 1, 4, 3);
  CHECK(shapes[1].geometry == nullptr);
  check_point(shapes[3].placed * spark::Vec3{1, 2, 3}, 1, 2, 3);
  CHECK(refusal("Transform { scale 3e38 1 1 children Transform { scale 3e38 1 1 children Transform { scale 3e38 1 1 "
                "children [ Transform { scale 3e38 3e38 1 children [ Transform { scale 3e38 1 1 children Transform { "
                "scale 3e38 1 1 children Transform { scale 3e38 1 1 children Transform { scale 3e38 1 1 children "
                "Transform { scale 3e38 1 1 children [ ] } } } } } ] } ] } } }",
                [](SceneOf& scene) { placed_shapes(scene.scene.roots()); })
            .empty());
  CHECK(refusal("Transform { translation nan 0 0 children Shape { } }", [](SceneOf& scene) {
          placed_shapes(scene.scene.roots());
        }) == "t.wrl:2:1: the place of this Transform is not finite");
}

TEST_CASE("an affine map is split into a pose and the rest") {
  const SceneOf made(
      "Transform { translation 1 2 3 rotation 1 1 1 2 scale 2 3 4 } "
      "Transform { rotation 1 0 0 1 scale 2 3 4 scaleOrientation 0 1 1 0.7 } Transform { scale -1 1 1 } "
      "Transform { scale 0 1 1 } Transform { scale 0 0 1 rotation 0 1 0 1 } Transform { scale 0 0 0 } "
      "Transform { scale 1 0 1 rotation 1 0 0 1 }");
  for (const SceneNode* node : made.scene.roots()) {
    const Affine map = transform_of(*node);
    const SplitAffine parts = split(map);
    INFO(node->place.column);
    const spark::Mat3& r = parts.pose.rotation;
    for (std::size_t i = 0; i < 3; ++i) {
      const spark::Vec3 a{r[i], r[3 + i], r[6 + i]}, b{r[(i + 1) % 3], r[3 + (i + 1) % 3], r[6 + (i + 1) % 3]},
          c{r[(i + 2) % 3], r[3 + (i + 2) % 3], r[6 + (i + 2) % 3]};
      check_point(spark::cross(a, b), c.x, c.y, c.z);
    }
    const Affine again = Affine{r, parts.pose.position} * parts.rest;
    for (std::size_t i = 0; i < 9; ++i) CHECK_THAT(again.linear[i], WithinAbs(map.linear[i], 1e-6));
    check_point(again.translation, map.translation.x, map.translation.y, map.translation.z);
    CHECK(parts.rest.linear[3] == 0);
  }
  const SplitAffine scaled = split(transform_of(root(made)));
  CHECK_THAT(scaled.rest.linear[0], WithinAbs(2, 1e-6));
  CHECK_THAT(scaled.rest.linear[4], WithinAbs(3, 1e-6));
  CHECK_THAT(scaled.rest.linear[8], WithinAbs(4, 1e-6));
}
