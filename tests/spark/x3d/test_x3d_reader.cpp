// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/x3d_reader.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "spark/x3d/x3d_writer.h"
#include "tests/spark/x3d/canonical.h"
#include "tests/spark/x3d/shown.h"
#include "tests/spark/x3d/texts.h"

using namespace x3d;

namespace {

/// A scene of these elements, the first of which is in line 3.
std::string scene_of(std::string_view elements) {
  return "<X3D>\n<Scene>\n" + std::string(elements) + "\n</Scene></X3D>";
}

struct ReadElements {
  Document document;
  std::vector<std::string> warnings;
};

ReadElements read_scene_of(std::string_view elements, const Limits& limits = kShapeLimits) {
  Warnings warnings;
  Document document = read_x3d(scene_of(elements), "t.x3d", limits, warnings);
  return {std::move(document), warnings.lines()};
}

std::string problem_in(std::string_view elements, const Limits& limits = kShapeLimits) {
  try {
    const ReadElements read = read_scene_of(elements, limits);
    return read.warnings.empty() ? "" : "warning " + read.warnings.front();
  } catch (const ReadError& error) {
    return error.what();
  }
}

std::string problem_of_file(std::string_view text, const Limits& limits = kShapeLimits) {
  try {
    Warnings warnings;
    read_document(text, "f", limits, warnings);
    return warnings.is_empty() ? "" : "warning " + warnings.lines().front();
  } catch (const ReadError& error) {
    return error.what();
  }
}

Value xml_value_of(std::string_view element, std::string_view field) {
  const ReadElements read = read_scene_of(element);
  return first_node(read.document).find(field)->value;
}

std::string canonical_text(const Document& document) {
  return shown(Canonical(document).document());
}

}  // namespace

TEST_CASE("written X3D is read as the same document") {
  for (const auto& file : all_files()) {
    INFO(file);
    const Document document = read_vrml(content(file), file.string());
    Warnings warnings;
    const Document again = read_x3d(to_x3d(document), "again", {}, warnings);
    CHECK(warnings.lines() == std::vector<std::string>());
    CHECK(canonical_text(again) == canonical_text(document));
    // In canonical order the text is the same as well.
    const Document ordered = Canonical(document).document();
    CHECK(to_x3d(read_x3d(to_x3d(ordered), "again", {}, warnings)) ==
          to_x3d(read_x3d(to_x3d(read_x3d(to_x3d(ordered), "again", {}, warnings)), "again", {}, warnings)));
  }
}

