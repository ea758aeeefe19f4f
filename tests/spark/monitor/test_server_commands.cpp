// SPDX-License-Identifier: Apache-2.0
#include "spark/monitor/server_commands.h"

#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "spark/core/core.h"
#include "spark/monitor/command_sender.h"

using namespace spark;

namespace {

/// Keeps what it is asked for.
struct Asking final : CommandSender {
  Asking() : CommandSender("monitor x") {}
  std::string_view subscribe(const Subscription& subscription) const override {
    wanted = subscription;
    return refusal;
  }
  std::string_view send_full_state() const override {
    ++full_states;
    return refusal;
  }
  void set_pace(std::optional<double> pace) const override { paces.push_back(pace); }

  std::string_view refusal;
  mutable std::optional<Subscription> wanted;
  mutable int full_states = 0;
  mutable std::vector<std::optional<double>> paces;
};

/// What comes of one command; "another's" if it is not the server's.
std::string said_to(const std::string& text, const CommandSender& sender) {
  Core core(1);
  sexp::Reader reader;
  REQUIRE(reader.read(text));
  REQUIRE(reader.size() == 1);
  return carry_out_server_command(core, sender, reader[0]).value_or("another's");
}

CommandSender::Subscription wanted_by(const std::string& text) {
  const Asking sender;
  CHECK(said_to(text, sender) == "");
  REQUIRE(sender.wanted);
  return *sender.wanted;
}

}  // namespace

TEST_CASE("a subscription has the interval and the velocities that are asked for, else what everybody has") {
  CHECK(wanted_by("(subscribe)").interval == 15);
  CHECK_FALSE(wanted_by("(subscribe)").contents.velocities);
  CHECK(wanted_by("(subscribe (interval 1))").interval == 1);
  CHECK(wanted_by("(subscribe (interval 1000))").interval == 1000);
  CHECK(wanted_by("(subscribe (velocities true))").contents.velocities);
  CHECK_FALSE(wanted_by("(subscribe (velocities false))").contents.velocities);
  CHECK_FALSE(wanted_by("(subscribe (velocities true)(velocities false))").contents.velocities);
}

TEST_CASE("a subscription that cannot be is refused with the reason, and nothing is asked for") {
  const Asking sender;
  for (const char* interval : {"0", "1001", "-1", "1.5", "x", ""})
    CHECK(said_to("(subscribe (interval " + std::string(interval) + "))", sender) ==
          "(interval N) takes a whole number of steps, 1 to 1000");
  for (const char* velocities : {"maybe", "", "true true"})
    CHECK(said_to("(subscribe (velocities " + std::string(velocities) + "))", sender) ==
          "(velocities …) takes true or false");
  CHECK(said_to("(subscribe (colour red))", sender) == "it takes (interval N) and (velocities true)");
  CHECK_FALSE(sender.wanted);
}

TEST_CASE("what a sender cannot have is refused in its words") {
  Asking sender;
  sender.refusal = "not here";
  CHECK(said_to("(subscribe)", sender) == "not here");
  CHECK(said_to("(fullState)", sender) == "not here");
  CHECK(sender.full_states == 1);
}

TEST_CASE("the speed is a multiple of real time from a thousandth to a million, or as fast as it goes") {
  const Asking sender;
  for (const char* speed : {"0.001", "1000000", "2.5", "max"})
    CHECK(said_to("(speed " + std::string(speed) + ")", sender) == "");
  CHECK(sender.paces == std::vector<std::optional<double>>{0.001, 1e6, 2.5, std::nullopt});
  for (const char* speed : {"0", "-1", "0.0009", "1000001", "nan", "quick", "", "1 2"})
    CHECK(said_to("(speed " + std::string(speed) + ")", sender) ==
          "it takes a multiple of real time, 0.001 to 1000000, or max");
  CHECK(sender.paces.size() == 4);
}

TEST_CASE("a reset needs a simulation and takes at most a seed, and other commands are not the server's") {
  const Asking sender;
  CHECK(said_to("(reset)", sender) == "there is no simulation");
  CHECK(said_to("(reset (seed 9223372036854775807))", sender) == "there is no simulation");
  for (const char* wrong : {"(reset now)", "(reset (seed -1))", "(reset (seed x))", "(reset (dice 3))"})
    CHECK(said_to(wrong, sender) == "it takes nothing, or (seed N) with a whole number from 0");
  CHECK(said_to("(kickOff Left)", sender) == "another's");
}
