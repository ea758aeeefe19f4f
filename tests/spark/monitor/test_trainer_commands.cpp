// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/trainer_commands.h"

#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "spark/core/core.h"
#include "spark/monitor/command_sender.h"
#include "spark/monitor/trainer_drawing.h"
#include "tests/spark/monitor/monitor_stage.h"

using namespace spark;

namespace {

/// Records the requests.
struct Asking final : CommandSender {
  std::string_view name() const override { return "monitor x"; }
  std::string_view subscribe(const Subscription& subscription) override {
    wanted = subscription;
    return refusal;
  }
  std::string_view send_full_state(bool acknowledges) override {
    full_states.push_back(acknowledges);
    return refusal;
  }
  void set_pace(std::optional<double> pace) override { paces.push_back(pace); }
  std::string_view draw(const TrainerDrawing& drawing) override {
    drawings.push_back(drawing.parts);
    return refusal;
  }
  void acknowledge() override { ++acknowledgements; }

  std::string_view refusal;
  std::optional<Subscription> wanted;
  std::vector<bool> full_states;  ///< whether each acknowledges
  std::vector<std::optional<double>> paces;
  std::vector<std::string> drawings;
  int acknowledgements = 0;
};

/// A game with an object tree of its own.
struct Game {
  Game() {
    register_monitor_classes(core.classes);
    core.classes.add<NumberedSystem>("NumberedSystem", "oxygen/MonitorSystem", "");
    system = &dynamic_cast<NumberedSystem&>(core.create("NumberedSystem", "/monitor"));
    core.log.add_sink(LogLevel::normal, [this](LogLevel, std::string_view line) { said = line; });
  }
  /// The log line that a message causes; empty if there is none.
  std::string said_to(const std::string& text, CommandSender& sender) {
    said.clear();
    TrainerCommands(*system).carry_out(sender, text);
    return said;
  }
  std::vector<std::string> commands() const {
    std::vector<std::string> texts;
    for (const auto& [peer, text] : system->commands) texts.push_back(text);
    return texts;
  }
  Core core{1};
  NumberedSystem* system = nullptr;
  std::string said;
};

/// The reason why one command is refused; empty if it is not.
std::string said_to(const std::string& text, CommandSender& sender) {
  Game game;
  std::string said = game.said_to(text, sender);
  CHECK(game.commands().empty());
  if (said.empty()) return said;
  const std::string head = "monitor x: (" + text.substr(1, text.find_first_of(" )") - 1) + " ...) refused: ";
  REQUIRE(said.starts_with(head));
  return said.substr(head.size());
}

CommandSender::Subscription wanted_by(const std::string& text) {
  Asking sender;
  CHECK(said_to(text, sender) == "");
  REQUIRE(sender.wanted);
  return *sender.wanted;
}

}  // namespace

TEST_CASE("a subscription has the requested interval and velocities, or the defaults") {
  CHECK(wanted_by("(subscribe)").interval == 15);
  CHECK_FALSE(wanted_by("(subscribe)").contents.velocities);
  CHECK(wanted_by("(subscribe (interval 1))").interval == 1);
  CHECK(wanted_by("(subscribe (interval 1000))").interval == 1000);
  CHECK(wanted_by("(subscribe (velocities true))").contents.velocities);
  CHECK_FALSE(wanted_by("(subscribe (velocities false))").contents.velocities);
  CHECK_FALSE(wanted_by("(subscribe (velocities true)(velocities false))").contents.velocities);
}

TEST_CASE("an invalid subscription is refused with the reason, and nothing is requested") {
  Asking sender;
  for (const char* interval : {"0", "1001", "-1", "1.5", "x", ""})
    CHECK(said_to("(subscribe (interval " + std::string(interval) + "))", sender) ==
          "(interval N) takes a whole number of steps, 1 to 1000");
  for (const char* velocities : {"maybe", "", "true true"})
    CHECK(said_to("(subscribe (velocities " + std::string(velocities) + "))", sender) ==
          "(velocities …) takes true or false");
  CHECK(said_to("(subscribe (colour red))", sender) == "it takes (interval N) and (velocities true)");
  CHECK_FALSE(sender.wanted);
}

