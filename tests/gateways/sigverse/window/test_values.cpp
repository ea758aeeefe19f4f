// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "gateways/sigverse/window/startup_file.h"
#include "gateways/sigverse/window/text_field.h"
#include "gateways/sigverse/window/values.h"

using namespace sigverse;
using namespace sigverse::window;
using client::AttributeValue;

TEST_CASE("values are shown with six digits, and edited exactly") {
  CHECK(shown(AttributeValue(0.1 + 0.2)) == "0.3");
  CHECK(shown(AttributeValue(-0.0)) == "0");
  CHECK(shown(AttributeValue(true)) == "true");
  CHECK(shown(AttributeValue(std::string("o\x1b[n"))) == "\"o?[n\"");
  CHECK(editable(AttributeValue(0.1 + 0.2)) == "0.30000000000000004");
  CHECK(editable(AttributeValue(std::string("on"))) == "on");
  CHECK(editable(AttributeValue(false)) == "false");
}

TEST_CASE("long names are cut between letters, and end with dots") {
  CHECK(shown_name("cart\x1b") == "cart?");
  CHECK(shown_name(std::string(60, 'a')) == std::string(60, 'a'));
  CHECK(shown_name(std::string(61, 'a')) == std::string(60, 'a') + "...");
  const auto can = [](int count) {
    std::string name;
    for (int i = 0; i < count; ++i) name += "\xe7\xbc\xb6";
    return name;
  };
  CHECK(shown_name(can(60)) == can(60));
  CHECK(shown_name("x" + can(60)) == "x" + can(59) + "...");
  // In Shift_JIS.
  CHECK(shown_name(std::string(70, '\x8a')) == std::string(60, '\x8a') + "...");
}

TEST_CASE("typed text becomes a value of the attribute's kind, or a line gives the reason") {
  std::string problem;
  const AttributeValue number(1.0), flag(true), text(std::string("x"));
  CHECK(read_value(" 2.5 ", number, problem) == AttributeValue(2.5));
  CHECK(read_value("+1e3", number, problem) == AttributeValue(1000.0));
  CHECK(read_value("-0.30000000000000004", number, problem) == AttributeValue(-0.30000000000000004));
  CHECK(problem.empty());
  for (const char* const bad : {"", " ", "1,5", "2.5 cm", "nan", "inf", "1e999", "--1", "0x10"}) {
    problem.clear();
    INFO(bad);
    CHECK_FALSE(read_value(bad, number, problem));
    CHECK_FALSE(problem.empty());
  }
  CHECK(read_value("true", flag, problem) == AttributeValue(true));
  CHECK(read_value("0", flag, problem) == AttributeValue(false));
  CHECK_FALSE(read_value("2", flag, problem));
  CHECK(problem == "'2' is neither true nor false");
  CHECK(read_value(" as it is ", text, problem) == AttributeValue(std::string(" as it is ")));
  CHECK(read_value("", text, problem) == AttributeValue(std::string()));
  CHECK(is_read_only("name"));
  CHECK(is_read_only("class"));
  CHECK_FALSE(is_read_only("mass"));
}

TEST_CASE("a text field handles the usual keys") {
  using monitor::Input;
  using monitor::Key;
  TextField field("abc");
  const auto press = [&](Key key) {
    Input input;
    input.kind = Input::Kind::key_down;
    input.key = key;
    return field.handle(input);
  };
  const auto type = [&](const std::string& letters) {
    for (const char letter : letters) {
      Input input;
      input.kind = Input::Kind::letter;
      input.letter = letter;
      field.handle(input);
    }
  };
  type("d");
  CHECK(field.text() == "abcd");
  press(Key::left), press(Key::left), press(Key::backspace);
  CHECK(field.text() == "acd");
  type("B");
  CHECK(field.text() == "aBcd");
  press(Key::home), press(Key::remove), press(Key::left), press(Key::backspace);
  CHECK(field.text() == "Bcd");
  press(Key::end), press(Key::right), press(Key::remove), type("!");
  CHECK(field.text() == "Bcd!");
  CHECK(press(Key::enter) == TextField::Result::entered);
  CHECK(press(Key::escape) == TextField::Result::cancelled);
  CHECK(press(Key::tab) == TextField::Result::next);
  CHECK(press(Key::w) == TextField::Result::nothing);
  CHECK(field.text() == "Bcd!");
  // Letters of several octets stay whole.
  field.set("日本語");
  press(Key::backspace);
  CHECK(field.text() == "日本");
  press(Key::left), type("a"), press(Key::remove);
  CHECK(field.text() == "日a");
  press(Key::home), press(Key::right), type("b");
  CHECK(field.text() == "日ba");
  field.set(std::string(TextField::kMaxOctets, 'x'));
  type("y");
  CHECK(field.text().size() == TextField::kMaxOctets);
}

TEST_CASE("a startup file lists servers, and invalid lines are reported") {
  std::vector<std::string> problems;
  const auto choices = read_server_choices("# servers\n\nlocalhost:9000\r\n  10.0.0.2:9100\t\n[::1]:7\nhost\nhost:x\n",
                                           "startup.cfg", problems);
  REQUIRE(choices.size() == 4);
  CHECK((choices[0].host == "localhost" && choices[0].port == 9000));
  CHECK((choices[1].host == "10.0.0.2" && choices[1].port == 9100));
  CHECK((choices[2].host == "::1" && choices[2].port == 7));
  CHECK((choices[3].host == "host" && choices[3].port == wire::kServerPort));
  CHECK(problems == std::vector<std::string>{"startup.cfg:7: expected HOST:PORT"});
  problems.clear();
  std::string many;
  for (int i = 0; i < 100; ++i) many += "h:" + std::to_string(i + 1) + '\n';
  CHECK(read_server_choices(many, "many", problems).size() == kMaxServerChoices);
  CHECK(problems == std::vector<std::string>{"many:51: only 50 servers can be chosen from"});
}

TEST_CASE("a startup file that cannot be read, or is endless, causes one line") {
  std::vector<std::string> problems;
  CHECK_THROWS_WITH(read_startup_file("/no/such/file", problems), "cannot read /no/such/file");
  CHECK_THROWS_WITH(read_startup_file("/", problems), "cannot read /");
  CHECK_THROWS_WITH(read_startup_file("/dev/zero", problems), "/dev/zero is larger than 64 KB");
}
