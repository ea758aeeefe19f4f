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
/// A server that gets them all plays the same match again.
spark::NamedValues parameters_in_force(const Options& options, std::uint64_t seed, const spark::Variables& variables);

/// The content of parameters.xml.
struct RecordedParameters {
  std::string server;         ///< the program and its version: "rcssserver3D 0.1.0"
  spark::NamedValues values;  ///< options and variables
  std::vector<FileRecord> files;
  bool has_all_files = false;  ///< the match has ended; otherwise it has only those read before it began
  bool has_checksums() const;  ///< false for old versions, which wrote only paths
};

/// Writes them as XML: `<parameters><parameter name="random_seed" value="7"/> … </parameters>`, followed by the files
/// that have been read so far, as `<file kind="script" path="/…" name="…" sha256="…"/>`. The file is replaced
/// atomically, so a server that is killed leaves either the old or the new content. Throws `std::runtime_error` if it
/// cannot be written.
void write_parameters(const std::filesystem::path& file, const spark::NamedValues& parameters,
                      const std::vector<FileRecord>& taken, bool has_all_files = false);
/// Throws `std::runtime_error` with one line if the file cannot be read or has another format. The line begins with
/// `name`, the user's name for the file.
RecordedParameters read_parameters(const std::filesystem::path& file, const std::string& name);

}  // namespace server
