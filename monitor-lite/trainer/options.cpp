// SPDX-License-Identifier: Apache-2.0
#include "monitor-lite/trainer/options.h"

#include "monitor-lite/trainer/set_play.h"
#include "spark/command_line/command_line.h"

namespace monitor {
namespace {

using spark::OptionTable;

OptionTable::Program program() {
  return {"rcsstrainer3D", RCSS_VERSION,
          "Plays a set play again and again on a running server, each time from other places, and counts how it ends. "
          "docs/write/trainers.md says how to write one.",
          "Exit status: 0, 1 if not all attempts could be played, 2 for wrong usage or a mistake in the set play.\n"};
}

void add_play_options(OptionTable& table, TrainerOptions& options) {
  table.begin_section("The set play");
  table.add({.names = {"play"},
             .value = spark::shown_as(spark::file(options.play), "FILE"),
             .help = "what is where, and how it can end. The word --play may be left out",
             .is_operand = true});
  table.add({.names = {"check"},
             .value = spark::flag(options.check),
             .help = "print what the file means, with an example of what is drawn, and play nothing",
             .is_mode = true});
  table.add(
      {.names = {"repeat"},
       .value = spark::whole_number({[&options] { return std::int64_t{options.repeat.value_or(0)}; },
                                     [&options](std::int64_t count) { options.repeat = static_cast<int>(count); }},
                                    1, SetPlay::kMaxRepeat),
       .help = "number of attempts",
       .usual = "the number in the play, or 100"});
  table.add({.names = {"seed"},
             .value = spark::whole_number({[&options] { return options.seed.value_or(0); },
                                           [&options](std::int64_t seed) { options.seed = seed; }},
                                          0, SetPlay::kMaxSeed),
             .help = "seed of what is drawn; the same seed gives the same attempts",
             .usual = "the seed in the play, or 1"});
}

void add_server_options(OptionTable& table, TrainerOptions& options) {
  table.begin_section("The server", {spark::kUsualWork});
  table.add({.names = {"server"}, .value = spark::host(options.server, options.port), .help = "where the server runs"});
  table.add({.names = {"port"}, .value = spark::port(options.port, 1), .help = "its monitor port"});
  table.add({.names = {"trainer_secret_file"},
             .value = spark::file(options.trainer_secret_file),
             .help = "the secret of the server's --trainer_secret_file, for a trainer on another machine"});
  table.add({.names = {"patience"},
             .value = spark::number(options.timeout, 0.1, 1e6),
             .help = "how long to wait for the server, for players, and for each frame, s"});
  table.add({.names = {"end"},
             .value = spark::flag(options.end),
             .help = "end the match after the last attempt; otherwise it continues"});
}

void add_results(OptionTable& table, TrainerOptions& options) {
  table.begin_section("Results, besides the table", {spark::kUsualWork});
  table.add({.names = {"plot"},
             .value = spark::not_empty(spark::file(options.plot)),
             .help = "draw the field with all starting positions and all paths of the ball, as SVG"});
  table.add(
      {.names = {"csv"}, .value = spark::not_empty(spark::file(options.csv)), .help = "write a row for each attempt"});
  table.add({.names = {"json"},
             .value = spark::not_empty(spark::file(options.json)),
             .help = "write attempts and numbers as JSON"});
}

}  // namespace

std::optional<std::string> read_options(int argc, const char* const* argv, TrainerOptions& options) {
  OptionTable table(program());
  add_play_options(table, options);
  add_server_options(table, options);
  add_results(table, options);
  table.begin_section("Help");
  table.add_questions();
  if (auto answer = spark::read_command_line(table, argc, argv)) return answer;
  if (options.play.empty()) throw spark::WrongUsage("expected the file of a set play");
  return std::nullopt;
}

}  // namespace monitor
