// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "commserver/agent_dialogue.h"
#include "tests/commserver/think/work.h"
#include "tests/support/files.h"
#include "tests/support/log_lines.h"
#include "tests/support/temporary_folder.h"

using commserver::AgentDialogue;
using commserver::DrawingLog;
using commserver::FixedMeter;
using spark::AgentId;
using spark::Step;
using Texts = std::vector<std::string>;

namespace {

/// A dialogue whose agent is the test: the messages of both sides are plain texts.
class Talk : public spark::NullListener {
 public:
  explicit Talk(Step charge = 0) : Talk(std::make_unique<FixedMeter>(charge), {}) {}
  Talk(std::unique_ptr<commserver::ThinkMeter> meter, AgentDialogue::Rules rules)
      : drawings(folder.path() / "agent3-draw.log"),
        dialogue(3, std::move(meter), DrawingLog(drawings, 4096, log), rules, log) {
    keep_lines(log, lines);
  }

  /// The agent sends these; then the next think cycle is opened if possible, as the server does.
  void say(const Texts& texts) {
    for (const auto& text : texts) dialogue.take(text, *this);
    dialogue.open_next();
  }
  /// The server's messages since the last call.
  Texts heard() {
    Texts texts;
    std::string_view bytes = dialogue.outgoing().pending();
    while (!bytes.empty()) {
      const auto length =
          static_cast<std::size_t>(static_cast<unsigned char>(bytes[2]) * 256 + static_cast<unsigned char>(bytes[3]));
      texts.emplace_back(bytes.substr(4, length));
      bytes.remove_prefix(4 + length);
    }
    dialogue.outgoing().clear();
    return texts;
  }
  /// The sensation generated at `time` with the latencies of the game, the next one 20 steps later.
  void sense(Step time, const std::string& percepts) {
    AgentDialogue::begin_sensation(frame, time, time + 10);
    frame += percepts;
    dialogue.add_sensation(frame, time + 10, time + 30);
    dialogue.open_next();
  }
  Texts taken() { return std::exchange(acts, {}); }

  void agent_ready(AgentId agent) override { acts.push_back("ready " + std::to_string(agent.number())); }
  using NullListener::agent_acted;
  void agent_acted(AgentId agent, Step stamp, std::string_view text) override {
    acts.push_back(std::to_string(agent.number()) + "@" + std::to_string(stamp) + " " + std::string(text));
  }
  void agent_lost(AgentId, std::string_view) override { FAIL("a dialogue loses no agent"); }

  spark::Log log;
  Texts lines;
  TemporaryFolder folder;
  std::filesystem::path drawings;
  AgentDialogue dialogue;
  Texts acts;
  std::string frame;
};

}  // namespace

TEST_CASE("a dialogue with an agent of 2006 runs from the first D to the final X") {
  Talk talk;
  talk.dialogue.begin();
  CHECK(talk.heard() == Texts{"D"});
  talk.say({"I"});
  CHECK(talk.taken() == Texts{"ready 3"});
  talk.dialogue.expect_sensation(11);

  talk.sense(1, "");
  CHECK(talk.heard() == Texts{"S1 11 "});
  talk.say({"A(create)", "C"});
  CHECK(talk.heard() == Texts{"C0"});
  talk.say({"D"});
  CHECK(talk.taken() == Texts{"3@11 (create)"});

  talk.sense(21, "(Vision )");
  CHECK(talk.heard() == Texts{"S21 31 (Vision )"});
  talk.say({"A(init (number 0))", "C", "D"});
  CHECK(talk.taken() == Texts{"3@31 (init (number 0))"});
  CHECK(talk.heard() == Texts{"C0"});

  talk.sense(41, "(a)");
  CHECK(talk.heard() == Texts{"S41 51 (a)"});
  talk.say({"C", "R61", "D"});
  CHECK(talk.heard() == Texts{"C0", "T61"});
  talk.say({"A(drive 1 0 0)(beam -8 0 0.22)", "A", "D"});
  CHECK(talk.taken() == Texts{"3@61 (drive 1 0 0)(beam -8 0 0.22)", "3@61 "});
  CHECK(talk.heard().empty());

  talk.dialogue.end();
  talk.dialogue.end();
  CHECK(talk.heard() == Texts{"X"});
  CHECK(talk.lines.empty());
}

