// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <grp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "commserver/guardian/user_numbers.h"
#include "tests/commserver/sandbox_house.h"
#include "tests/support/folders.h"

using commserver::UserNumbers;
namespace fs = std::filesystem;

namespace {

/// Returns false, and prints the reason in a line, if programs in a sandbox have no separate users.
bool there_are_own_users() {
  if (::geteuid() != 0) return skip("only root gives agents users of their own"), false;
  if (!there_is_a_sandbox()) return false;
  if (!sandbox().no_users_because.empty()) skip("there are no users for agents: " + sandbox().no_users_because);
  return sandbox().no_users_because.empty();
}

/// The real, effective, saved and file users of a process, as this one sees them.
std::set<uid_t> users_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  std::set<uid_t> users;
  for (std::string word; file >> word;) {
    if (word != "Uid:") continue;
    for (uid_t user = 0; file >> user;) users.insert(user);
    break;
  }
  return users;
}

/// The users of all processes below the guardian.
std::set<uid_t> users_below(const Guardian& guardian) {
  std::set<uid_t> all;
  for (const pid_t process : commserver::descendants(guardian.pid())) all.merge(users_of(process));
  return all;
}

/// Hides later mounts of this process from all others.
bool only_here() {
  return ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

}  // namespace

TEST_CASE("as root each agent has a user of its own, also across two servers") {
  if (!there_are_own_users()) return;
  House house({"behave", "behave", "dare see=1"}, kNever, "default", {.sandbox = sandbox()});
  REQUIRE(house.all_ready(3));
  const std::set<uid_t> users = users_below(*house.guardian);
  CHECK(users.size() == 3);
  CHECK(
      std::ranges::all_of(users, [](uid_t user) { return user >= UserNumbers::kFirst && user <= UserNumbers::kLast; }));
  const auto processes = commserver::descendants(house.guardian->pid());
  // The sandbox, its first process and the agent.
  CHECK(std::ranges::count_if(processes, [&](pid_t each) { return users_of(each) == std::set{*users.begin()}; }) == 3);
  CHECK(done(house, 2, 1) == "(see=1)");
  CHECK(house.lines.empty());

  // Two servers on one machine.
  House other({"behave", "behave"}, kNever, "default", {.sandbox = sandbox()});
  REQUIRE(other.all_ready(2));
  std::set<uid_t> all = users_below(*other.guardian);
  all.insert(users.begin(), users.end());
  CHECK(all.size() == 5);
}

TEST_CASE("agents that cannot have users of their own run as the server's user, and one line says why") {
  if (!there_is_a_sandbox()) return;
  commserver::Sandbox used = sandbox();
  used.no_users_because = "it is not to be had here";
  House house({"behave", "behave"}, kNever, "default", {.sandbox = used});
  REQUIRE(house.all_ready(2));
  CHECK(users_below(*house.guardian) == std::set{::geteuid()});
  CHECK(house.lines ==
        Texts{"warning: agents run as the user of the server, and share its limits: it is not to be had here"});
}

TEST_CASE("as root an agent that uses up its user's space for pipes does not affect another agent") {
  if (!there_are_own_users()) return;
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  if (files.rlim_max < 4096) return skip("that needs 4096 open files");
  // Beyond 1024 usual ones a user gets small pipes (fs.pipe-user-pages-soft).
  House house({"dare pipes=1500 usual_pipe", "dare usual_pipe"}, kNever, "default", {.sandbox = sandbox()});
  REQUIRE(house.all_ready(2));
  CHECK(done(house, 0, 1) == "(pipes=1500)");
  CHECK(done(house, 1, 2) == "(usual_pipe)");
}

TEST_CASE("agents of root can use files and folders that only root can read") {
  if (!there_is_a_sandbox()) return;
  const bool is_mounted = GENERATE(false, true);
  // Outside of /tmp, of which a sandbox shows little.
  const fs::path folder = fs::path(build_folder()) / ("private-" + std::to_string(::getpid()));
  std::error_code error;
  if (!fs::create_directory(folder, error)) return skip("only who may write into the build can try this");
  std::ofstream(folder / "notes") << "mine\n";
  fs::copy_file(TEST_AGENT, folder / "player");
  fs::permissions(folder / "notes", fs::perms::owner_read | fs::perms::owner_write);
  fs::permissions(folder / "player", fs::perms::owner_all);
  fs::permissions(folder, fs::perms::owner_all);
  std::ofstream(folder / "agents.xml")
      << "<agentdb><agent_type_external name=\"a\"><exec_line>./player dare holds=notes "
         "append=notes create=new</exec_line></agent_type_external></agentdb>";
  if (is_mounted && (!only_here() || ::mount(folder.c_str(), folder.c_str(), nullptr, MS_BIND, nullptr) != 0)) {
    fs::remove_all(folder);
    return skip("nothing can be mounted here");
  }
  {
    House house({});
    house.serve(AgentDatabase::load(folder / "agents.xml"), {.sandbox = sandbox()});
    house.server->start(0, "a");
    REQUIRE(house.all_ready(1));
    CHECK(done(house, 0, 1) == "(holds=notes)(append=notes)(create=new)");
    if (::geteuid() == 0 && sandbox().no_users_because.empty()) {
      CHECK(!users_below(*house.guardian).contains(0));
      CHECK(house.lines.empty());
    }
  }
  if (is_mounted) ::umount2(folder.c_str(), MNT_DETACH);
  fs::remove_all(folder);
}