TEST_CASE("every type of field has the same value in both encodings") {
  const std::vector<std::pair<std::string, std::string>> pairs{
      {"Cone { side FALSE bottom TRUE height 1.5 bottomRadius .25 }",
       "<Cone side='false' bottom='true' height='1.5' bottomRadius='.25'/>"},
      {"DEF m Material { diffuseColor 1 .5 0 transparency 1e-1 }",
       "<Material DEF='m' diffuseColor='1 .5 0' transparency=' 1e-1 '/>"},
      {"Transform { rotation 0 1 0 1.5 translation 1 -2 3 children [ Group { } Group { } ] }",
       "<Transform rotation='0 1 0 1.5' translation='1, -2,\t3'><Group/><!-- no --><Group/></Transform>"},
      {"Switch { whichChoice -1 choice [ DEF a Group { } USE a ] }",
       "<Switch whichChoice='-1'><Group DEF='a'/><Group USE='a'/></Switch>"},
      {"LOD { range [ 1 2 ] level Group { } }", "<LOD range='1 2'><Group/></LOD>"},
      {"Collision { collide FALSE proxy Shape { } children Group { } }",
       "<Collision enabled='false'><Shape containerField='proxy'/><Group/></Collision>"},
      {"IndexedFaceSet { coordIndex [ 0 1 2 -1 ] coord Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } }",
       "<IndexedFaceSet coordIndex='0 1 2 -1'><Coordinate point='0 0 0, 1 0 0, 0 1 0'/></IndexedFaceSet>"},
      {"Color { color [ 1 0 0 0 1 0 ] }", "<Color color='1 0 0 0 1 0'/>"},
      {"TextureCoordinate { point [ 0 0 1 0.5 ] }", "<TextureCoordinate point='0 0 1 0.5'/>"},
      {"OrientationInterpolator { key [ ] keyValue [ 0 0 1 1 ] }",
       "<OrientationInterpolator key='' keyValue='0 0 1 1'/>"},
      {"TimeSensor { cycleInterval 0.1 startTime 1234567890.123456 }",
       "<TimeSensor cycleInterval='0.1' startTime='1234567890.123456'/>"},
      {"PixelTexture { image 1 2 3 0xFF0000 255 }", "<PixelTexture image='1 2 3 0xFF0000 255'/>"},
      {"WorldInfo { title \"a \\\"b\\\" \\\\ <&>\" info [ \"one\" \"t\\\"w\\\\o\" \"\" ] }",
       "<WorldInfo title='a \"b\" \\ &lt;&amp;&gt;' info='\"one\" \"t\\\"w\\\\o\", \"\"'/>"},
      {"ImageTexture { url \"a b.png\" }", "<ImageTexture url='a b.png'/>"},
      {"ImageTexture { url [ ] repeatS FALSE }", "<ImageTexture url='' repeatS='FALSE'/>"},
      {"Script { url \"javascript: a < b\" field SFVec3f v 1 2 3 eventIn SFBool e field MFNode n [ Group { } ] }",
       "<Script><field accessType='initializeOnly' name='v' type='SFVec3f' value='1 2 3'/>"
       "<field accessType='inputOnly' name='e' type='SFBool'/>"
       "<field accessType='initializeOnly' name='n' type='MFNode'><Group/></field>"
       "<![CDATA[javascript: a < b]]></Script>"},
      {"PROTO P [ field SFFloat r 2 exposedField MFNode n [ ] field SFNode o NULL field MFVec3f v [ 1 2 3 ] "
       "eventOut SFTime t ] { Group { children IS n } Sphere { radius IS r } } "
       "DEF p P { r 3 n [ Group { } Group { } ] v [ 4 5 6 ] } USE p",
       "<ProtoDeclare name='P'><ProtoInterface><field accessType='initializeOnly' name='r' type='SFFloat' value='2'/>"
       "<field accessType='inputOutput' name='n' type='MFNode'/>"
       "<field accessType='initializeOnly' name='o' type='SFNode'/>"
       "<field accessType='initializeOnly' name='v' type='MFVec3f' value='1 2 3'/>"
       "<field accessType='outputOnly' name='t' type='SFTime'/></ProtoInterface>"
       "<ProtoBody><Group><IS><connect nodeField='children' protoField='n'/></IS></Group>"
       "<Sphere><IS><connect nodeField='radius' protoField='r'/></IS></Sphere></ProtoBody></ProtoDeclare>"
       "<ProtoInstance name='P' DEF='p'><fieldValue name='r' value='3'/><fieldValue name='n'><Group/><Group/>"
       "</fieldValue><fieldValue name='v'><![CDATA[4 5 6]]></fieldValue></ProtoInstance>"
       "<ProtoInstance name='P' USE='p'/>"},
      {"EXTERNPROTO E [ field SFBool b ] [ \"a.wrl\" \"b.wrl\" ] E { b TRUE }",
       "<ExternProtoDeclare name='E' url='\"a.wrl\" \"b.wrl\"'><field accessType='initializeOnly' name='b' "
       "type='SFBool'/></ExternProtoDeclare><ProtoInstance name='E'><fieldValue name='b' value='true'/>"
       "</ProtoInstance>"},
      {"DEF c Collision { } ROUTE c.collide TO c.set_collide ROUTE c.collide_changed TO c.collide",
       "<Collision DEF='c'/><ROUTE fromNode='c' fromField='enabled' toNode='c' toField='set_enabled'/>"
       "<ROUTE fromNode='c' fromField='enabled_changed' toNode='c' toField='enabled'/>"},
      {"Joint { name \"j\" jointType \"rotate\" jointAxis \"Z\" llimit [ -1 ] children Segment { mass 2 } }",
       "<Joint name='j' jointType='rotate' jointAxis='Z' llimit='-1'><Segment mass='2'/></Joint>"},
      {"Joint { jointAxis 0 0.6 0.8 }", "<Joint jointAxis='0 0.6 0.8'/>"},
      {"Joint { jointAxis 0 1 0 jointId 4 }",
       "<ProtoInstance name='Joint'><fieldValue name='jointAxis' value='0 1 0'/><fieldValue name='jointId' "
       "value='4'/></ProtoInstance>"},
      {"Humanoid { humanoidBody Joint { } }", "<Humanoid><Joint/></Humanoid>"},
      {"HAnimHumanoid { skeleton [ HAnimJoint { name \"a\" } ] }",
       "<HAnimHumanoid><HAnimJoint containerField='skeleton' name='a'/></HAnimHumanoid>"},
  };
  for (const auto& [vrml, xml] : pairs) {
    INFO(vrml);
    const Document expected = read_body(vrml);
    const ReadElements read = read_scene_of(xml);
    CHECK(read.warnings == std::vector<std::string>());
    CHECK(canonical_text(read.document) == canonical_text(expected));
    Warnings warnings;
    const Document written = read_x3d(to_x3d(expected), "written", kShapeLimits, warnings);
    CHECK(warnings.lines() == std::vector<std::string>());
    CHECK(canonical_text(written) == canonical_text(expected));
    CHECK(canonical_text(read_vrml(to_vrml(read.document), "written")) == canonical_text(expected));
  }
}

