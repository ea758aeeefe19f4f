// SPDX-License-Identifier: Apache-2.0
#include "commserver/host/sandbox_choice.h"

#include <fmt/format.h>

#include <stdexcept>

#include "commserver/guardian/program_search.h"

namespace commserver {

SandboxChoice choose_sandbox(GuardOptions::Sandbox wanted, const std::filesystem::path& modules, Guardian& guardian) {
  if (wanted == GuardOptions::Sandbox::off) return {{}, "agents run without a sandbox, as --sandbox off says"};
  Sandbox sandbox{find_in_path("bwrap"), modules / "agent_sandbox"};
  const std::string problem = sandbox.bwrap.empty() ? "bwrap (bubblewrap) is not installed" : sandbox.try_out(guardian);
  if (problem.empty()) return {sandbox, "agents run in a sandbox"};
  if (wanted == GuardOptions::Sandbox::on)
    throw std::runtime_error(fmt::format("--sandbox on: agents cannot be put into a sandbox: {}", problem));
  return {{}, fmt::format("agents run without a sandbox: {}", problem)};
}

}  // namespace commserver
