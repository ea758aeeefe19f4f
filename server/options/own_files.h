// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace server {

/// Whether a text means a file or folder that exists: a word may well be called like a folder in the current one, but a
/// name that means a file, or has a '/', has no other meaning.
bool names_file(const std::filesystem::path& text);

/// The files that the user of this program trusts: the scripts and scenes of this installation, and the home folder
/// (`~/.rcssserver3d`, or what --home names). A file of parameters may have come by mail. A match runs what the file
/// names with the user's rights, so it may only name these.
class OwnFiles {
 public:
  /// `home` as the option has it: a folder, "off", or empty for the usual one. Throws `std::runtime_error` with one
  /// line if the scripts of this installation cannot be found, or the folder cannot be read.
  explicit OwnFiles(const std::string& home);

  /// Whether a file or folder of that name, absolute or as scripts and options name it, can only be one of them.
  /// Symbolic links are followed first.
  bool has(const std::filesystem::path& name) const;
  /// Whether it is the home folder.
  bool is_home(const std::filesystem::path& folder) const;
  /// This installation's script at the end of that path, wherever it was on the machine that wrote it:
  /// "/opt/x/scripts/rtm/base.rb" is "rtm/base.rb". Empty if there is none.
  std::filesystem::path script_like(const std::filesystem::path& path) const;

  /// The first file outside these folders that a text names, which is a path or several separated by ':'. Nothing if no
  /// such file exists: then nothing can be taken from there.
  std::optional<std::filesystem::path> foreign_file_in(const std::string& text) const;

 private:
  bool is_foreign_file(const std::filesystem::path& path) const;

  std::filesystem::path home_;
  std::vector<std::filesystem::path> scripts_, all_;  ///< folders: those of scripts; those of scripts and scenes
};

}  // namespace server
