// SPDX-License-Identifier: Apache-2.0
#include "spark/server/sandbox_choice.h"

#include <fmt/format.h>

#include <stdexcept>

#include "commserver/program_search.h"

namespace spark::server {

SandboxChoice choose_sandbox(GuardOptions::Sandbox wanted, const std::filesystem::path& modules,
                             commserver::Guardian& guardian) {
  if (wanted == GuardOptions::Sandbox::off) return {{}, "agents run without a sandbox, as --sandbox off says"};
  commserver::Sandbox sandbox{commserver::find_in_path("bwrap"), modules / "agent_sandbox"};
  const std::string problem = sandbox.bwrap.empty() ? "bwrap (bubblewrap) is not installed" : sandbox.try_out(guardian);
  if (problem.empty()) return {sandbox, "agents run in a sandbox"};
  if (wanted == GuardOptions::Sandbox::on)
    throw std::runtime_error(fmt::format("--sandbox on: agents cannot be put into a sandbox: {}", problem));
  return {{}, fmt::format("agents run without a sandbox: {}", problem)};
}

}  // namespace spark::server