TEST_CASE("the classic encoding of X3D is read like VRML97 with other keywords") {
  Warnings warnings;
  const Document classic = read_document(
      "#X3D V3.0 utf8\nPROFILE Immersive\nCOMPONENT NURBS:2\nMETA \"a\" \"b { \"\n"
      "Switch { whichChoice 0 children [ DEF a Collision { enabled FALSE } ] }\n"
      "PROTO P [ inputOutput SFFloat r 1 initializeOnly SFBool b TRUE outputOnly SFBool o inputOnly SFBool i ] "
      "{ Sphere { radius IS r } }\n",
      "c.x3dv", kShapeLimits, warnings);
  CHECK(warnings.lines() == std::vector<std::string>());
  const Document vrml = read_body(
      "Switch { whichChoice 0 choice [ DEF a Collision { collide FALSE } ] }\n"
      "PROTO P [ exposedField SFFloat r 1 field SFBool b TRUE eventOut SFBool o eventIn SFBool i ] "
      "{ Sphere { radius IS r } }\n");
  CHECK(shown(classic) == shown(vrml));
  CHECK(problem_of("Switch { children [ ] }") == "test.wrl:2:10: Switch has no field 'children'");
  const Document mixed = read_document("#VRML V2.0 utf8\nPROFILE Interactive\nSwitch { children [ Group { } ] }", "m",
                                       kShapeLimits, warnings);
  CHECK(warnings.is_empty());
  CHECK(shown(mixed) == shown(read_body("Switch { choice [ Group { } ] }")));
}

TEST_CASE("the first line of VRML97 from exporters may be longer, with a profile below it") {
  Warnings warnings;
  const Document cosmo =
      read_document("#VRML V2.0 utf8 CosmoWorlds V1.0\nPROFILE Interactive\nGroup { }\n", "c.wrl", {}, warnings);
  CHECK(shown(cosmo) == shown(read_body("Group { }")));
  CHECK(warnings.is_empty());
  CHECK(problem_of("PROFILE Interactive\nGroup { } PROFILE Interactive") ==
        "test.wrl:3:11: there is no node type 'PROFILE', and no PROTO declares it");
}

