// SPDX-License-Identifier: Apache-2.0
// The record of a match, and its input when the match is played again.
#include <catch2/catch.hpp>

#include "server/record/input_recorder.h"
#include "server/record/line_source.h"
#include "spark/agent/act.h"
#include "spark/core/log.h"
#include "tests/server/record/record_of.h"

using namespace server;
using namespace spark;
using Calls = std::vector<std::string>;

namespace {

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  LineSource source(file);
  std::vector<std::string> lines;
  while (const auto line = source.next()) lines.emplace_back(*line);
  return lines;
}

}  // namespace

TEST_CASE("each input of a match is recorded with its position, and is played again at that position") {
  const TemporaryFolder folder;
  Log log;
  InputPosition now;
  {
    InputRecorder recorder(folder / "acts.log.zst", log, [&] { return now; });
    recorder.match(4711, "1.0 beta");
    recorder.foreign("a gateway");
    recorder.started(0, "soccer");
    recorder.arrived(1, "tcp agent");
    recorder.ready(1, AgentTiming{20, 10, 5});
    recorder.ready(0, std::nullopt);
    recorder.begun();
    now = {20, 3};
    recorder.acted(0, 16, "(drive 1 2 3)");
    ActionList list;
    list.add("kick").real(1);
    recorder.acted(1, 20, list.all());
    recorder.commanded("127.0.0.1:1", "(dropBall)");
    now = {30, 4};
    recorder.joined();
    recorder.halted(1);
    recorder.lost(1, "it is gone");
    recorder.leaves(1, 45);
    recorder.finish();
  }
  CHECK(lines_of(folder / "acts.log.zst") ==
        Calls{std::string(kRecordTitle), "v 4711 1.0%20beta 2", "x a%20gateway", "s soccer", "c tcp%20agent",
              "r 1 20 10 5", "r 0", "b", "@20.3 a 0 -4 (drive 1 2 3)", "n 1 0 .kick =3ff0000000000000",
              "t 127.0.0.1:1 (dropBall)", "@30.4 w", "h 1", "l 1 it is gone", "g 1 15", "e"});
  Played played(folder / "acts.log.zst");
  CHECK(played.agents.seed() == 4711);
  CHECK(played.agents.version() == "1.0 beta");
  CHECK(played.agents.revision() == 2);
  CHECK(PlayedLines("e\n").agents.revision() == 1);
  CHECK(played.agents.foreign() == "a gateway");
  CHECK(played.agents.started() == Calls{"soccer"});
  CHECK(played.agents.arrived_before() == 1);
  played.agents.receive(played.heard);
  CHECK(played.heard.calls == Calls{"arrived tcp agent", "ready 1 20 10 5", "ready 0"});
  CHECK(played.at(0).empty());
  CHECK(played.at(20, 2).empty());
  CHECK(played.at(20, 3) == Calls{"acted 0 16 (drive 1 2 3)", "did 1 20 kick", "command of 127.0.0.1:1: (dropBall)"});
  CHECK(played.agents.acts() == 2);
  CHECK(played.at(29, 9).empty());
  CHECK(played.agents.is_due({30, 4}));
  CHECK(played.agents.has_pending());
  CHECK_FALSE(played.agents.is_complete());
  CHECK(played.at(30, 4) == Calls{"joined", "halted 1", "lost 1 it is gone", "leaves at 45", "end"});
  CHECK(played.agents.problem().empty());
  CHECK(played.agents.is_complete());
  CHECK(played.at(31).empty());
}

TEST_CASE("the largest burst of acts and the agents with their own timing are counted") {
  PlayedLines played(
      "r 0 20 10 5\n@1.0 a 0 0 (x)\na 1 0 (x)\na 0 -1 (x)\n"
      "@2.0 a 0 0 (x)\na 1 0 (x)\na 1 0 (x)\nn 1 0 .kick\n@3.0 a 0 0 (x)\n");
  for (const Step step : {1, 2, 3}) played.at(step);
  CHECK(played.agents.acts() == 8);
  CHECK(played.agents.largest_burst().acts == 3);
  CHECK(played.agents.largest_burst().agent.number() == 1);
  CHECK(played.agents.largest_burst().step == 2);
  CHECK(played.agents.own_timings() == 1);
}

