// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "monitor-lite/client/agent_drawings.h"
#include "monitor-lite/client/line_reader.h"
#include "monitor-lite/client/live_drawings.h"
#include "tests/monitor-lite/client/streams.h"

using namespace monitor;

namespace {

/// The layers and words of the drawings that are shown at a place, one after the other.
std::string shown(AgentDrawings& drawings, double place) {
  std::string all;
  for (const DrawnShape& drawn : drawings.at(place)) all += drawn.layer + ":" + drawn.words + " ";
  return all;
}

class Folder {
 public:
  explicit Folder(const std::vector<std::string>& lines = match(100)) {
    write_file(folder / "monitor.log", text_of(lines));
  }
  void draw(const std::string& name, const std::string& text) const { write_file(folder / name, text); }
  AgentDrawings open() const { return AgentDrawings(folder.path(), LogFile(folder.path())); }

  TemporaryFolder folder;
};

std::string words_at(int step, const std::string& words, const std::string& head = "(by left 1)") {
  return std::to_string(step) + " " + head + "(words a 0 0 \"" + words + "\")\n";
}

/// Game times of frames: the clock is stopped for some frames, then runs, with 0.15 s between frames.
void add_episode(std::vector<double>& times, int standing, int running) {
  for (int i = 0; i < standing; ++i) times.push_back(0);
  for (int i = 1; i <= running; ++i) times.push_back(0.15 * i);
}

}  // namespace

TEST_CASE("a drawing is shown from the step at which its act takes effect until the next drawing") {
  Folder folder;
  folder.draw("agent0-draw.log", words_at(5, "first") + words_at(35, "second"));
  AgentDrawings drawings = folder.open();
  CHECK(shown(drawings, 0.99).empty());
  CHECK(shown(drawings, 1) == "a:first ");  // frame 1 is step 15
  CHECK(shown(drawings, 2.99) == "a:first ");
  CHECK(shown(drawings, 3) == "a:second ");
  CHECK(shown(drawings, 5.6) == "a:second ");
  CHECK(shown(drawings, 5.67).empty());  // 40 steps later
  CHECK(shown(drawings, 2) == "a:first ");
}

TEST_CASE("drawings are placed on the field, those of the right team turned by half a turn") {
  Folder folder;
  folder.draw("agent0-draw.log",
              "5 (by left 3)(time 0)(line pass 1 2 3 -4)(circle ball 5 6 0.5)(words pass 3 4 \"to 5: (0.3)\")\n");
  folder.draw("agent11-draw.log", "5 (by right 1)(time 0)(line pass 1 2 3 -4)\n");
  AgentDrawings drawings = folder.open();
  CHECK(drawings.players() == std::vector<PlayerName>{{Side::left, 3}, {Side::right, 1}});
  CHECK(drawings.layers() == std::vector<std::string>{"ball", "pass"});
  const std::vector<DrawnShape> drawn = drawings.at(1);
  REQUIRE(drawn.size() == 4);
  CHECK(drawn[0].kind == DrawnShape::Kind::line);
  CHECK(drawn[0].by == PlayerName{Side::left, 3});
  CHECK(drawn[0].from.y == 2);
  CHECK(drawn[0].to.y == -4);
  CHECK(drawn[1].kind == DrawnShape::Kind::circle);
  CHECK(drawn[1].from.x == 5);
  CHECK(drawn[1].radius == 0.5);
  CHECK(drawn[2].words == "to 5: (0.3)");
  CHECK(drawn[2].from.x == 3);
  CHECK(drawn[3].by == PlayerName{Side::right, 1});
  CHECK(drawn[3].from.x == -1);
  CHECK(drawn[3].to.x == -3);
  CHECK(drawn[3].to.y == 4);
}

TEST_CASE("several drawing messages of one cycle are shown together") {
  Folder folder;
  folder.draw("agent0-draw.log", words_at(5, "one") + words_at(5, "two") + words_at(9, "later"));
  AgentDrawings drawings = folder.open();
  CHECK(shown(drawings, 1) == "a:one a:two ");
  CHECK(shown(drawings, 2) == "a:later ");
}

TEST_CASE("a log has drawings only if drawing files of agents lie beside it") {
  Folder folder;
  CHECK(folder.open().is_empty());
  for (const char* name :
       {"agent-draw.log", "agentX-draw.log", "agent1-draw.txt", "program-a-draw.log", "agent1-stdout.log"})
    folder.draw(name, words_at(5, "no"));
  folder.draw("agent1-draw.log", "");
  folder.draw("agent2-draw.log", "nothing of the kind\n");
  CHECK(folder.open().is_empty());
  folder.draw("agent3-draw.log", words_at(5, "yes"));
  AgentDrawings beside(folder.folder / "monitor.log", LogFile(folder.folder.path()));
  CHECK(shown(beside, 1) == "a:yes ");
}