TEST_CASE("sensations wait for the open cycle in the order of their times") {
  Talk talk;
  talk.say({"I"});
  talk.sense(1, "(one)");
  CHECK(talk.heard() == Texts{"S1 11 (one)"});
  talk.sense(21, "(two)");
  talk.sense(41, "(three)");
  CHECK(talk.heard().empty());
  talk.say({"R25", "D"});
  CHECK(talk.heard() == Texts{"T25"});
  talk.say({"D"});
  CHECK(talk.heard() == Texts{"S21 31 (two)"});
  talk.sense(61, "(four)");
  talk.say({"D"});
  CHECK(talk.heard() == Texts{"S41 51 (three)"});
  talk.say({"D"});
  CHECK(talk.heard() == Texts{"S61 71 (four)"});
}

TEST_CASE("a sensation waits until the agent is ready") {
  Talk talk;
  talk.sense(1, "");
  CHECK(talk.heard().empty());
  talk.say({"I"});
  CHECK(talk.heard() == Texts{"S1 11 "});
}

TEST_CASE("requests for the present and the past are answered with their time, and thinking time is charged") {
  Talk talk(3);
  talk.say({"I"});
  talk.sense(201, "");
  talk.heard();
  talk.say({"A(x)", "C", "R211", "R7", "D"});
  CHECK(talk.heard() == Texts{"C3", "T7"});
  talk.say({"A(y)", "D"});
  CHECK(talk.heard() == Texts{"T211"});
  talk.say({"A(z)", "D"});
  CHECK(talk.taken() == Texts{"ready 3", "3@214 (x)", "3@217 (y)", "3@220 (z)"});
  CHECK(talk.dialogue.earliest_act() == 234);
}

TEST_CASE("a bad message causes a complaint and changes nothing") {
  Talk talk;
  talk.say({"I"});
  talk.sense(1, "");
  talk.heard();
  talk.taken();
  const auto complaint = [&](const std::string& message) {
    talk.lines.clear();
    spark::Log fresh;  // the five complaints written in full are soon used up
    AgentDialogue dialogue(7, std::make_unique<FixedMeter>(0), DrawingLog({}, 0, fresh), {}, fresh);
    std::string line;
    fresh.add_sink(spark::LogLevel::warning, [&](spark::LogLevel, std::string_view text) { line = text; });
    dialogue.take("I", talk);
    AgentDialogue::begin_sensation(talk.frame, 1, 11);
    dialogue.add_sensation(talk.frame, 11, 31);
    if (message.front() != '-') dialogue.open_next();
    talk.acts.clear();
    dialogue.outgoing().clear();
    dialogue.take(message.substr(1), talk);
    CHECK(talk.acts.empty());
    CHECK(dialogue.outgoing().pending().empty());
    CHECK(dialogue.earliest_act() == 11);
    CHECK(dialogue.is_thinking() == (message.front() != '-'));
    return line;
  };
  // '+': while a cycle is open, '-': while none is.
  CHECK(complaint("+") == "agent 7: an empty message: '' ignored");
  CHECK(complaint("+I") == "agent 7: ready (I) for the second time: 'I' ignored");
  CHECK(complaint("+Q12") == "agent 7: an unknown message: 'Q12' ignored");
  CHECK(complaint("+\n") == "agent 7: an unknown message: '?' ignored");
  for (const char* request : {"+R", "+R-1", "+Rx", "+R5x", "+R1.5", "+R9007199254740993", "+R99999999999999999999"})
    CHECK(complaint(request) ==
          "agent 7: a time request (R) for an impossible time: '" + std::string(request + 1) + "' ignored");
  CHECK(complaint("-A(x)") == "agent 7: an act (A) outside a think cycle: 'A(x)' ignored");
  CHECK(complaint("-R5") == "agent 7: a time request (R) outside a think cycle: 'R5' ignored");
  CHECK(complaint("-C") == "agent 7: a request for the thinking time (C) outside a think cycle: 'C' ignored");
  CHECK(complaint("-V(x)") == "agent 7: a drawing (V) outside a think cycle: 'V(x)' ignored");
  CHECK(complaint("+V" + std::string(16385, 'x'))
            .starts_with("agent 7: too much text in the drawings (V) of one think cycle: 'Vxxx"));
  CHECK(complaint("-D") == "agent 7: done (D) without a think cycle: 'D' ignored");
}

