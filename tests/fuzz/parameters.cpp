// SPDX-License-Identifier: Apache-2.0
// parameters.xml, as far as it has options of a match: accepted options are the same after writing them again.
#include <filesystem>
#include <stdexcept>
#include <string>

#include "server/options/option_table.h"
#include "server/options/options.h"
#include "server/options/parameters.h"
#include "spark/core/taken_files.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/target.h"
#include "tests/support/temporary_folder.h"

using fuzz::demand;
using server::Options;

namespace {

spark::NamedValues in_force(Options options) {
  spark::OptionTable table(server::program());
  server::add_options(table, options);
  return table.in_force();
}

void check(const std::filesystem::path& file) {
  const server::CommandLine taken = server::read_command_line({"--parameters", file.string()});
  demand(!taken.answer);
  static const TemporaryFolder folder;
  const std::filesystem::path written = folder / "parameters.xml";
  server::write_parameters(written, in_force(taken.options), {});
  const server::CommandLine again = server::read_command_line({"--parameters", written.string()});
  demand(in_force(again.options) == in_force(taken.options));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* octets, std::size_t size) {
  const fuzz::MemoryFile file(fuzz::as_text(octets, size));
  try {
    check(file.path());
  } catch (const std::runtime_error& error) {
    const std::string_view line = error.what();
    demand(line.find(file.path().string()) != line.npos);
  }
  return 0;
}
