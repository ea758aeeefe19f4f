// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/rcml/options.h"

#include "spark/command_line/command_line.h"

namespace rcml {
namespace {

using spark::OptionTable;

OptionTable::Program program() {
  return {"rcml", RCSS_VERSION,
          "Shows the robot that an RCML file describes: what can be controlled and sensed, with parameters, units and "
          "ranges. Of any other VRML97 file it shows what is in it.",
          "Errors are 'file:line:column: what'. Exit status: 0, 1 if the file cannot be read or something in it is "
          "wrong, 2 for wrong usage.\n"};
}

void add_options(OptionTable& table, Options& options) {
  table.begin_section("The file");
  table.add({.names = {"file"},
             .value = spark::shown_as(spark::files(options.files), "FILE|URL"),
             .help = "VRML97 text, also from a server, http://HOST:PORT/NAME.rcml; - is the standard input. The word "
                     "--file may be left out",
             .is_operand = true});
  table.begin_section("What to do with it");
  table.add(
      {.names = {"check"}, .value = spark::flag(options.check), .help = "print only what is wrong", .is_mode = true});
  table.add({.names = {"vrml"},
             .value = spark::flag(options.vrml),
             .help = "print it as VRML97, with the prototypes of RCML that it lacks",
             .is_mode = true});
  table.add({.names = {"x3d"}, .value = spark::flag(options.x3d), .help = "the same as X3D in XML", .is_mode = true});
  table.begin_section("Help");
  table.add_questions();
}

}  // namespace

std::optional<std::string> read_options(int argc, const char* const* argv, Options& options) {
  OptionTable table(program());
  add_options(table, options);
  if (auto answer = spark::read_command_line(table, argc, argv)) return answer;
  if (options.files.size() != 1)
    throw spark::WrongUsage(options.files.empty() ? "expected a file or an address" : "expected one file, not several");
  return std::nullopt;
}

}  // namespace rcml