TEST_CASE("drawings go to the agent's file with the step of their cycle, and have no other effect") {
  Talk talk(3);
  talk.say({"I"});
  talk.sense(1, "");
  CHECK(talk.heard() == Texts{"S1 11 "});
  talk.say({"D"});
  CHECK_FALSE(std::filesystem::exists(talk.drawings));  // not before the first drawing
  talk.sense(21, "");
  talk.heard();
  talk.taken();
  talk.say({"V(circle ball 1 2 0.5)", "R47", "D"});
  CHECK(talk.heard() == Texts{"T47"});
  talk.say({"V(line\npass 0 0\x7f 1 1)", "V", "D"});
  CHECK(talk.heard().empty());
  CHECK(talk.taken().empty());
  CHECK(read_lines(talk.drawings) == Texts{"34 (circle ball 1 2 0.5)", "50 (line?pass 0 0? 1 1)", "50 "});
  CHECK(talk.dialogue.statistics().report().acts == 0);
  CHECK(talk.dialogue.statistics().report().cycles == 3);
  CHECK(talk.dialogue.earliest_act() == 54);
  CHECK(talk.lines.empty());
}

TEST_CASE("the number of drawings in one think cycle is limited") {
  Talk talk;
  talk.say({"I"});
  for (const spark::Step time : {1, 21}) {
    talk.sense(time, "");
    talk.say(Texts(17, "V(x)"));
    talk.say({"D"});
  }
  CHECK(read_lines(talk.drawings).size() == 32);
  CHECK(talk.lines == Texts(2, "agent 3: too many drawings (V) in one think cycle: 'V(x)' ignored"));
}

TEST_CASE("a long log of drawings keeps its beginning and its end, in whole lines but for those at the gap") {
  TemporaryFolder folder;
  spark::Log log;
  {
    DrawingLog drawings(folder / "d.log", 4096, log);
    for (int step = 0; step < 10000; ++step) drawings.add(step, "(circle ball 1 2 0.5)");
  }
  const Texts lines = read_lines(folder / "d.log");
  CHECK(std::filesystem::file_size(folder / "d.log") <= 4096);
  CHECK(lines.front() == "0 (circle ball 1 2 0.5)");
  CHECK(lines.back() == "9999 (circle ball 1 2 0.5)");
  CHECK(content(folder / "d.log").find("\n[... ") != std::string::npos);
}

TEST_CASE("drawings that cannot be written are reported once") {
  TemporaryFolder folder;
  spark::Log log;
  Texts lines;
  keep_lines(log, lines);
  const std::string file = (folder / "no" / "d.log").string();
  DrawingLog missing(file, 4096, log);
  missing.add(1, "a");
  missing.add(2, "b");
  CHECK(lines == Texts{"cannot write " + file + ": No such file or directory; these drawings end here"});
  lines.clear();
  DrawingLog full("/dev/full", 4096, log);
  full.add(1, "a");
  full.add(2, "b");
  CHECK(lines == Texts{"cannot write /dev/full: No space left on device; these drawings end here"});
}

TEST_CASE("times in requests may have blanks around them, and may be as late as 2^53") {
  Talk talk;
  talk.say({"I"});
  talk.sense(1, "");
  talk.say({"R 12 ", "R9007199254740992", "D"});
  CHECK(talk.heard() == Texts{"S1 11 ", "T12"});
  CHECK(talk.lines.empty());
}

TEST_CASE("a dialogue gives the reason why its agent has to be dropped") {
  Talk talk;
  talk.say({"I"});
  talk.sense(1, "");
  CHECK(talk.dialogue.drop_reason() == nullptr);
  SECTION("the agent never lets the clock advance") {
    for (int i = 0; i < 199; ++i) talk.say({"R0", "D"});
    REQUIRE(talk.dialogue.drop_reason() == nullptr);
    talk.say({"R0", "D"});
    CHECK(std::string(talk.dialogue.drop_reason()) == "does not let the clock advance");
  }
  SECTION("the agent never reads") {
    while (talk.dialogue.outgoing().pending().size() + 6 <= spark::InputLimits{}.unread_bytes) talk.say({"C"});
    REQUIRE(talk.dialogue.drop_reason() == nullptr);
    talk.say({"C"});
    CHECK(std::string(talk.dialogue.drop_reason()) == "does not read its messages");
  }
  SECTION("the agent sends only unknown messages") {
    for (std::uint64_t i = 0; i < AgentDialogue::kMaxRefused; ++i) talk.say({"Z"});
    REQUIRE(talk.dialogue.drop_reason() == nullptr);
    talk.say({"Z"});
    CHECK(std::string(talk.dialogue.drop_reason()) == "breaks the protocol");
    CHECK(talk.lines.size() == 10);
  }
}

