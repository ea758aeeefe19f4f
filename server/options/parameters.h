// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "server/options/file_records.h"
#include "spark/command_line/option_table.h"

namespace spark {
class Variables;
}

namespace server {

struct Options;

/// All settings of this match: every option, with the seed that was drawn if none was given, and every script variable.
/// Passing them all to the server plays the same match again.
spark::NamedValues parameters_in_force(const Options& options, std::uint64_t seed, const spark::Variables& variables);

/// The content of parameters.xml.
struct RecordedParameters {
  std::string server;         ///< the program and its version: "rcssserver3D 0.1.0"
  spark::NamedValues values;  ///< options and variables
  std::vector<FileRecord> files;
  bool has_all_files = false;  ///< the match has ended; otherwise it has only those read before it began
  bool has_checksums() const;  ///< false for old versions, which wrote only paths
};

/// Writes them as XML: `<parameters><parameter name="random_seed" value="7"/> … </parameters>`, and after them, as
/// `<file kind="script" path="/…" name="…" sha256="…"/>`, the files that have been read by now. The file is replaced
/// atomically, so that a server that is killed leaves either the old or the new content. Throws `std::runtime_error` if
/// it cannot be written.
void write_parameters(const std::filesystem::path& file, const spark::NamedValues& parameters,
                      const std::vector<FileRecord>& taken, bool has_all_files = false);
/// Throws `std::runtime_error` with one line that begins with `name` and says what is wrong, if the file cannot be read
/// or has another format. `name` is the user's name for it.
RecordedParameters read_parameters(const std::filesystem::path& file, const std::string& name);

}  // namespace server