TEST_CASE("bytes of other encodings are replaced") {
  // 表 and ソ of Shift_JIS have a backslash as their second octet, ボ a brace (7B).
  const std::string text =
      "#VRML V2.0 utf8\n# \x95\x5c\xff\x80\n"
      "DEF \x83\x7b\x83\x5c Group { children WorldInfo { title \"\x95\x5c\" info [ \"\xb1\xff\" \"\xe6\x97\xa5\" ] } "
      "}\n"
      "USE \x83\x7b\x83\x5c\n";
  Warnings warnings;
  const Document vrml = read_document(text, "s.wrl", kShapeLimits, warnings);
  const Document xml = read_document(
      "<?xml version='1.0' encoding='Shift_JIS'?><X3D><!-- \x95\x5c\xff --><Scene><Group DEF='\x83\x7b\x83\x5c'>"
      "<WorldInfo title='\x95\x5c' info='\"\xb1\xff\" \"\xe6\x97\xa5\"'/></Group><Group USE='\x83\x7b\x83\x5c'/>"
      "</Scene></X3D>",
      "s.x3d", kShapeLimits, warnings);
  CHECK(warnings.is_empty());
  const std::string lost = "\xEF\xBF\xBD";
  const Node& group = first_node(vrml);
  CHECK(group.name == lost + lost);
  const Node& info = group.find("children")->value.nodes().at(0);
  CHECK(info.find("title")->value.strings() == Strings{lost});
  CHECK(info.find("info")->value.strings() == Strings{lost + lost, "日"});
  CHECK(canonical_text(xml) == canonical_text(vrml));
  // A reader without warnings still refuses them.
  CHECK_THROWS_WITH(read_vrml(text, "s.wrl"), "s.wrl:3:5: octet 0x83 does not begin a valid character");
}

TEST_CASE("unknown nodes and fields are skipped, with a line for each kind") {
  const std::vector<std::string> expected{
      "s:3:1: there is no node type 'Nurbs', and no PROTO declares it: skipped (2 times)",
      "s:5:8: Sphere has no field 'size': skipped",
  };
  Warnings warnings;
  const Document vrml = read_document(
      "#X3D V3.0 utf8\n\nNurbs { a [ { \"}\" } DEF inner Group { } ] b { } }\n"
      "Shape { appearance USE inner geometry\n"
      "Sphere{size 1 solid TRUE radius 2 } }\n"  // X3D has the field solid, which changes no shape

      "Group { metadata DEF x Meta { value [ 1 2 \"]\" ] } children [ DEF n Nurbs { } Group { } USE n USE x ] }\n",
      "s", kShapeLimits, warnings);
  CHECK(warnings.lines() == expected);
  CHECK(shown(vrml) == shown(read_body("Shape { appearance NULL geometry Sphere { radius 2 } } "
                                       "Group { children [ Group { } ] }")));

  const ReadElements xml = read_scene_of(
      "<Nurbs><Group DEF='inner'/></Nurbs><Shape><Appearance USE='inner'/>\n"
      "<Sphere size='1' solid='true' radius='2'/></Shape>\n"
      "<Group colour='1'><Nurbs DEF='n'/><Group/><Nurbs USE='n'/><Sphere DEF='s'/><ProtoInstance name='Q'/></Group>\n"
      "<IMPORT inlineDEF='a'/><Group><fieldValue name='children'><Group/></fieldValue></Group>\n"
      "<ProtoDeclare name='P'><ProtoInterface><field accessType='initializeOnly' name='d' type='SFMatrix3f'/>"
      "</ProtoInterface><ProtoBody><Sphere><IS><connect nodeField='radius' protoField='d'/></IS></Sphere></ProtoBody>"
      "</ProtoDeclare>");
  CHECK(xml.warnings == std::vector<std::string>{
                            "t.x3d:3:2: there is no node type 'Nurbs': skipped (2 times)",
                            "t.x3d:4:2: Sphere has no field 'size': skipped",
                            "t.x3d:5:2: Group has no field 'colour': skipped",
                            "t.x3d:5:60: Sphere is not allowed in Group: skipped",
                            "t.x3d:5:77: there is no prototype 'Q': skipped",
                            "t.x3d:6:2: IMPORT is skipped",
                            "t.x3d:7:41: fields of type 'SFMatrix3f' are skipped",
                            "t.x3d:7:144: PROTO P has no field 'd': not connected",
                        });
}

