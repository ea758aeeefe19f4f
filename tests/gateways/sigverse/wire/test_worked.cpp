// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <sstream>

#include "gateways/sigverse/wire/packet.h"
#include "gateways/sigverse/wire/types.h"
#include "tests/gateways/sigverse/wire/hex.h"
#include "tests/gateways/sigverse/wire/worked.h"
#include "tests/support/files.h"
#include "tests/support/folders.h"

using namespace sigverse::wire;
using namespace sigverse_test;

namespace {

std::string page() {
  return content(source_folder() + "/docs/systems/sigverse-protocol.md");
}

/// The octets below each label of the page's examples.
std::map<std::string, std::string> examples() {
  std::istringstream lines(page());
  std::map<std::string, std::string> found;
  std::string line, label;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line.rfind("```", 0) == 0) {
      inside = line == "```hex";
    } else if (inside && line[0] != ' ') {
      label = line;
      CHECK(found.emplace(label, std::string()).second);
    } else if (inside) {
      found[label] += octets(line);
    }
  }
  return found;
}

std::vector<Worked> worked() {
  std::vector<Worked> all;
  for (const auto& part : {worked_requests(), worked_handlers(), worked_bodies(), worked_services(), worked_raw()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace

TEST_CASE("every worked example is written and read as its octets on the page") {
  const auto shown_on_page = examples();
  for (const Worked& example : worked()) {
    INFO(example.label);
    const auto at = shown_on_page.find(example.label);
    REQUIRE(at != shown_on_page.end());
    CHECK(shown(example.written) == shown(at->second));
    CHECK(shown(example.written_again(at->second)) == shown(at->second));
  }
}

TEST_CASE("an example that is cut off is not read as the whole example") {
  for (const Worked& example : worked()) {
    INFO(example.label);
    if (example.written.substr(0, 2) != "\xab\xcd") continue;
    // As if the sender had left out the last octets of the data.
    const std::size_t head = read_packet(example.written)->octets.size() - read_packet(example.written)->data.size();
    for (std::size_t size = head; size < example.written.size(); ++size) {
      const std::string cut = example.written.substr(0, size - 2) + example.written.substr(example.written.size() - 2);
      CHECK(example.written_again(cut) != example.written);
    }
  }
}

TEST_CASE("the page shows the octets of every example and no others") {
  std::set<std::string> known;
  for (const Worked& example : worked()) CHECK(known.insert(example.label).second);
  for (const auto& [label, octets] : examples()) {
    INFO(label);
    CHECK(known.count(label) == 1);
  }
}

TEST_CASE("the page names every type and every request with its number") {
  const std::string text = page();
  int types = 0, requests = 0;
  for (std::uint16_t number = 0; number != 0x0100; ++number) {
    const std::string type(name_of(static_cast<PacketType>(number)));
    if (!type.empty()) {
      ++types;
      INFO(number << " " << type);
      // A reply follows its request and the arrow.
      const bool answers = type.size() > 7 && type.substr(type.size() - 7) == "_RESULT";
      CHECK(text.find(answers ? fmt::format(" → {} |", number) : fmt::format("\n| {} ", number)) != std::string::npos);
      CHECK(text.find(answers ? type : fmt::format(" | {} | ", type)) != std::string::npos);
    }
    const std::string request(name_of(static_cast<RawCode>(number)));
    if (request.empty() || number == 1 || number == 10) continue;
    ++requests;
    INFO(number << " " << request);
    CHECK((text.find(fmt::format("\n| {} | {} |", number, request)) != std::string::npos ||
           text.find(fmt::format("\n| {}, 10 | {} |", number, request)) != std::string::npos));
  }
  CHECK(types == 78);
  CHECK(requests == 36);
}

TEST_CASE("unknown numbers of types and requests have no name") {
  CHECK(name_of(static_cast<PacketType>(55)).empty());
  CHECK(name_of(static_cast<PacketType>(137)).empty());
  CHECK(name_of(static_cast<PacketType>(65535)).empty());
  CHECK(name_of(PacketType::get_entity) == "GET_ENTITY");
  CHECK(name_of(RawCode::set_position) == "set position");
  CHECK(name_of(static_cast<RawCode>(41)).empty());
  CHECK(name_of(static_cast<RawCode>(0)).empty());
}