TEST_CASE("as root agents in a folder that only a supplementary group of root can reach run as root") {
  if (!there_are_own_users()) return;
  constexpr uid_t kOther = 1234;
  const std::vector<gid_t> group{5678};
  const fs::path folder = fs::path(build_folder()) / ("group-" + std::to_string(::getpid()));
  std::error_code error;
  if (!fs::create_directory(folder, error)) return skip("only who may write into the build can try this");
  fs::copy_file(TEST_AGENT, folder / "player");
  std::ofstream(folder / "agents.xml") << "<agentdb><agent_type_external name=\"a\"><exec_line>./player dare "
                                          "create=new</exec_line></agent_type_external></agentdb>";
  fs::permissions(folder, fs::perms(0750));
  std::vector<gid_t> before(static_cast<std::size_t>(::getgroups(0, nullptr)));
  ::getgroups(static_cast<int>(before.size()), before.data());
  REQUIRE(::chown(folder.c_str(), kOther, group[0]) == 0);
  REQUIRE(::setgroups(group.size(), group.data()) == 0);
  {
    House house({});
    house.serve(AgentDatabase::load(folder / "agents.xml"), {.sandbox = sandbox()});
    house.server->start(0, "a");
    CHECK(house.all_ready(1));
    CHECK(house.lost.empty());
    CHECK(users_below(*house.guardian) == std::set<uid_t>{0});
    CHECK(house.lines == Texts{"warning: agents run as the user of the server, and share its limits: " +
                               folder.string() + ": Permission denied (chmod a+rX gives it to all users)"});
  }
  ::setgroups(before.size(), before.data());
  fs::remove_all(folder);
}

TEST_CASE("as root agents on an unbindable file system have users of their own, too") {
  if (!there_are_own_users()) return;
  const TemporaryFolder folder;
  if (!only_here() || ::mount("tmpfs", folder.path().c_str(), "tmpfs", 0, "mode=0755") != 0 ||
      ::mount(nullptr, folder.path().c_str(), nullptr, MS_UNBINDABLE, nullptr) != 0)
    return skip("nothing can be mounted here");
  fs::copy_file(TEST_AGENT, folder.path() / "player");
  std::ofstream(folder.path() / "agents.xml") << "<agentdb><agent_type_external name=\"a\"><exec_line>./player dare "
                                                 "create=new</exec_line></agent_type_external></agentdb>";
  {
    House house({});
    house.serve(AgentDatabase::load(folder.path() / "agents.xml"), {.sandbox = sandbox()});
    house.server->start(0, "a");
    CHECK(house.all_ready(1));
    CHECK(house.lost.empty());
    CHECK(house.lines.empty());
    CHECK(!users_below(*house.guardian).contains(0));
  }
  ::umount2(folder.path().c_str(), MNT_DETACH);
}

TEST_CASE("as root agents on a file system without user mapping run as root if only root can reach them") {
  if (!there_are_own_users()) return;
  const fs::perms mode = GENERATE(fs::perms(0700), fs::perms(0755));
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms(0755));
  if (!only_here() || ::mount("ramfs", folder.path().c_str(), "ramfs", 0, "mode=0755") != 0)
    return skip("no file system can be mounted that stays root's");
  const fs::path team = folder.path() / "team";
  fs::create_directory(team);
  fs::copy_file(TEST_AGENT, team / "player");
  fs::permissions(team, mode);
  std::ofstream(team / "agents.xml")
      << "<agentdb><agent_type_external name=\"a\"><exec_line>./player dare create=new</exec_line>"
         "</agent_type_external></agentdb>";
  {
    House house({});
    house.serve(AgentDatabase::load(team / "agents.xml"), {.sandbox = sandbox()});
    for (const AgentId agent : {0, 1}) house.server->start(agent, "a");
    REQUIRE(house.all_ready(2));
    CHECK(done(house, 0, 1) == "(create=new)");
    const std::set<uid_t> users = users_below(*house.guardian);
    if (mode == fs::perms(0755)) {
      CHECK((users.size() == 2 && !users.contains(0)));
      CHECK(house.lines.empty());
    } else {
      CHECK(users == std::set<uid_t>{0});
      CHECK(house.lines == Texts{"warning: agents run as the user of the server, and share its limits: " +
                                 team.string() + ": Permission denied (chmod a+rX gives it to all users)"});
    }
  }
  ::umount2(folder.path().c_str(), MNT_DETACH);
}
