// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "commserver/sandbox.h"
#include "spark/server/guard_options.h"

namespace spark::server {

struct SandboxChoice {
  std::optional<commserver::Sandbox> sandbox;
  std::string line;  ///< for the log: whether there is one, and why not
};

/// Tries the sandbox out unless it is off. `modules` is the folder that has agent_sandbox. Throws `std::runtime_error`
/// with one clear line if it is demanded but impossible.
SandboxChoice choose_sandbox(GuardOptions::Sandbox wanted, const std::filesystem::path& modules,
                             commserver::Guardian& guardian);

}  // namespace spark::server
