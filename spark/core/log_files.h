// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace spark {

/// A kind of file, or of folder with such files, that a match writes into its log folder. The writer takes the name
/// from here; the next match uses it to distinguish the logs of an earlier match, which it may move away, from all
/// other files, which it never touches.
///
/// All kinds are in one table of constants. Nothing is registered while a program runs, because the log folder is
/// checked before any script has loaded a module, and the match that left it may have loaded modules that this one
/// never loads, or may have been one of an older version. Nor does a match leave a list in the folder: anyone could
/// write such a list, and files that it claims would be removed.
///
/// The logs of started programs are not here: they are named after agents and programs (commserver/starter).
struct LogFile {
  enum class Type { file, folder };

  std::string_view name;  ///< at most one '*' in it matches any text, such as the name of a robot
  Type type = Type::file;
  bool begins_with_number = false;  ///< digits may precede one of `beginnings`
  /// One of the texts with which a non-empty file begins. All files in a folder begin like this, and none of them is
  /// empty.
  std::array<std::string_view, 10> beginnings{};

  bool has_name(std::string_view candidate) const;
  bool has_beginning(std::string_view bytes) const;
  /// The name with `part` in place of its '*'.
  std::string name_for(std::string_view part) const;
};

/// The actions of a robot's operators.
inline constexpr LogFile kOperatorLog{.name = "operator-*.log", .beginnings = {"rctp-operator "}};
/// The data on the ports of RT components: lines that begin with a step.
inline constexpr LogFile kPortLog{.name = "ports.log",
                                  .beginnings = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}};
/// References to RT components that are in no name server: a file for each.
inline constexpr LogFile kReferenceFolder{.name = "ior", .type = LogFile::Type::folder, .beginnings = {"IOR:"}};

/// All kinds.
std::span<const LogFile> log_files();

}  // namespace spark
