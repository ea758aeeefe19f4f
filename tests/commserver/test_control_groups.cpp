// SPDX-License-Identifier: Apache-2.0
//
// Agents in control groups that a kernel makes. They need a group that has been delegated to them alone:
//   systemd-run --pty -p Delegate=yes build/bin/test_commserver "[control groups]"
#include <unistd.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "commserver/guardian/agent_cgroups.h"
#include "tests/commserver/sandbox_house.h"

using commserver::AgentCgroups;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMiB = 1024 * 1024;

bool there_are_control_groups() {
  if (!there_is_a_sandbox()) return false;
  std::string why;
  AgentCgroups cgroups(commserver::own_cgroup(), ::getpid());
  const bool made = !cgroups.make(0, {}, why).empty();
  cgroups.end_all();
  if (!made) skip("no control group has been delegated " + why);
  return made;
}

std::string group_of(pid_t process) {
  return content("/proc/" + std::to_string(process) + "/cgroup");
}

/// How many groups of agents this program still has.
long groups_of_agents() {
  return std::ranges::count_if(fs::directory_iterator(commserver::own_cgroup().parent_path()),
                               [](const auto& each) { return each.path().filename().string().starts_with("agent-"); });
}

}  // namespace

TEST_CASE("each agent is in a control group of its own, which is gone after the match", "[control groups]") {
  if (!there_are_control_groups()) return;
  {
    House house({"behave", "behave"}, kNever, "default", {.sandbox = sandbox()});
    REQUIRE(house.all_ready(2));
    std::map<std::string, int> sizes;
    for (const pid_t each : commserver::descendants(house.guardian->pid())) ++sizes[group_of(each)];
    // The sandbox, its first process and the agent.
    REQUIRE(sizes.size() == 2);
    for (const auto& [group, size] : sizes) {
      CHECK(group.find("/agent-") != group.npos);
      CHECK(size == 3);
    }
    CHECK(groups_of_agents() == 2);
    house.server->drop(0);
    CHECK(house.until([&] { return groups_of_agents() == 1; }));
  }
  CHECK(groups_of_agents() == 0);
}

TEST_CASE("an agent that fills kernel memory is killed alone, and its loss names the limit", "[control groups]") {
  if (!there_are_control_groups()) return;
  const auto [files, lost] = GENERATE(std::pair(1UL, true), std::pair(512UL, false));
  CAPTURE(files);
  House house({"behave", "dare fill_sockets=1000"}, kNever, "default",
              {.limits = {.memory = 32 * kMiB, .files = files * kMiB}, .sandbox = sandbox()});
  REQUIRE(house.all_ready(2));
  for (const AgentId each : {0, 1}) {
    house.server->expect_sensation(each, 11);
    house.sense(each, 1);
  }
  REQUIRE(house.until([&] { return house.lost.contains(1) || !house.acts[1].empty(); }));
  if (lost)
    CHECK(house.lost[1] == "ended by signal 9 (Killed): out of memory, the limit is 32 MB");
  else
    CHECK(house.acts[1] == Texts{"11 (fill_sockets=1000)"});
  CHECK(house.until([&] { return !house.acts[0].empty(); }));
  CHECK_FALSE(house.lost.contains(0));
}
