// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/agent_cgroups.h"

#include <fmt/format.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>

#include "commserver/guardian/guardian_messages.h"
#include "commserver/guardian/pseudo_files.h"
#include "tests/support/files.h"
#include "tests/support/skipping.h"
#include "tests/support/temporary_folder.h"

using commserver::AgentCgroups;
using commserver::AgentLimits;
using commserver::Exceeded;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMegabyte = 1024 * 1024;
constexpr AgentLimits kLimits{.memory = 512 * kMegabyte, .files = 64 * kMegabyte, .processes = 100};

/// Plain folders and files laid out like control groups, without a kernel behind them.
struct Groups {
  Groups() {
    fs::create_directories(subgroup);
    write(unit, "cgroup.controllers", "cpu memory pids\n");
    write(unit, "cgroup.procs", fmt::format("{}\n", ::getpid()));
    write(unit, "cgroup.subtree_control", "");
  }
  static void write(const fs::path& group, const char* file, const std::string& text) {
    std::ofstream(group / file) << text;
  }
  static std::string read(const fs::path& group, const char* file) { return content(group / file); }
  /// Marks a group as delegated; false, with a line that gives the reason, where that is not possible.
  bool mark(const fs::path& group) const {
    const bool marked = ::setxattr(group.c_str(), "user.delegate", "1", 1, 0) == 0;
    if (!marked) skip("folders have no extended attributes here");
    return marked;
  }
  /// The groups of the server and of the agent with the files that a kernel makes in each.
  void make_files() const {
    for (const char* group : {"server", agent.c_str()}) {
      fs::create_directory(unit / group);
      for (const char* file :
           {"cgroup.kill", "cgroup.procs", "memory.max", "memory.oom.group", "memory.swap.max", "pids.max"})
        write(unit / group, file, "");
    }
  }
  std::string make(const fs::path& own, const AgentLimits& limits = kLimits) {
    cgroups.emplace(own, ::getpid());
    return cgroups->make(7, limits, why);
  }
  std::vector<std::string> below(const fs::path& group) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(group))
      if (entry.is_directory()) names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
  }

  TemporaryFolder folder;
  fs::path unit = folder.path() / "match.service";
  fs::path subgroup = unit / "main";
  std::optional<AgentCgroups> cgroups;
  std::string why;
  const std::string agent = fmt::format("agent-{}-7", ::getpid());
};

}  // namespace

TEST_CASE("in a delegated control group each agent gets a group with its limits, and the server another one") {
  Groups groups;
  if (!groups.mark(groups.unit)) return;
  groups.make_files();
  const fs::path made = groups.unit / groups.agent;
  CHECK(groups.make(groups.unit) == made / "cgroup.procs");
  CHECK(groups.why.empty());
  CHECK(Groups::read(groups.unit, "cgroup.subtree_control") == "+memory +pids ");
  CHECK(Groups::read(groups.unit / "server", "cgroup.procs") == std::to_string(::getpid()));
  // The agent's own memory, 64 MB of files and three folders of 64 MB each.
  CHECK(Groups::read(made, "memory.max") == std::to_string((512 + 4 * 64) * kMegabyte));
  CHECK(Groups::read(made, "memory.swap.max") == "0");
  CHECK(Groups::read(made, "memory.oom.group") == "1");
  CHECK(Groups::read(made, "pids.max") == "108");

  groups.cgroups->end(7);
  CHECK(Groups::read(made, "cgroup.kill") == "1");
}

TEST_CASE("limits that are not set are left unset in the agent's control group") {
  Groups groups;
  if (!groups.mark(groups.unit)) return;
  groups.make_files();
  CHECK(!groups.make(groups.unit, {.memory = 0, .processes = 0}).empty());
  CHECK(Groups::read(groups.unit / groups.agent, "memory.max").empty());
  CHECK(Groups::read(groups.unit / groups.agent, "pids.max").empty());
}

TEST_CASE("files of control groups are written, and never made") {
  const TemporaryFolder folder;
  Groups::write(folder.path(), "pids.max", "");
  CHECK(commserver::write_pseudo_file(folder / "pids.max", "108"));
  CHECK(Groups::read(folder.path(), "pids.max") == "108");
  CHECK_FALSE(commserver::write_pseudo_file(folder / "memory.max", "0"));
  CHECK(errno == ENOENT);
  CHECK_FALSE(fs::exists(folder / "memory.max"));
}