TEST_CASE("faulty prototypes are read as far as they are valid") {
  const std::string text =
      "PROTO P [ field SFBool a TRUE eventIn SFBool a ] { Sphere { radius IS r } Script { url \"\" field SFFloat f IS "
      "g } "
      "} P { a FALSE }";
  Warnings warnings;
  const Document vrml = read_document("#VRML V2.0 utf8\n" + text, "p", kShapeLimits, warnings);
  CHECK(shown(vrml) ==
        shown(read_body("PROTO P [ field SFBool a TRUE ] { Sphere { } Script { url \"\" field SFFloat f 0 } } "
                        "P { a FALSE }")));
  CHECK(warnings.lines() == std::vector<std::string>{"p:2:31: P has 'a' twice: the first one counts",
                                                     "p:2:71: PROTO P has no field 'r': not connected",
                                                     "p:2:110: PROTO P has no field 'g': not connected"});
  CHECK(problem_of(text) == "test.wrl:2:31: P has 'a' twice");
  // A node type that X3D has and VRML97 has not, with the name of a prototype.
  CHECK(problem_in("<ExternProtoDeclare name='LoadSensor' url=''/><LoadSensor/>") ==
        "warning t.x3d:3:48: there is no node type 'LoadSensor': skipped");
}

TEST_CASE("numbers that were printed as nan or infinite are read as nan, with a line") {
  for (const std::string number : {"nan", "-NaN", "inf", "-Infinity"}) {
    Warnings warnings;
    const Document vrml =
        read_document("#VRML V2.0 utf8\nCoordinate { point [ 1 " + number + " 2 ] }", "n", {}, warnings);
    CHECK(std::isnan(first_node(vrml).find("point")->value.floats().at(1)));
    CHECK(warnings.lines() == std::vector<std::string>{"n:2:24: '" + number + "' is not a number"});
    const ReadElements xml = read_scene_of("<Coordinate point='1 " + number + "\n2'/>");
    CHECK(std::isnan(first_node(xml.document).find("point")->value.floats().at(1)));
    CHECK(xml.warnings == std::vector<std::string>{"t.x3d:3:22: a number that is NaN or infinite"});
  }
  CHECK(std::isnan(xml_value_of("<Sphere radius='-1.#IND'/>", "radius").floats().at(0)));
  CHECK(problem_in("<Sphere radius='nano'/>") == "t.x3d:3:17: expected a number, not 'nano'");
}