TEST_CASE("wrong lines and shapes of a file are skipped, and the rest is shown") {
  Folder folder;
  std::string text = words_at(5, "good") + "x (by left 1)(words a 0 0 \"no step\")\n" + words_at(3, "back in time") +
                     "6 (words a 0 0 \"by no one\")\n7 (by middle 1)(words a 0 0 \"no side\")\n" +
                     "20 (by left 1)(line a 1 2 3)(line a 1 2 3 x)(circle a 1 2 -1)(circle a 1 2 nan)(circle a 1 1e9 1)"
                     "(words a 1)(fly a 1 2)(line)()(words a 0 0 \"still good\")(line a 1 2\n";
  text += std::string(200000, '(') + "\n" + std::string(200000, 'x') + "\n" + words_at(35, "at the end") + "40 (by le";
  folder.draw("agent0-draw.log", text);
  AgentDrawings drawings = folder.open();
  CHECK(shown(drawings, 1) == "a:good ");
  CHECK(shown(drawings, 2) == "a:still good ");
  CHECK(shown(drawings, 4) == "a:at the end ");
  CHECK(drawings.players() == std::vector<PlayerName>{{Side::left, 1}});
}

TEST_CASE("around the gap of a long file no partial line is read as a drawing") {
  Folder folder;
  folder.draw("agent0-draw.log", words_at(5, "first") +
                                     "20 (by left 1)(words a 0 0 \"cu\n[... 999 bytes left out here ...]\n" +
                                     "30 (by left 1)(words a 0 0 \"rest of a line\")\n" + words_at(35, "last"));
  AgentDrawings drawings = folder.open();
  CHECK(shown(drawings, 1) == "a:first ");
  CHECK(shown(drawings, 2.6) == "a:first ");
  CHECK(shown(drawings, 3) == "a:last ");
}

TEST_CASE("shapes and layers beyond the limits are dropped") {
  Folder folder;
  std::string line = "5 (by left 1)";
  for (int i = 0; i < 900; ++i) line += "(circle a 0 0 1)";
  for (int i = 0; i < 900; ++i) line += "(circle layer" + std::to_string(i) + " 0 0 1)";
  folder.draw("agent0-draw.log", line + "\n");
  AgentDrawings drawings = folder.open();
  CHECK(drawings.at(1).size() == kMaxDrawnShapes);
  CHECK(drawings.layers().size() == AgentDrawings::kMaxLayers);
}

TEST_CASE("messages beyond the limit in one step, and shapes beyond the limit of all agents, are dropped") {
  Folder folder;
  std::string text;
  for (int i = 0; i < 100; ++i) text += words_at(5, std::to_string(i));
  folder.draw("agent0-draw.log", text + words_at(35, "later"));
  AgentDrawings drawings = folder.open();
  CHECK(drawings.at(1).size() == AgentDrawings::kMaxMessages);
  CHECK(shown(drawings, 3) == "a:later ");
  std::string line = "5 (by left 1)";
  for (std::size_t i = 0; i < kMaxDrawnShapes; ++i) line += "(circle a 0 0 1)";
  for (int agent = 0; agent < 60; ++agent)
    folder.draw("agent" + std::to_string(agent) + "-draw.log", line + "\n" + line + "\n");
  CHECK(folder.open().at(1).size() == AgentDrawings::kMaxShapesOfAll);
}

TEST_CASE("all drawings are listed with the places at which they are shown") {
  Folder folder;
  folder.draw("agent0-draw.log", words_at(5, "one") + words_at(5, "two") + words_at(20, "three"));
  folder.draw("agent1-draw.log", words_at(11, "other", "(by right 2)"));
  AgentDrawings drawings = folder.open();
  const auto spells = drawings.spells();
  REQUIRE(spells.size() == 3);
  CHECK(spells[0].from == Approx(1));
  CHECK(spells[0].to == Approx(2));
  CHECK(spells[1].from == Approx(1.4));
  CHECK(spells[1].to == Approx(1.4 + 40 / 15.0));
  CHECK(spells[2].from == Approx(2));
  REQUIRE(drawings.drawn_in(spells[0]).size() == 2);
  CHECK(drawings.drawn_in(spells[0])[1].words == "two");
  CHECK(drawings.drawn_in(spells[1])[0].by == PlayerName{Side::right, 2});
  for (const auto& spell : spells) {
    const std::string words = drawings.drawn_in(spell)[0].words + " ";
    CHECK(shown(drawings, spell.from - 0.01).find(words) == std::string::npos);
    CHECK(shown(drawings, spell.from + 0.01).find(words) != std::string::npos);
    CHECK(shown(drawings, spell.to - 0.01).find(words) != std::string::npos);
    CHECK(shown(drawings, spell.to + 0.01).find(words) == std::string::npos);
  }
}

