// SPDX-License-Identifier: Apache-2.0
// Drawings of agents, as pages get them.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "monitor-lite/web/packed_log.h"
#include "monitor-lite/web/page_drawings.h"
#include "tests/monitor-lite/client/streams.h"

using namespace monitor;
using Json = nlohmann::ordered_json;

namespace {

struct DrawnMatch {
  DrawnMatch() { write_file(folder / "monitor.log", text_of(match(100))); }
  void draw(const std::string& text) const { write_file(folder / "agent0-draw.log", text); }
  Json page(std::size_t first, std::size_t last, std::size_t max_text = 1U << 20) const {
    const LogFile log(folder.path());
    AgentDrawings drawings(folder.path(), log);
    return Json::parse(page_drawings(drawings, first, last, max_text));
  }
  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("pages get drawings with the places at which they are shown") {
  DrawnMatch drawn;
  drawn.draw(
      "5 (by right 3)(line pass 1 2 3.14159 -4)(circle ball 5 6 0.5)(words pass 3 4 \"<b>&\")\n20 (by right 3)(fly)\n");
  CHECK(drawn.page(0, 99) == Json::parse(R"({"layers":["ball","pass"],"drawn":[{"from":1.0,"to":2.0,"side":"right",
      "number":3,"shapes":[["line","pass",-1.0,-2.0,-3.14,4.0],["circle","ball",-5.0,-6.0,0.5],
      ["words","pass",-3.0,-4.0,"<b>&"]]}],"end":null})"));
}

TEST_CASE("a part of a match has the drawings that are shown in it") {
  DrawnMatch drawn;
  drawn.draw("5 (by left 1)(circle a 1 0 1)\n305 (by left 1)(circle a 2 0 1)\n605 (by left 1)(circle a 3 0 1)\n");
  const Json part = drawn.page(22, 30)["drawn"];
  REQUIRE(part.size() == 1);  // frame 21 shows it first
  CHECK(part[0]["from"] == 0.0);
  CHECK(part[0]["to"] == Approx(21 + 40 / 15.0 - 22).margin(0.001));
  CHECK(part[0]["shapes"][0][2] == 2.0);
  CHECK(drawn.page(24, 40)["drawn"].empty());
}

TEST_CASE("drawings beyond the limit are dropped, and the page is notified where they end") {
  DrawnMatch drawn;
  std::string text;
  for (int i = 0; i < 50; ++i) text += std::to_string(5 + 20 * i) + " (by left 1)(circle a 0 0 1)\n";
  drawn.draw(text);
  CHECK(drawn.page(0, 99)["drawn"].size() == 50);
  const Json cut = drawn.page(0, 99, 1000);
  REQUIRE(cut["drawn"].size() > 5);
  REQUIRE(cut["drawn"].size() < 50);
  CHECK(cut["end"] == cut["drawn"].back()["to"]);
}

TEST_CASE("invalid bytes in drawings do not break the page's JSON") {
  DrawnMatch drawn;
  drawn.draw("5 (by left 1)(words a\xff 0 0 \"\xc3\xff \xe2\x82\")\n");
  CHECK(drawn.page(0, 99)["drawn"].size() == 1);
}

TEST_CASE("drawings are read beside the log of a folder, and are added to a packed log on request") {
  DrawnMatch drawn;
  drawn.draw("5 (by left 1)(circle a 1 0 1)\n");
  CHECK(Json::parse(page_drawings_beside(drawn.folder / "monitor.log"))["drawn"].size() == 1);
  write_file(drawn.folder / "other.log", text_of(match(10)));
  CHECK(page_drawings_beside(drawn.folder / "other.log").empty());
  LogFile log(drawn.folder.path());
  AgentDrawings drawings(drawn.folder.path(), log);
  CHECK_FALSE(packed_log(log).about.contains("drawings"));
  CHECK(unpack(pack(packed_log(log, {.from = 0.15}, &drawings))).about["drawings"]["drawn"][0]["from"] == 0.0);
  write_file(drawn.folder / "monitor.log", "");
  CHECK(page_drawings_beside(drawn.folder / "monitor.log").empty());
}
