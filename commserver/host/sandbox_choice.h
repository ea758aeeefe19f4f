// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "commserver/host/guard_options.h"
#include "commserver/sandbox/sandbox.h"

namespace commserver {

struct SandboxChoice {
  std::optional<Sandbox> sandbox;
  std::string line;  ///< for the log: whether there is one, and why not
};

/// Tries the sandbox out unless it is off. `modules` is the folder that has agent_sandbox. Throws `std::runtime_error`
/// with one clear line if it is demanded but impossible.
SandboxChoice choose_sandbox(GuardOptions::Sandbox wanted, const std::filesystem::path& modules, Guardian& guardian);

}  // namespace commserver
