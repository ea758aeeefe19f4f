// SPDX-License-Identifier: Apache-2.0
// x3dinfo: what is in a file of shapes. See docs/systems/x3d.md.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>

#include "spark/command_line/run_program.h"
#include "spark/core/log.h"
#include "spark/core/standard_streams.h"
#include "spark/x3d/info/options.h"
#include "spark/x3d/info/report.h"
#include "spark/x3d/read_octets.h"

namespace {

/// Replaces control characters, so that no file can control a terminal.
std::string shown(std::string_view text) {
  return spark::printable(text, std::string_view::npos);
}

/// Describes one file. Throws `std::runtime_error` with one line.
std::string show(const std::string& name, bool only_warnings) {
  const x3d::Limits& limits = x3d::kShapeLimits;
  const std::string folder = name == "-" ? "" : std::filesystem::path(name).parent_path().string();
  x3d::Warnings warnings;
  const x3d::Scene scene = x3d::read_scene({name, folder, x3d::read_octets(name, limits.bytes)},
                                           x3d::local_files(limits.bytes), limits, warnings);
  std::string text = fmt::format("{}: {}", name, x3d::info::report_of(scene, warnings));
  if (only_warnings) text.clear();
  for (const std::string& line : warnings.lines()) text += line + "\n";
  return text;
}

int work(const x3d::info::Options& options) {
  int status = EXIT_SUCCESS;
  for (const std::string& name : options.files) {
    try {
      std::string text;
      const std::string report = show(name, options.check);
      for (std::size_t at = 0; at < report.size();) {
        const std::size_t end = report.find('\n', at);
        text += shown(std::string_view(report).substr(at, end - at)) + "\n";
        at = end + 1;
      }
      if (const int printed = spark::print_answer(text); printed != EXIT_SUCCESS) return printed;
    } catch (const std::exception& error) {
      // In the form of a compiler's messages, without the name of the program, so that editors find the place.
      spark::print(STDERR_FILENO, "{}\n", shown(error.what()));
      status = EXIT_FAILURE;
    }
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  x3d::info::Options options;
  return spark::run_program(
      "x3dinfo", [&] { return x3d::info::read_options(argc, argv, options); }, [&] { return work(options); });
}