TEST_CASE("a control group that is not delegated is left unchanged, without a message") {
  Groups groups;
  CHECK(groups.make(groups.unit).empty());
  CHECK(groups.make(groups.subgroup).empty());
  CHECK(groups.make({}).empty());
  CHECK(groups.why.empty());
  CHECK(groups.below(groups.unit) == std::vector<std::string>{"main"});
  CHECK(Groups::read(groups.unit, "cgroup.subtree_control").empty());
}

TEST_CASE("a service whose processes are in a subgroup gets its agents' control groups beside it") {
  Groups groups;
  if (!groups.mark(groups.unit)) return;
  CHECK(groups.make(groups.subgroup) == groups.unit / groups.agent / "cgroup.procs");
  CHECK(groups.below(groups.unit) == std::vector<std::string>{groups.agent, "main"});
  // A unit within a delegated one belongs to the systemd that has made it.
  for (const char* unit : {"app.slice", "terminal.scope", "other.service"}) {
    fs::create_directory(groups.unit / unit);
    CHECK(groups.make(groups.unit / unit).empty());
  }
  CHECK(groups.why.empty());
}

TEST_CASE("a delegated control group with other processes in it is not divided, and one line reports it") {
  Groups groups;
  if (!groups.mark(groups.unit)) return;
  Groups::write(groups.unit, "cgroup.procs", fmt::format("1\n{}\n", ::getpid()));
  CHECK(groups.make(groups.unit).empty());
  CHECK(groups.why == groups.unit.string() +
                          ": process 1 is in it, too; DelegateSubgroup= puts all processes of a service into one "
                          "below it");
  groups.why.clear();
  CHECK(groups.cgroups->make(8, kLimits, groups.why).empty());
  CHECK(groups.why.empty());
  CHECK(groups.below(groups.unit) == std::vector<std::string>{"main"});
}

TEST_CASE("a delegated control group without controllers for memory and processes is not divided") {
  Groups groups;
  if (!groups.mark(groups.unit)) return;
  Groups::write(groups.unit, "cgroup.controllers", "cpu io\n");
  CHECK(groups.make(groups.unit).empty());
  CHECK(groups.why == groups.unit.string() + ": neither memory nor processes are limited there");
  CHECK(groups.below(groups.unit) == std::vector<std::string>{"main"});
}

TEST_CASE("the events of an agent's group tell whether its limit or the machine ran out of memory") {
  Groups groups;
  if (!groups.mark(groups.unit)) return;
  groups.make_files();
  REQUIRE(!groups.make(groups.unit).empty());
  const fs::path made = groups.unit / groups.agent;
  CHECK(groups.cgroups->exceeded(7) == Exceeded::nothing);
  Groups::write(made, "memory.events", "low 0\nhigh 0\nmax 30\noom 2\noom_kill 0\noom_group_kill 0\n");
  CHECK(groups.cgroups->exceeded(7) == Exceeded::nothing);
  Groups::write(made, "memory.events", "low 0\nhigh 0\nmax 30\noom 2\noom_kill 3\noom_group_kill 1\n");
  CHECK(groups.cgroups->exceeded(7) == Exceeded::memory);
  Groups::write(made, "memory.events", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 3\noom_group_kill 1\n");
  CHECK(groups.cgroups->exceeded(7) == Exceeded::machine_memory);
  CHECK(groups.cgroups->exceeded(8) == Exceeded::nothing);
}

TEST_CASE("the report of an agent killed for lack of memory names its limit, or the machine") {
  commserver::GuardianReport report;
  report.kind = commserver::GuardianReport::Kind::exited;
  report.value = SIGKILL;
  report.limits = kLimits;
  report.exceeded = Exceeded::memory;
  CHECK(describe(report) == "ended by signal 9 (Killed): out of memory, the limit is 512 MB");
  report.exceeded = Exceeded::machine_memory;
  CHECK(describe(report) ==
        "ended by signal 9 (Killed): the machine, or what all agents may use of it, was out of memory");
}

TEST_CASE("mounts() lists /proc with its root, mount point and type") {
  const std::vector<commserver::Mount> all = commserver::mounts();
  CHECK(std::ranges::any_of(all, [](const commserver::Mount& each) {
    return each.point == "/proc" && each.root == "/" && each.type == "proc";
  }));
}
