// SPDX-License-Identifier: Apache-2.0
// rcml: what an RCML file says of a robot. See docs/running.md.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>

#include "gateways/rctp/rcml/robot_sheet.h"
#include "gateways/rctp/tool/options.h"
#include "gateways/rctp/tool/printable.h"
#include "gateways/rctp/tool/source.h"
#include "gateways/rctp/tool/tables.h"
#include "gateways/x3d/rcml_nodes.h"
#include "gateways/x3d/vrml_reader.h"
#include "gateways/x3d/vrml_writer.h"
#include "gateways/x3d/x3d_writer.h"
#include "spark/command_line/option_values.h"
#include "spark/core/standard_streams.h"

namespace {

void print(std::string_view text) {
  const int error = spark::write_text(STDOUT_FILENO, text);
  // A reader that has gone, like head, has seen what it wanted.
  if (error != 0 && error != EPIPE)
    throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(error)));
}

void work(const rcml::Options& options) {
  const std::string& name = options.files.front();
  x3d::Document document = x3d::read_vrml(rcml::read_source(name), name);
  if (options.vrml || options.x3d) {
    x3d::add_rcml_prototypes(document);
    return print(options.vrml ? x3d::to_vrml(document) : x3d::to_x3d(document));
  }
  const x3d::Node* robot = rctp::find_robot(document);
  const std::string table = robot ? rcml::robot_table(rctp::read_robot(*robot, name)) : std::string();
  if (!options.check) print(table + rcml::document_table(document));
}

}  // namespace

int main(int argc, char** argv) {
  spark::open_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);
  rcml::Options options;
  try {
    if (const auto answer = rcml::read_options(argc, argv, options)) {
      spark::write_text(STDOUT_FILENO, *answer);
      return EXIT_SUCCESS;
    }
    work(options);
    return EXIT_SUCCESS;
  } catch (const spark::WrongUsage& error) {
    spark::print(STDERR_FILENO, "rcml: {} (--help shows the options)\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    // Like a compiler, so that editors find the place: no name of the program in front.
    spark::print(STDERR_FILENO, "{}\n", rcml::printable(error.what()));
    return EXIT_FAILURE;
  }
}
