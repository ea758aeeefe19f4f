// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/tools/options.h"

#include "spark/command_line/command_line.h"

namespace sigverse::tools {
namespace {

using spark::OptionTable;

OptionTable::Program program() {
  return {
      "sigctl", RCSS_VERSION,
      "Controls the simulation of a SIGVerse server, shows its objects, and sends messages to controllers.",
      "The commands: start, stop, reset and restart what the server simulates. quit ends the server. names prints the "
      "names of all objects. services prints the services that the server knows: what each does, where it is, how "
      "often it was handed out, and whether it is alive. print NAME prints an object: its attributes and parts, "
      "lengths in cm. send NAME TEXT sends a text to an agent's controller, which gets it in onRecvMsg from 'sigctl'. "
      "say FILE --to NAME sends a wave file (PCM of 8 or 16 bits, mono or stereo, at most 10 MB), which is heard in "
      "onRecvSound from 'SIGViewer'. time prints the simulated time, in s.\n"
      "Words after -- are not options: sigctl send robot -- -5. SIGVERSE_SERVER, HOST:PORT, stands for a host and a "
      "port that are not given. Exit status: 0, 1 if there is no server or it cannot do that, 2 for wrong usage.\n"};
}

void add_options(OptionTable& table, Options& options) {
  table.begin_section("What to do");
  table.add({.names = {"order"},
             .value = spark::shown_as(spark::words(options.command.words, ""), "COMMAND"),
             .help = "start, stop, reset, restart, quit, names, services, time, print NAME, send NAME TEXT, or say "
                     "FILE --to NAME. The word --order may be left out",
             .is_operand = true});
  table.add({.names = {"to"},
             .value = spark::word(options.command.to, "NAME"),
             .help = "for say: the agent whose controller hears FILE"});
  table.add({.names = {"json"}, .value = spark::flag(options.command.json), .help = "print as JSON"});
  table.begin_section("The server");
  table.add({.names = {"h", "host"},
             .value = spark::host(options.server.host, options.server.port),
             .help = "its name or address"});
  table.add({.names = {"p", "port"}, .value = spark::port(options.server.port, 1), .help = "its port"});
  table.add({.names = {"patience"},
             .value = spark::positive_number(options.timeout_s, 3600.0),
             .help = "how long it may take to answer",
             .unit = "s"});
  table.begin_section("Help");
  table.add_questions();
}

}  // namespace

std::optional<std::string> read_options(int argc, const char* const* argv, const char* environment, Options& options) {
  OptionTable table(program());
  add_options(table, options);
  const spark::NamedValues given = spark::split_arguments(table, {argv + 1, argv + argc});
  if (auto answer = spark::answer_questions(table, given)) return answer;
  if (environment && *environment != '\0')
    spark::host(options.server.host, options.server.port).read("SIGVERSE_SERVER", {environment});
  table.take(given, [](const std::string&, const std::string&) {});
  check(options.command);
  return std::nullopt;
}

}  // namespace sigverse::tools