TEST_CASE("a drawing is parsed completely and passed on in normal form") {
  Asking sender;
  CHECK(
      said_to(
          "(draw (by left 7)(for 2.5)(line pass 0 -1.25 3 1e1)(circle ball 1 2 0)(words ball 1 2 \"a (b) \\\"c\\\"\"))",
          sender) == "");
  CHECK(said_to("(draw)", sender) == "");
  CHECK(sender.drawings == std::vector<std::string>{"(by left 7)(for 2.5)(line pass 0 -1.25 3 10)(circle ball 1 2 0)"
                                                    "(words ball 1 2 \"a (b) 'c'\")",
                                                    ""});
}

TEST_CASE("a drawing starts with its author and duration, wherever the trainer wrote them") {
  Asking sender;
  CHECK(said_to("(draw (words p 4 2 \"(by right 9)\")(for 3)(line run 1 2 3 4)(by left 7))", sender) == "");
  CHECK(said_to("(draw (line run 1 2 3 4)(for 0.01))", sender) == "");
  CHECK(sender.drawings ==
        std::vector<std::string>{"(by left 7)(for 3)(words p 4 2 \"(by right 9)\")(line run 1 2 3 4)",
                                 "(for 0.01)(line run 1 2 3 4)"});
}

TEST_CASE("layer names with unprintable or special characters are refused, others passed on as one atom") {
  Asking sender;
  CHECK(said_to("(draw (circle Päße 0 0 1)(circle \"a.b-c,d\" 0 0 1))", sender) == "");
  CHECK(sender.drawings == std::vector<std::string>{"(circle Päße 0 0 1)(circle a.b-c,d 0 0 1)"});
  for (const char* layer :
       {"a\xff", "a\xc2\x85",
        "a\xe2\x80\xa8"
        "b",
        "\xe2\x80\xae"
        "b",
        "\"a\tb\"", "a\x7f", "\"a'b\"", "\"a;b\"", "a\\\\b", "(a)", "12345678901234567890123456789012345678901"})
    CHECK(said_to("(draw (circle " + std::string(layer) + " 0 0 1))", sender).starts_with("it takes (by SIDE N), "));
  CHECK(sender.drawings.size() == 1);
}

TEST_CASE("the limit of a drawing counts its shapes only") {
  const auto circles = [](int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += "(circle a 0 0 1)";
    return all;
  };
  Asking sender;
  for (const char* head : {"", "(by left 7)", "(by left 7)(for 2)"}) {
    CHECK(said_to("(draw " + std::string(head) + circles(500) + ")", sender) == "");
    CHECK(said_to("(draw " + std::string(head) + circles(501) + ")", sender) == "it takes 500 shapes at most");
  }
  CHECK(sender.drawings.size() == 3);
}

TEST_CASE("a drawing with any invalid part is refused as a whole") {
  Asking sender;
  for (const char* part : {"(by middle 7)",
                           "(by left 0)",
                           "(by left)",
                           "(for 0)",
                           "(for 61)",
                           "(for nan)",
                           "(for 1e-300)",
                           "(for 0.009)",
                           "(by left 7)(by left 7)",
                           "(for 1)(for 2)",
                           "(words p 4 2 (a b))",
                           "(words p 4 2 ())",
                           "(fly a 1 2)",
                           "x",
                           "(line a 1 2 3)",
                           "(line a 1 2 3 x)",
                           "(circle a 1 2 -1)",
                           "(circle a 1 inf 1)",
                           "(circle a 1 1e9 1)",
                           "(circle \"two words\" 1 2 3)",
                           "(circle \"\" 1 2 3)",
                           "(words a 1 2)",
                           "(line a 1 2 3 4 5)"})
    CHECK(said_to("(draw (circle a 0 0 1)" + std::string(part) + ")", sender).starts_with("it takes (by SIDE N), "));
  std::string wordy = "(draw ";
  for (int i = 0; i < 120; ++i) wordy += "(words a 0 0 \"" + std::string(180, 'x') + "\")";
  CHECK(said_to(wordy + ")", sender) == "it takes 16384 bytes at most");
  CHECK(sender.drawings.empty());
  sender.refusal = "not now";
  CHECK(said_to("(draw (circle a 0 0 1))", sender) == "not now");
}