TEST_CASE("a record that breaks off ends the match there, and is reported as incomplete") {
  PlayedLines played("@5.0 h 0\n");
  CHECK(played.at(4, 9).empty());
  CHECK(played.at(5) == Calls{"halted 0"});
  CHECK(played.at(5, 1) == Calls{"end"});
  CHECK(played.at(6).empty());
  CHECK_FALSE(played.agents.is_complete());
  CHECK(played.agents.problem().empty());
}

TEST_CASE("a lost agent leaves at its recorded time, wherever that stands in the record") {
  PlayedLines played("@5.0 l 0 gone\nl 1 gone, too\ng 0 3\ng 1 0\n@9.0 l 2 hung\n@10.0 g 2 1\n");
  CHECK(played.at(5) == Calls{"lost 0 gone", "leaves at 8", "lost 1 gone, too", "leaves at 5"});
  CHECK(played.at(9) == Calls{"lost 2 hung", "leaves at 11"});
  CHECK(played.agents.problem().empty());
}

TEST_CASE("a lost agent without a recorded time leaves at once, and the record ends there") {
  const std::string next = GENERATE("", "h 7\nh 7\ng 0 3\n", "g 1 3\n", "g 0 20000001\n", "g 0 x\n");
  CAPTURE(next);
  PlayedLines played("@5.0 l 0 gone\n" + next);
  const Calls heard = played.at(5);
  REQUIRE(heard.size() >= 2);
  CHECK(heard[1] == "leaves at 5");
  CHECK(played.agents.problem().find("is not a line of a record: ") != std::string::npos);
}

TEST_CASE("a file that is no record is rejected with the reason") {
  const auto read = [](const std::string& text) {
    const RecordFile file(text);
    const Played played(file.path);
  };
  CHECK_THROWS_WITH(read(""), Catch::EndsWith("is not a record of acts, or is one of another version"));
  CHECK_THROWS_WITH(read("rcssserver3D acts 2\nb\n"),
                    Catch::EndsWith("is not a record of acts, or is one of another version"));
  CHECK_THROWS_WITH(read(std::string(kRecordTitle) + "\nv 1 1\nnonsense\n"),
                    Catch::EndsWith("acts.log:3: is not a line of a record: 'nonsense'"));
  CHECK_NOTHROW(read(std::string(kRecordTitle) + "\nb\n"));
}

TEST_CASE("a line that makes no sense ends the record there") {
  const std::string line =
      GENERATE("a", "a 0", "a -1 0 (say x)", "a x 0 (say x)", "a 2147483648 0 (say x)", "a 4294967296 0 (say x)",
               "a 0 20000001 (say x)", "a 0 -20000001 (say x)", "n 0 0", "n 0 0 kick", "h", "h -1", "r", "r -1",
               "r 0 20", "r 0 20 10", "r 0 20 10 x", "s soccer", "v 1 1", "g 0 1", "what", "@4.0 h 0");
  CAPTURE(line);
  PlayedLines played("@5.0 h 7\n" + line + "\nh 8\n");
  CHECK(played.at(5) == Calls{"halted 7"});
  CHECK(played.agents.problem().find("is not a line of a record: ") != std::string::npos);
  CHECK(played.at(6) == Calls{"end"});
}

TEST_CASE("an act may be stamped at most twice the longest latency before or after its position") {
  PlayedLines played("@5.0 a 2147483647 20000000 x\na 0 -20000000 y\n");
  CHECK(played.at(5) == Calls{"acted 2147483647 20000005 x", "acted 0 -19999995 y"});
}

TEST_CASE("lines longer than a server writes are rejected") {
  const std::string start = "@5.0 a 0 0 ";
  PlayedLines longest(start + std::string(kMaxRecordLine - start.size(), 'x') + "\n");
  CHECK(longest.at(5).size() == 1);
  CHECK(longest.agents.problem().empty());
  PlayedLines longer(start + std::string(kMaxRecordLine - start.size() + 1, 'x') + "\n");
  CHECK(longer.at(5) == Calls{"end"});
  CHECK(longer.agents.problem().size() < 300);
}

TEST_CASE("input recorded during a command is played during that command, and is never another command") {
  PlayedLines played("@5.0 t trainer (reset)\n@9.0 c tcp\nt trainer (reset)\n@10.0 h 0\n");
  played.agents.receive(played.heard);
  Calls during;
  played.heard.calls.clear();
  played.on_command = [&] { during = played.at(9); };
  played.agents.is_due({5, 0});
  played.agents.receive(played.heard);
  CHECK(during == Calls{"arrived tcp"});
  CHECK(played.agents.problem().find("is not a line of a record: ") != std::string::npos);
}
