// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace server {

/// Whether a text names a file or folder. A plain word does so only if a file of that name exists: a folder in the
/// current one may have that name by chance. A text with a '/' has no other meaning.
bool names_file(const std::filesystem::path& text);

/// The files that the user of this program trusts: the scripts and scenes of this installation, and the home folder
/// (`~/.rcssserver3d`, or the folder of --home). A file of parameters may have come by mail, and a match runs the
/// scripts that it names with the user's rights, so it may name only these.
class OwnFiles {
 public:
  /// `home` is the option's value: a folder, "off", or empty for the default. Throws `std::runtime_error` with one line
  /// if the scripts of this installation cannot be found, or the folder cannot be read.
  explicit OwnFiles(const std::string& home);

  /// Whether `name`, absolute or in the form used by scripts and options, can only be one of these files. Symbolic
  /// links are followed first.
  bool has(const std::filesystem::path& name) const;
  /// Whether `folder` is the home folder.
  bool is_home(const std::filesystem::path& folder) const;
  /// This installation's script that corresponds to a path on another machine: "/opt/x/scripts/rtm/base.rb" is
  /// "rtm/base.rb". Empty if there is none.
  std::filesystem::path script_like(const std::filesystem::path& path) const;

  /// The first existing file outside these folders that `text` names; `text` is a path, or several separated by ':'.
  /// Nothing if no such file exists: then nothing can be read.
  std::optional<std::filesystem::path> foreign_file_in(const std::string& text) const;

 private:
  bool is_foreign_file(const std::filesystem::path& path) const;

  std::filesystem::path home_;
  std::vector<std::filesystem::path> scripts_, all_;  ///< folders of scripts; folders of scripts and scenes
};

}  // namespace server
