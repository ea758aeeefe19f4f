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
  /// Give the working folder a private layer to which the agent writes (`limits.files`).
  bool layered = false;
  /// Send the guardian a descriptor of that layer.
  bool kept = false;
  /// Cover the files in /proc and /sys that describe the machine.
  bool covered = false;
  /// Folders to show to the agent, without their named pipes.
  std::vector<std::string> shown;
  /// Folders and files within `shown` to show as empty.
  std::vector<std::string> hidden;
  std::vector<std::string> environment;  ///< "NAME=VALUE", in addition
  std::vector<std::string> program;      ///< the file, then its arguments beginning with its own name

  std::vector<std::string> to_arguments() const;
  /// `arguments` exclude the program's name. Empty if they were not made by `to_arguments`.
  static std::optional<InsideOrder> parse(std::span<char* const> arguments);
};

}  // namespace commserver
