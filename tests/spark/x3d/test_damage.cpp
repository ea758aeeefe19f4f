// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <pugixml.hpp>

#include "spark/x3d/x3d_writer.h"
#include "tests/spark/x3d/properties.h"
#include "tests/spark/x3d/shown.h"
#include "tests/spark/x3d/texts.h"

using namespace x3d;

namespace {

/// Reads any text; true if it is a document. A document is read back as the same from both writers; anything else gives
/// an error with a place inside the text.
bool takes(const std::string& text) {
  try {
    const Document document = read_vrml(text, "damaged");
    const std::string written = to_vrml(document);
    if (shown(read_vrml(written, "written")) != shown(document)) FAIL("not the same again: " << text);
    const std::string xml = to_x3d(document);
    pugi::xml_document parsed;
    const auto result = parsed.load_buffer(xml.data(), xml.size());
    if (!result) FAIL(result.description() << " in the XML of " << text);
    return true;
  } catch (const ReadError& error) {
    const auto lines = static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }));
    if (error.place().line < 1 || error.place().line > lines + 1) FAIL(error.what() << " is outside of " << text);
    return false;
  }
}

/// The text with random damage: pieces lost, doubled, moved or overwritten.
std::string damaged(std::string text) {
  static const std::vector<std::string> kPieces{"{",
                                                "}",
                                                "[",
                                                "]",
                                                "\"",
                                                "\\",
                                                "#",
                                                "\n",
                                                "IS",
                                                "DEF a ",
                                                "USE a",
                                                "NULL",
                                                "PROTO P [",
                                                "TRUE",
                                                "0x",
                                                "-",
                                                "1e9",
                                                ".",
                                                "\xff",
                                                "Group { }",
                                                "children",
                                                "RCML_Robot {",
                                                "Script {",
                                                "field SFNode x ",
                                                "ROUTE a.b TO c.d",
                                                std::string(1, '\0')};
  const int accidents = *rc::gen::inRange(1, 6);
  for (int i = 0; i < accidents; ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
    const auto length = *rc::gen::inRange<std::size_t>(0, std::min<std::size_t>(40, text.size() - at) + 1);
    const std::string piece = text.substr(at, length);
    switch (*rc::gen::inRange(0, 5)) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, piece);
        break;
      case 2:
        text.insert(*rc::gen::inRange<std::size_t>(0, text.size() + 1), piece);
        break;
      case 3:
        text.insert(at, *rc::gen::elementOf(kPieces));
        break;
      default:
        text.replace(at, length, *rc::gen::container<std::string>(length, rc::gen::arbitrary<char>()));
        break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("a file that is cut anywhere is a document or an error") {
  for (const auto& file : all_files()) {
    INFO(file);
    const std::string text = content(file);
    std::size_t documents = 0;
    for (std::size_t length = 0; length <= text.size(); ++length) documents += takes(text.substr(0, length));
    // Some cuts between statements and in comments give a document, but by far not all.
    CHECK(documents > 10);
    CHECK(documents < text.size() / 2);
  }
}

TEST_CASE("damaged files are documents or errors") {
  std::size_t documents = 0;
  for (const auto& file : all_files()) {
    const std::string text = content(file);
    hold(1500, [&] { documents += takes(damaged(text)); });
  }
  CHECK(documents > 100);
}

TEST_CASE("any bytes are a document or an error") {
  hold(3000, [] { takes("#VRML V2.0 utf8\n" + *rc::gen::arbitrary<std::string>()); });
}

TEST_CASE("limits refuse the whole text, at the place where it exceeds them") {
  CHECK(problem_of(repeated("Group { children ", 64) + repeated("}", 64)) ==
        "test.wrl:2:1089: expected a node, not '}'");
  CHECK(problem_of(repeated("Group { children ", 65) + "NULL") ==
        "test.wrl:2:1089: nodes are nested more than 64 deep");
  CHECK(problem_of(repeated("PROTO P [ ] { ", 65)) == "test.wrl:2:897: nodes are nested more than 64 deep");
  CHECK(problem_of("Group { } Coordinate { point [ 1 2 3 4 5 6 ] }", {.values = 9}) ==
        "test.wrl:2:40: there are more than 9 values");
  CHECK(problem_of("Group { } Coordinate { point [ 1 2 3 4 5 6 ] }", {.values = 11}).empty());
  CHECK(problem_of("Group { }", {.bytes = 20}) == "test.wrl:1:1: the text is longer than 20 octets");
  CHECK(problem_of("PixelTexture { image 1000000 1000000 1 " + repeated("0 ", 2'000'000)) ==
        "test.wrl:2:2000028: there are more than 1000000 values");
}

// With time that grows with the square of the length each text would take longer than the test may.
TEST_CASE("reading takes linear time, whatever is in the text") {
  const std::size_t many = 300'000;
  CHECK(problem_of(repeated("Group { } ", many)).empty());
  CHECK(problem_of(repeated("DEF a Group { } ", many)).empty());
  CHECK(problem_of(repeated("#\n", 7'000'000)).empty());
  CHECK(problem_of(repeated(",", 16'000'000)).empty());
  CHECK(problem_of("WorldInfo { title \"" + repeated("\\\\", 7'000'000) + "\" }").empty());
  CHECK(problem_of(repeated("[", 16'000'000)) == "test.wrl:2:1: expected a node, not '['");
  CHECK(problem_of(repeated("\"", 15'000'001)) == "test.wrl:2:1: expected a node, not a string");
  std::string interface, instance, routes;
  for (std::size_t i = 0; i < many; ++i) {
    const std::string number = std::to_string(i);
    interface += "field SFBool f" + number + " TRUE ";
    instance += "f" + number + " TRUE ";
    routes += "DEF n" + number + " Group { } ";
  }
  CHECK(problem_of("PROTO P [ " + interface + "] { } P { f1 TRUE }").empty());
  interface.resize(interface.find("f100000 ") - std::string_view("field SFBool ").size());
  instance.resize(instance.find("f100000 "));
  CHECK(problem_of("PROTO P [ " + interface + "] { } P { " + instance + "} " + repeated("P { f7 TRUE } ", 100'000))
            .empty());
  CHECK(problem_of(routes).empty());
}
