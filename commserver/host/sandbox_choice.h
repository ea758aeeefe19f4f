// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "commserver/guardian/sandbox.h"
#include "commserver/host/guard_options.h"

namespace commserver {

struct SandboxChoice {
  std::optional<Sandbox> sandbox;
  std::string line;  ///< for the log: whether there is a sandbox, and if not, why
};

/// Tries out the sandbox unless it is off. `who` will run in it, such as "agents". `modules` is the folder that
/// contains agent_sandbox. Throws `std::runtime_error` with one line if the sandbox is required but impossible.
SandboxChoice choose_sandbox(std::string_view who, GuardOptions::Sandbox wanted, const std::filesystem::path& modules,
                             Guardian& guardian);

}  // namespace commserver
