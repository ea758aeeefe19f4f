// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace spark {

/// A kind of file that a match writes into its log folder, or of a folder of such files. The writer takes its name from
/// here; the next match tells by it the logs of an earlier match, which it may move away, from everything else, which
/// it never touches.
///
/// All kinds stand in one table of constants. Nothing is registered while a program runs, because the log folder is
/// judged before any script has loaded a module, and the match that left it may have loaded modules that this one never
/// loads, or may have been one of an older version. Nor does a match leave a list in the folder: anyone could write
/// such a list, and files that it claims would be removed.
///
/// The logs of started programs are not here: their names are those of agents and programs (commserver/starter).
struct LogFile {
  enum class Type { file, folder };

  std::string_view name;  ///< at most one '*' in it stands for any text, such as the name of a robot
  Type type = Type::file;
  bool begins_with_number = false;  ///< digits, if there are any, stand before one of `beginnings`
  /// How a file begins that is not empty. All files in a folder begin like this, and none of them is empty.
  std::array<std::string_view, 10> beginnings{};

  bool has_name(std::string_view candidate) const;
  bool has_beginning(std::string_view bytes) const;
  /// The name with `part` in the place of its '*'.
  std::string name_for(std::string_view part) const;
};

/// What people did to a robot that they operated.
inline constexpr LogFile kOperatorLog{.name = "operator-*.log", .beginnings = {"rctp-operator "}};
/// What the ports of RT components have carried: lines that begin with a step.
inline constexpr LogFile kPortLog{.name = "ports.log",
                                  .beginnings = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}};
/// References to RT components, where no name server has them: a file for each.
inline constexpr LogFile kReferenceFolder{.name = "ior", .type = LogFile::Type::folder, .beginnings = {"IOR:"}};

/// Every kind there is.
std::span<const LogFile> log_files();

}  // namespace spark