TEST_CASE("a trainer's drawing is shown at once, for the given time or until its next drawing") {
  Folder folder;
  folder.draw("trainer-draw.log",
              "15 (time 0.15)(for 1)(words a 1 2 \"mine\")\n30 (time 0.3)(by right 2)(words a 1 2 \"his\")\n"
              "30 (time 0.3)(by right 2)(words a 1 2 \"again\")\n60 (time 0.6)\n");
  AgentDrawings drawings = folder.open();
  CHECK(drawings.players() == std::vector<PlayerName>{{Side::none, 0}, {Side::right, 2}});
  CHECK(shown(drawings, 0.99).empty());
  CHECK(shown(drawings, 1) == "a:mine ");
  CHECK(shown(drawings, 2) == "a:mine a:again ");
  CHECK(drawings.at(2)[0].from.x == 1);
  CHECK(drawings.at(2)[1].from.x == -1);
  CHECK(shown(drawings, 4) == "a:again ");
  CHECK(shown(drawings, 5).empty());
  CHECK(drawings.spells()[0].to == Approx(4));
}

TEST_CASE("a trainer's drawing is read alike from a file and from the live stream") {
  struct Case {
    std::string parts;
    PlayerName by;
    double seconds;
    std::vector<std::string> layers;
  };
  std::string circles;
  for (int i = 0; i < 8; ++i) circles += "(circle spot 10.25 -20.5 1.5)";
  const Case expected = GENERATE_COPY(
      Case{"(for 3)(words p 4 2 \"(by left 7)\")", {}, 3, {"p"}}, Case{"(words p 4 2 \"(for 50)\")", {}, 0.4, {"p"}},
      Case{circles + "(by left 7)(for 3)", {Side::left, 7}, 3, {"spot"}},
      Case{"(by left 1)(by right 2)(for 1)(for 2)(line b 1 2 3 4)(line a 1 2 3 4)", {Side::left, 1}, 1, {"a", "b"}},
      Case{"(words p 4 2 \"(line secret 1 2 3 4)\")(words q 4 2 (a b))(line r 1 2 3)", {}, 0.4, {"p"}});
  CAPTURE(expected.parts);
  Folder folder;
  folder.draw("trainer-draw.log", "15 (time 0.15)" + expected.parts + "\n");
  AgentDrawings replay = folder.open();
  CHECK(replay.players() == std::vector<PlayerName>{expected.by});
  CHECK(replay.layers() == expected.layers);
  const auto spells = replay.spells();
  REQUIRE(spells.size() == 1);
  CHECK(spells[0].to == Approx(std::min(spells[0].from + expected.seconds * 100 / 15, 99.0)));
  LineReader reader;
  REQUIRE(reader.read("(Info (time 0.15)(draw " + expected.parts + "))") == LineReader::Kind::drawing);
  LiveDrawings live;
  live.take(reader.drawing(), 0.15);
  CHECK(live.players() == replay.players());
  CHECK(live.layers() == replay.layers());
  CHECK(reader.drawing().seconds == Approx(expected.seconds));
  const auto shown_live = live.at(0.15), shown_later = replay.drawn_in(spells[0]);
  REQUIRE(shown_live.size() == shown_later.size());
  for (std::size_t i = 0; i < shown_live.size(); ++i) {
    CHECK(shown_live[i].by == expected.by);
    CHECK(shown_later[i].by == expected.by);
    CHECK(shown_live[i].words == shown_later[i].words);
    CHECK(shown_live[i].from.x == shown_later[i].from.x);
  }
}

TEST_CASE("text in an agent's words is read neither as its name nor as a layer") {
  Folder folder;
  folder.draw("agent0-draw.log",
              "5 (words a 0 0 \"(by right 9)(time 7)(line secret 1 2 3 4)\")(by left 1)\n"
              "6 (words a 0 0 \"(by right 9)\")\n");
  AgentDrawings drawings = folder.open();
  CHECK(drawings.players() == std::vector<PlayerName>{{Side::left, 1}});
  CHECK(drawings.layers() == std::vector<std::string>{"a"});
  REQUIRE(drawings.at(1).size() == 1);
  CHECK(drawings.at(1)[0].by == PlayerName{Side::left, 1});
}