TEST_CASE("faults in X3D are reported in one line with the place") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"<Sphere radius='x'/>", "3:17: expected a number, not 'x'"},
      {"<Sphere radius='1 2'/>", "3:20: expected one number for SFFloat, not 2"},
      {"<Sphere radius='3.5e38'/>", "3:17: '3.5e38' is too large for a number of 32 bits"},
      {"<Sphere radius='1' radius='2'/>", "3:20: Sphere has 'radius' twice"},
      {"<Transform translation='1 2'/>", "3:28: expected 3 numbers for SFVec3f, not 2"},
      {"<Coordinate point='1 2 3 4'/>", "3:27: expected 3 numbers for each value of MFVec3f; there are 4"},
      {"<Coordinate point='1 2\r\n 3 &#52; &lt;'/>", "4:10: expected a number, not '<'"},
      {"<Switch whichChoice='1.0'/>", "3:22: expected a whole number, not '1.0'"},
      {"<Cone side='yes'/>", "3:13: expected true or false, not 'yes'"},
      {"<WorldInfo info='\"a\" b'/>", "3:18: expected a string in quotes, not 'b'"},
      {"<WorldInfo info='\"a'/>", "3:18: a string does not end"},
      {"<PixelTexture image='1 1 1'/>", "3:22: 3 numbers for 1 by 1 pixels of 1 components are not a valid picture"},
      {"<Group USE='a'/>", "3:2: USE of 'a': no earlier node in its scope has this name"},
      {"<ProtoDeclare name='P'><ProtoBody><Group DEF='a'/></ProtoBody></ProtoDeclare><Group USE='a'/>",
       "3:79: USE of 'a': no earlier node in its scope has this name"},
      {"<Shape><Sphere/><Box/></Shape>", "3:18: Shape has 'geometry' twice"},
      {"<ProtoDeclare name='P'><ProtoBody><ProtoInstance name='P'/></ProtoBody></ProtoDeclare>",
       "3:36: PROTO P contains itself"},
      {"<ProtoDeclare name='P'><ProtoBody><Group><IS><connect nodeField='children' protoField='r'/></IS></Group>"
       "</ProtoBody></ProtoDeclare>",
       "3:47: PROTO P has no field 'r': not connected"},
      {"<ProtoDeclare name='P'><ProtoInterface><field accessType='inputOutput' name='r' type='SFInt32'/>"
       "</ProtoInterface><ProtoBody><Sphere><IS><connect nodeField='radius' protoField='r'/></IS></Sphere>"
       "</ProtoBody></ProtoDeclare>",
       "3:138: 'r' of PROTO P is SFInt32, not SFFloat"},
      {"<Group><IS/></Group>", "3:9: IS is only for nodes in the body of a PROTO"},
      {"<ProtoDeclare/>", "3:2: <ProtoDeclare> needs name='…'"},
      {"<ProtoDeclare name='P'><ProtoInterface><field name='a' accessType='in' type='SFBool'/></ProtoInterface>"
       "</ProtoDeclare>",
       "3:41: expected initializeOnly, inputOnly, outputOnly or inputOutput, not 'in'"},
      {"<ProtoDeclare name='Box'><ProtoBody><Group/></ProtoBody></ProtoDeclare><Box/>",
       "3:73: Box is the name of a prototype, from which this node cannot be distinguished"},
      {"<Collision><Group/><Group containerField='proxy' DEF='a'/><Group USE='a'/></Collision>",
       "3:60: children in two places with other nodes between them"},
      {"<Group><Box/></Transform>", "3:16: this is not XML: start-end tags mismatch"},
      {"<ROUTE fromNode='a'/>", "3:2: <ROUTE> needs fromField='…'"},
  };
  for (const auto& [elements, problem] : cases) {
    INFO(elements);
    const std::string found = problem_in(elements);
    CHECK((found.starts_with("warning ") ? found.substr(8) : found) == "t.x3d:" + problem);
  }
  CHECK(problem_in("<Collision><Group/><Group containerField='proxy'/><Group/></Collision>").empty());
  CHECK(
      problem_in("<Group><Group/><ROUTE fromNode='a' fromField='b' toNode='c' toField='d'/><Group/></Group>").empty());
}

