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
  /// The working folder gets a private layer to which the agent writes (`limits.files`).
  bool layered = false;
  /// The guardian gets a descriptor of that layer.
  bool kept = false;
  /// Files in /proc and /sys that describe the machine are covered.
  bool covered = false;
  /// Folders that the agent sees, without their named pipes.
  std::vector<std::string> shown;
  /// Folders and files within `shown` that appear empty.
  std::vector<std::string> hidden;
  std::vector<std::string> environment;  ///< "NAME=VALUE", in addition
  std::vector<std::string> program;      ///< the file, then its arguments beginning with its own name

  std::vector<std::string> to_arguments() const;
  /// `arguments` exclude the program's name. Empty if they were not made by `to_arguments`.
  static std::optional<InsideOrder> parse(std::span<char* const> arguments);
};

}  // namespace commserver