TEST_CASE("in a live match the last drawing of each author is shown for its given time") {
  LiveDrawings live;
  const auto draw = [&](PlayerName by, double time, double seconds, const std::string& layer) {
    live.take({.by = by, .seconds = seconds, .shapes = {{.by = by, .layer = layer}}}, time);
  };
  const auto layers_at = [&](double time) {
    std::string all;
    for (const DrawnShape& drawn : live.at(time)) all += drawn.layer + " ";
    return all;
  };
  draw({Side::left, 2}, 1, 5, "b");
  draw({}, 1, 0.5, "c");
  draw({Side::left, 2}, 2, 5, "a");
  CHECK(live.layers() == std::vector<std::string>{"a", "b", "c"});
  CHECK(live.players() == std::vector<PlayerName>{{Side::none, 0}, {Side::left, 2}});
  CHECK(layers_at(0.9).empty());
  CHECK(layers_at(1) == "c b ");
  CHECK(layers_at(1.6) == "b ");
  CHECK(layers_at(2) == "a ");
  CHECK(layers_at(7.5).empty());
  for (std::size_t i = 0; i < 3 * LiveDrawings::kMaxKept; ++i) draw({Side::left, 2}, 8, 1, "z" + std::to_string(i));
  CHECK(live.layers().size() == AgentDrawings::kMaxLayers);
  CHECK(layers_at(8) == "z5999 ");
  live.forget();
  CHECK(layers_at(8).empty());
}

TEST_CASE("a symbolic link is not read as a file with drawings") {
  Folder folder;
  write_file(folder.folder / "elsewhere", words_at(5, "secret"));
  std::filesystem::create_symlink(folder.folder / "elsewhere", folder.folder / "agent0-draw.log");
  CHECK(folder.open().is_empty());
}

TEST_CASE("a choice selects drawings by player, side and layer") {
  const DrawnShape left{.by = {Side::left, 2}, .layer = "pass"}, right{.by = {Side::right, 2}, .layer = "ball"};
  DrawingChoice choice;
  CHECK_FALSE(choice.shows(left));
  choice.on = true;
  CHECK((choice.shows(left) && choice.shows(right)));
  choice.side = Side::right;
  CHECK((!choice.shows(left) && choice.shows(right)));
  choice = {.on = true, .player = PlayerName{Side::left, 2}};
  CHECK((choice.shows(left) && !choice.shows(right)));
  choice = {.on = true, .hidden = {"pass"}};
  CHECK((!choice.shows(left) && choice.shows(right)));
}

TEST_CASE("frames are a constant number of steps apart, and the first one is at step 0") {
  std::vector<double> times;
  add_episode(times, 10, 30);
  const FrameSteps steps(times, 0.15, {});
  CHECK(steps.at(0) == 0);
  CHECK(steps.at(20) == 300);
  CHECK(steps.at(20.5) == Approx(307.5));
  const FrameSteps others(times, 0.3, {});
  CHECK(others.at(20) == 600);
  CHECK(FrameSteps({}, 0.15, {}).at(3) == 0);
}

TEST_CASE("after a reset the steps of frames follow from hints with known step and game time") {
  std::vector<double> times;
  add_episode(times, 4, 16);   // steps 0 to 285
  add_episode(times, 10, 20);  // begins at step 331: 46 later
  add_episode(times, 1, 20);   // no hint: 38 after the last frame
  std::vector<FrameSteps::Hint> hints{{100, 0.55}};
  for (int i = 0; i < 100; ++i) {
    const double step = 331 + i * 4, running = step - 331 - 9 * 15;
    hints.push_back({step, running > 0 ? running / 100 : 0.0});
  }
  const FrameSteps steps(times, 0.15, hints);
  CHECK(steps.at(10) == 150);
  CHECK(steps.at(20) == Approx(331));
  CHECK(steps.at(20 + 29) == Approx(331 + 29 * 15));
  CHECK(steps.at(50) == Approx(331 + 29 * 15 + 38));
  for (const double place : {0.0, 3.5, 20.0, 20 + 29.0, 50.0, 60.25})
    CHECK(steps.place_of(steps.at(place)) == Approx(place));
  CHECK(steps.place_of(328) == 20);  // between the episodes
  CHECK(steps.place_of(-3) == 0);
}

TEST_CASE("impossible hints change nothing") {
  std::vector<double> times;
  add_episode(times, 4, 16);
  const std::vector<FrameSteps::Hint> hints{{50, 2.0}, {100, -1}, {100, 1e300}, {120, 0.0}};
  const FrameSteps steps(times, 0.15, hints);
  CHECK(steps.at(10) == 150);
}