TEST_CASE("the first characters tell the kind of file") {
  CHECK(problem_of_file("\xEF\xBB\xBF <?xml version='1.0'?><!DOCTYPE X3D PUBLIC 'a' 'b'><X3D><Scene/></X3D>").empty());
  CHECK(problem_of_file("\xEF\xBB\xBF#VRML V2.0 utf8").empty());
  CHECK(problem_of_file("") == "f:1:1: expected '<X3D>', '#VRML V2.0 utf8' or '#X3D V3.0 utf8' as the beginning");
  CHECK(problem_of_file("solid a") ==
        "f:1:1: expected '<X3D>', '#VRML V2.0 utf8' or '#X3D V3.0 utf8' as the beginning");
  CHECK(problem_of_file("#VRML V1.0 ascii\n") == "f:1:1: this is VRML 1.0, which is another language");
  CHECK(problem_of_file("\x1f\x8b\x08") == "f:1:1: this is compressed with gzip; unpack it with gunzip first");
  CHECK(problem_of_file("<html/>") == "f:1:2: expected <X3D>, not <html>");
  CHECK(problem_of_file("<X3D/>") == "f:1:2: <X3D> has no <Scene>");
  CHECK(problem_of_file(std::string("<\0X\0", 4)) ==
        "f:1:2: a zero octet: this is not text, or is text in UTF-16, which is not read");
}

TEST_CASE("entities are not expanded, and nothing is loaded") {
  CHECK(problem_of_file("<!DOCTYPE X3D [<!ENTITY a 'b'><!ENTITY c '&a;&a;'>]><X3D><Scene/></X3D>") ==
        "f:1:11: this defines entities, which are not expanded");
  CHECK(problem_of_file("<!DOCTYPE X3D [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><X3D><Scene/></X3D>") ==
        "f:1:11: this defines entities, which are not expanded");
  CHECK(xml_value_of("<WorldInfo title='&a;&#65;&#x42;'/>", "title").strings() == Strings{"&a;AB"});
}

TEST_CASE("X3D beyond the limits is refused") {
  const auto nested = [](int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += "<Group>";
    for (int i = 0; i < depth; ++i) text += "</Group>";
    return text;
  };
  CHECK(problem_in(nested(256)).empty());
  CHECK(problem_in(nested(257)) == "t.x3d:3:1794: nodes are nested more than 256 deep");
  CHECK(problem_in("<Group/>", {.bytes = 20}) == "t.x3d:1:1: the text is longer than 20 octets");
  CHECK(problem_in("<Coordinate point='1 2 3 4 5 6'/>", {.values = 8}) == "t.x3d:3:30: there are too many values");
  CHECK(problem_in("<Coordinate point='1 2 3 4 5 6'/>", {.values = 9}).empty());
  CHECK(problem_in("<Group a='1' b='1' c='1' d='1' e='1'/>", {.objects = 3}) ==
        "t.x3d:3:33: there are more than 3 elements and attributes");
  CHECK(problem_in("<WorldInfo info='\"\" \"\" \"\" \"\" \"\" \"\"'/>", {.objects = 6}) ==
        "t.x3d:3:2: there are more than 6 nodes, fields and strings");
}

// With time that grows with the square of the length each text would take longer than the test may.
TEST_CASE("reading X3D takes linear time, whatever is in the text") {
  const auto many = [](std::string_view piece, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += piece;
    return text;
  };
  CHECK(problem_in(many("<Group/>", 300'000)).empty());
  CHECK(problem_in(many("<Group DEF='a'/><Group USE='a'/>", 100'000)).empty());
  CHECK(problem_in(many("<Foo a='1'/>", 300'000)).find("skipped (300000 times)") != std::string::npos);
  CHECK(problem_in("<Group>" + many("<Sphere/>", 300'000) + "</Group>").find("(300000 times)") != std::string::npos);
  CHECK(problem_in("<Group" + many(" a='1'", 300'000) + "/>").find("(300000 times)") != std::string::npos);
  CHECK(problem_in("<Coordinate point='" + many("nan\n", 3'000'000) + "'/>").starts_with("warning "));
  CHECK(
      problem_in("<Collision>" + many("<Group/><Group containerField='children'/>", 100'000) + "</Collision>").empty());
  CHECK(problem_in(many("<Foo>", 300'000) + many("</Foo>", 300'000)).starts_with("warning "));
}
