// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "commserver/guardian/agent_limits.h"

namespace commserver {

/// What `agent_sandbox` is told, as arguments of its command line: by `Sandbox::enclose`, which writes it, to
/// commserver/inside, which reads it. All paths are absolute and resolved but for the two of the program.
struct InsideOrder {
  int input_fd = 3;
  int output_fd = 4;
  AgentLimits limits{};
  std::string working_folder;
  /// The working folder gets a layer of its own that the agent writes to (`limits.files`).
  bool layered = false;
  /// The guardian gets a descriptor of that layer.
  bool kept = false;
  /// Folders of which the agent shall see everything but none of the named pipes.
  std::vector<std::string> shown;
  /// Folders and files within the former that are to be empty.
  std::vector<std::string> hidden;
  std::vector<std::string> program;  ///< the file, then its arguments beginning with its own name

  std::vector<std::string> to_arguments() const;
  /// `arguments` without the name of the program. Empty if they are not what `to_arguments` makes.
  static std::optional<InsideOrder> parse(std::span<char* const> arguments);
};

}  // namespace commserver
