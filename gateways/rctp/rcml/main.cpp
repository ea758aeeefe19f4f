// SPDX-License-Identifier: Apache-2.0
// rcml: prints the description of a robot in an RCML file. See docs/systems/teleoperation.md.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "gateways/rctp/rcml/options.h"
#include "gateways/rctp/rcml/robot_sheet.h"
#include "gateways/rctp/rcml/tables.h"
#include "spark/command_line/run_program.h"
#include "spark/core/standard_streams.h"
#include "spark/http/get.h"
#include "spark/x3d/rcml_nodes.h"
#include "spark/x3d/read_octets.h"
#include "spark/x3d/vrml_reader.h"
#include "spark/x3d/vrml_writer.h"
#include "spark/x3d/x3d_writer.h"

namespace {

/// All bytes of a file, of the standard input ("-"), or of a server's document at "http://HOST:PORT/PATH". Throws
/// `std::runtime_error` "FILE: why" if it cannot be read.
std::string read_source(const std::string& name) {
  if (name.find("://") != std::string::npos) return spark::http::get(name).body;
  return x3d::read_octets(name, x3d::Limits().bytes);
}

int convert(const rcml::Options& options) {
  const std::string& name = options.files.front();
  x3d::Warnings warnings;
  x3d::Document document = x3d::read_vrml(read_source(name), name, {}, warnings, x3d::Unknown::refused);
  for (const std::string& line : warnings.lines()) spark::print(STDERR_FILENO, "{}\n", rcml::shown(line));
  if (options.vrml || options.x3d) {
    x3d::add_rcml_prototypes(document);
    return spark::print_answer(options.vrml ? x3d::to_vrml(document) : x3d::to_x3d(document));
  }
  const x3d::Node* robot = rcml::find_robot(document);
  const std::string table = robot ? rcml::robot_table(rcml::read_robot(*robot, name)) : std::string();
  return options.check ? EXIT_SUCCESS : spark::print_answer(table + rcml::document_table(document));
}

int work(const rcml::Options& options) {
  try {
    return convert(options);
  } catch (const std::exception& error) {
    // In the format of a compiler's messages, without the name of the program, so that editors find the place.
    spark::print(STDERR_FILENO, "{}\n", rcml::shown(error.what()));
    return EXIT_FAILURE;
  }
}

}  // namespace

int main(int argc, char** argv) {
  rcml::Options options;
  return spark::run_program(
      "rcml", [&] { return rcml::read_options(argc, argv, options); }, [&] { return work(options); });
}
