// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "commserver/guardian/agent_limits.h"

namespace commserver {

/// The command line of `agent_sandbox`, written by `Sandbox::enclose` and read in commserver/inside. All paths are
/// absolute and resolved except the two of the program.
struct InsideOrder {
  int input_fd = 3;   ///< negative: none
  int output_fd = 4;  ///< negative: none
  AgentLimits limits{};
  std::string working_folder;
  /// The working folder gets a layer of its own that the agent writes to (`limits.files`).
  bool layered = false;
  /// The guardian gets a descriptor of that layer.
  bool kept = false;
  /// What /proc and /sys say of the machine is covered.
  bool covered = false;
  /// Folders of which the agent sees everything except named pipes.
  std::vector<std::string> shown;
  /// Folders and files within the former that are to be empty.
  std::vector<std::string> hidden;
  std::vector<std::string> environment;  ///< "NAME=VALUE", in addition
  std::vector<std::string> program;      ///< the file, then its arguments beginning with its own name

  std::vector<std::string> to_arguments() const;
  /// `arguments` without the name of the program. Empty if they do not come from `to_arguments`.
  static std::optional<InsideOrder> parse(std::span<char* const> arguments);
};

}  // namespace commserver
