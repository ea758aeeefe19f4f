// SPDX-License-Identifier: Apache-2.0
#include "commserver/host/sandbox_choice.h"

#include <fmt/format.h>

#include <stdexcept>

#include "commserver/guardian/program_search.h"

namespace commserver {

SandboxChoice choose_sandbox(std::string_view who, GuardOptions::Sandbox wanted, const std::filesystem::path& modules,
                             Guardian& guardian) {
  if (wanted == GuardOptions::Sandbox::off)
    return {{}, fmt::format("{} run without a sandbox, because of --sandbox off", who)};
  Sandbox sandbox{find_in_path("bwrap"), modules / "agent_sandbox"};
  const std::string problem = sandbox.bwrap.empty() ? "bwrap (bubblewrap) is not installed" : sandbox.try_out(guardian);
  if (problem.empty()) return {sandbox, fmt::format("{} run in a sandbox", who)};
  if (wanted == GuardOptions::Sandbox::on)
    throw std::runtime_error(fmt::format("--sandbox on: {} cannot be put into a sandbox: {}", who, problem));
  return {{}, fmt::format("{} run without a sandbox: {}", who, problem)};
}

}  // namespace commserver
