// SPDX-License-Identifier: Apache-2.0
#include "spark/x3d/info/options.h"

#include "spark/command_line/command_line.h"

namespace x3d::info {
namespace {

spark::OptionTable::Program program() {
  return {
      "x3dinfo", RCSS_VERSION,
      "Shows what is in a file of shapes, X3D in XML or VRML97: the joints and segments of a humanoid, or the simple "
      "bodies that stand for a thing without joints; shapes, triangles and size; nodes by type; and what was skipped.",
      "Errors are 'file:line:column: what'. Lengths are in the unit of the file. Files that a file inlines are read, "
      "too, if they are on this machine. Exit status: 0, 1 if a file cannot be read or used, 2 for wrong usage.\n"};
}

void add_options(spark::OptionTable& table, Options& options) {
  table.begin_section("Files");
  table.add({.names = {"file"},
             .value = spark::shown_as(spark::files(options.files), "FILE"),
             .help =
                 "X3D in XML or in the classic notation, or VRML97; - is the standard input. The word --file may be "
                 "left out; there may be several",
             .is_operand = true});
  table.begin_section("What to show");
  table.add({.names = {"check"},
             .value = spark::flag(options.check),
             .help = "only what is wrong or was skipped",
             .is_mode = true});
  table.begin_section("Help");
  table.add_questions();
}

}  // namespace

std::optional<std::string> read_options(int argc, const char* const* argv, Options& options) {
  spark::OptionTable table(program());
  add_options(table, options);
  if (auto answer = spark::read_command_line(table, argc, argv)) return answer;
  if (options.files.empty()) throw spark::WrongUsage("expected a file");
  return std::nullopt;
}

}  // namespace x3d::info