TEST_CASE("a request that the sender refuses is refused with the reason that it gives") {
  Asking sender;
  sender.refusal = "not here";
  CHECK(said_to("(subscribe)", sender) == "not here");
  CHECK(said_to("(fullState)", sender) == "not here");
  CHECK(sender.full_states == std::vector{false});
}

TEST_CASE("the speed is a multiple of real time from 0.001 to 1000000, or max") {
  Asking sender;
  for (const char* speed : {"0.001", "1000000", "2.5", "max"})
    CHECK(said_to("(speed " + std::string(speed) + ")", sender) == "");
  CHECK(sender.paces == std::vector<std::optional<double>>{0.001, 1e6, 2.5, std::nullopt});
  for (const char* speed : {"0", "-1", "0.0009", "1000001", "nan", "quick", "", "1 2"})
    CHECK(said_to("(speed " + std::string(speed) + ")", sender) ==
          "it takes a multiple of real time, 0.001 to 1000000, or max");
  CHECK(sender.paces.size() == 4);
}

TEST_CASE("a reset needs a simulation and takes at most a seed") {
  Asking sender;
  CHECK(said_to("(reset)", sender) == "there is no simulation");
  CHECK(said_to("(reset (seed 9223372036854775807))", sender) == "there is no simulation");
  for (const char* wrong : {"(reset now)", "(reset (seed -1))", "(reset (seed x))", "(reset (dice 3))"})
    CHECK(said_to(wrong, sender) == "expected nothing, or (seed N) with a whole number from 0");
}

TEST_CASE("the server's commands and the game's are carried out in the order of the message") {
  Game game;
  Asking sender;
  CHECK(game.said_to("(first)((speed 2)(second 1)((speed max)))(third (reset))", sender).empty());
  CHECK(game.commands() == std::vector<std::string>{"(first)", "(second 1)", "(third (reset))"});
  CHECK(sender.paces == std::vector<std::optional<double>>{2.0, std::nullopt});
}

TEST_CASE("the mistakes of a message cost one line, and its valid commands are carried out") {
  Game game;
  Asking sender;
  CHECK(game.said_to("(wrong)(speed 0)(right)(wrong)", sender) ==
        "monitor x: 'wrong' is wrong (the first of 3 mistakes in this message)");
  CHECK(game.said_to("(right)(speed 3)(cut", sender) == "monitor x: unbalanced brackets: (right)(speed 3)(cut");
  CHECK(game.commands() == std::vector<std::string>{"(right)", "(right)"});
  CHECK(sender.paces.size() == 1);
  CHECK(game.said_to(std::string(40, '(') + std::string(40, ')'), sender).starts_with("monitor x: command refused, "));
}

TEST_CASE("a game may refuse incomplete messages as a whole") {
  Game game;
  game.system->takes_incomplete = false;
  Asking sender;
  for (const char* text : {"(right)(cut", "(speed 2))", "words", ""})
    CHECK(game.said_to(text, sender) == std::string("monitor x: not a command: ") + text);
  CHECK(game.commands().empty());
  CHECK(sender.paces.empty());
}

TEST_CASE("an exception ends the message with a line, and the next message is carried out") {
  Game game;
  Asking sender;
  CHECK(game.said_to("(ack)(throw)(speed 2)", sender) ==
        "monitor x: command '(ack)(throw)(speed 2)' failed: no such thing");
  CHECK(sender.paces.empty());
  CHECK(sender.acknowledgements == 0);
  CHECK(game.system->acknowledgements == 0);
  CHECK(game.said_to("(speed 2)", sender).empty());
  CHECK(sender.paces.size() == 1);
}

TEST_CASE("a message is acknowledged once, at its end or with the full state that follows") {
  Game game;
  Asking sender;
  game.said_to("(ack)(right)(ack)", sender);
  CHECK(sender.acknowledgements == 1);
  CHECK(game.system->acknowledgements == 1);
  game.said_to("(fullState)(ack)(fullState)(ack)(fullState)", sender);
  CHECK(sender.full_states == std::vector{false, true, false});
  CHECK(sender.acknowledgements == 1);
  CHECK(game.system->acknowledgements == 2);
}