namespace {

/// Charges these costs, one for each message.
class ListedMeter final : public commserver::ThinkMeter {
 public:
  explicit ListedMeter(std::vector<Step> costs) : costs_(std::move(costs)) {}
  void begin_cycle() override {}
  Step cost(char) override { return costs_[next_++ % costs_.size()]; }

 private:
  std::vector<Step> costs_;
  std::size_t next_ = 0;
};

}  // namespace

TEST_CASE("messages that an agent sends after it has broken a rule are ignored") {
  SECTION("it has thought too long") {
    Talk talk(std::make_unique<ListedMeter>(std::vector<Step>{0, 1001, 0}), {});
    talk.say({"I"});
    talk.sense(1, "");
    talk.sense(21, "");
    talk.taken();
    talk.heard();
    talk.say({"A1", "A2", "A3", "C", "R12", "D"});
    CHECK(talk.taken() == Texts{"3@11 1", "3@1012 2"});
    CHECK(talk.heard().empty());
    CHECK(talk.dialogue.earliest_act() == 1012);
    CHECK(std::string(talk.dialogue.drop_reason()) == "thinks too long");
  }
  SECTION("the agent had thought too long when it was done") {
    Talk talk(std::make_unique<ListedMeter>(std::vector<Step>{1001, 0}), {});
    talk.say({"I"});
    talk.sense(1, "");
    talk.sense(21, "");
    talk.heard();
    talk.say({"D"});
    CHECK(talk.heard().empty());  // the sensation that waits opens no cycle that costs less
    CHECK(std::string(talk.dialogue.drop_reason()) == "thinks too long");
  }
  SECTION("the agent has not let the clock advance") {
    Talk talk;
    talk.say({"I"});
    talk.sense(1, "");
    for (int i = 0; i < 200; ++i) talk.say({"R0", "D"});
    REQUIRE(talk.dialogue.drop_reason());
    talk.taken();
    talk.heard();
    talk.say({"A1", "R100", "D"});
    CHECK(talk.taken().empty());
    talk.sense(21, "");
    CHECK(talk.heard().empty());
    CHECK(talk.dialogue.earliest_act() == 11);
  }
}

TEST_CASE("a dialogue that has ended sends nothing any more") {
  Talk talk;
  talk.say({"I"});
  talk.sense(1, "");
  talk.heard();
  talk.dialogue.end();
  talk.say({"C", "R11", "D"});
  talk.sense(21, "");
  CHECK(talk.heard() == Texts{"X"});
}

TEST_CASE("the charge never decreases within a cycle, and acts are stamped with the charge of their time") {
  struct Acts : spark::NullListener {
    std::vector<Step> stamps;
    void agent_ready(spark::AgentId) override {}
    using NullListener::agent_acted;
    void agent_acted(spark::AgentId, Step stamp, std::string_view) override { stamps.push_back(stamp); }
    void agent_lost(spark::AgentId, std::string_view) override {}
  } acts;
  Work work;
  spark::Log log;
  auto meter = std::make_unique<commserver::MeasuringMeter>(work.counter_of(), 10.0);
  meter->process_started(1);
  AgentDialogue dialogue(0, std::move(meter), DrawingLog({}, 0, log), {.reports_think_times = true}, log);
  dialogue.begin();
  dialogue.take("I", acts);
  std::string frame;
  AgentDialogue::begin_sensation(frame, 1, 11);
  dialogue.add_sensation(frame, 11, 31);
  REQUIRE(dialogue.open_next());
  dialogue.outgoing().clear();
  dialogue.take("A(a)", acts);
  work.done = 25;
  dialogue.take("A(b)", acts);
  CHECK(dialogue.earliest_act() == 13);
  work.done = 0;
  dialogue.take("A(c)", acts);
  work.done = 49;
  dialogue.take("C", acts);
  work.done = 61;
  dialogue.take("R14", acts);
  dialogue.take("D", acts);
  CHECK(acts.stamps == std::vector<Step>{11, 13, 13});
  CHECK(dialogue.statistics().counts.late_acts == 2);
  // C is answered with 4, and the cycle has cost 6.
  CHECK(dialogue.outgoing().pending() == std::string("\0\0\0\2C4\0\0\0\2K6", 12));
  // The requested time has passed while the agent thought: its notify begins at the end of the previous cycle.
  REQUIRE(dialogue.open_next());
  dialogue.take("A(d)", acts);
  CHECK(acts.stamps.back() == 17);
  CHECK(dialogue.statistics().counts.late_acts == 3);
}
