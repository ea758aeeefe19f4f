// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/agent_cgroups.h"

#include <fmt/format.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <sstream>
#include <string_view>

#include "commserver/guardian/agent_paths.h"
#include "commserver/guardian/descendants.h"
#include "commserver/guardian/pseudo_files.h"

namespace commserver {
namespace {

namespace fs = std::filesystem;

constexpr const char* kServerGroup = "server";

/// bwrap (two processes), agent_sandbox, and short-lived processes at the start.
constexpr std::uint64_t kSupervisors = 8;

/// The limit for all processes of an agent together: that of one process, plus the files that they may write to memory.
std::uint64_t memory_of_all(const AgentLimits& limits) {
  return limits.memory + limits.files + std::size(kFoldersInMemory) * AgentLimits::kFolderInMemory;
}

std::string text_of(const fs::path& folder, const char* file) {
  return read_pseudo_file(folder / file);
}

bool set(const fs::path& folder, const char* file, std::string_view text) {
  return write_pseudo_file(folder / file, text);
}

bool set(const fs::path& folder, const char* file, std::uint64_t number) {
  return set(folder, file, std::to_string(number));
}

template <typename Word>
std::vector<Word> words_of(const fs::path& folder, const char* file) {
  std::istringstream stream(text_of(folder, file));
  std::vector<Word> words;
  for (Word word; stream >> word;) words.push_back(word);
  return words;
}

/// Whether systemd has delegated the group: it marks such groups with an attribute.
bool is_marked_as_delegated(const fs::path& folder) {
  const auto is_set = [&](const char* name) {
    char value = 0;
    return ::getxattr(folder.c_str(), name, &value, 1) == 1 && value == '1';
  };
  return is_set("trusted.delegate") || is_set("user.delegate");
}

/// The group of the process itself, or its parent if a service has put its processes into a subgroup
/// (`DelegateSubgroup=`). A group whose name is that of a unit belongs to the unit, and its parent to systemd.
fs::path delegated_around(const fs::path& own) {
  if (own.empty() || is_marked_as_delegated(own)) return own;
  const std::string extension = own.extension();
  const bool is_unit = extension == ".service" || extension == ".scope" || extension == ".slice";
  return !is_unit && is_marked_as_delegated(own.parent_path()) ? own.parent_path() : fs::path();
}

std::uint64_t count_in(const fs::path& folder, const char* file, std::string_view name) {
  std::istringstream lines(text_of(folder, file));
  std::uint64_t count = 0;
  for (std::string word; lines >> word >> count;)
    if (word == name) return count;
  return 0;
}

}  // namespace

fs::path own_cgroup() {
  std::istringstream lines(read_pseudo_file("/proc/self/cgroup"));
  std::string name;
  while (std::getline(lines, name) && !name.starts_with("0::/")) {
  }
  if (!lines) return {};
  name.erase(0, std::strlen("0::"));
  if ((name + "/").find("/../") != name.npos) return {};  // it is outside of the container's view
  for (const Mount& mount : mounts()) {
    const std::string above = mount.root == "/" ? "" : mount.root;
    if (mount.type == "cgroup2" && (name + "/").starts_with(above + "/"))
      return (fs::path(mount.point + name.substr(above.size())) / "").parent_path();
  }
  return {};
}

fs::path AgentCgroups::folder_of(int agent) const {
  return delegated_ / fmt::format("agent-{}-{}", ::getpid(), agent);
}

/// Moves the processes of a group that is to be divided into a group below it. False if it has processes of others,
/// which stay.
bool AgentCgroups::move_own_processes(std::string& why) const {
  std::vector<pid_t> ours = descendants(server_);
  ours.push_back(server_);
  const std::vector<pid_t> found = words_of<pid_t>(own_, "cgroup.procs");
  const auto is_ours = [&](pid_t process) { return std::ranges::find(ours, process) != ours.end(); };
  if (const auto other = std::ranges::find_if_not(found, is_ours); other != found.end()) {
    why = fmt::format("process {} is in it, too; DelegateSubgroup= puts all processes of a service into one below it",
                      *other);
    return false;
  }
  const fs::path below = own_ / kServerGroup;
  std::error_code error;
  fs::create_directory(below, error);
  for (const pid_t process : found) {
    // The process may have ended meanwhile.
    if (set(below, "cgroup.procs", static_cast<std::uint64_t>(process)) || errno == ESRCH) continue;
    why = fmt::format("its processes cannot be moved: {}", std::strerror(errno));
    return false;
  }
  return true;
}

/// Enables the limits in groups below the delegated one.
void AgentCgroups::divide(std::string& why) {
  divided_ = true;
  const fs::path found = delegated_around(own_);
  if (found.empty() || ::access(found.c_str(), W_OK) != 0) return;  // some containers show groups read-only
  const std::vector<std::string> available = words_of<std::string>(found, "cgroup.controllers");
  std::string wanted;
  for (const char* controller : {"memory", "pids"})
    if (std::ranges::find(available, controller) != available.end()) wanted += fmt::format("+{} ", controller);
  if (wanted.empty())
    why = "neither memory nor processes are limited there";
  else if (found != own_ || move_own_processes(why)) {
    if (set(found, "cgroup.subtree_control", wanted))
      delegated_ = found;
    else
      why = std::strerror(errno);
  }
  if (delegated_.empty() && found == own_)  // move the processes back, if they have been moved
    for (const pid_t process : words_of<pid_t>(own_ / kServerGroup, "cgroup.procs"))
      set(own_, "cgroup.procs", static_cast<std::uint64_t>(process));
  if (!delegated_.empty()) return;
  if (found == own_) ::rmdir((own_ / kServerGroup).c_str());
  why = fmt::format("{}: {}", found.string(), why);
}

std::string AgentCgroups::make(int agent, const AgentLimits& limits, std::string& why) {
  if (!divided_) divide(why);
  if (delegated_.empty()) return {};
  const fs::path folder = folder_of(agent);
  // An earlier guardian with the same number that was killed may have left this folder. One that still has processes
  // stays.
  if (::rmdir(folder.c_str()) != 0 && errno == EBUSY) return {};
  std::error_code error;
  fs::create_directory(folder, error);
  if (error) return {};
  agents_.insert(agent);
  // A limit without a file here cannot be set: the kernel is older, or lacks a controller.
  if (limits.memory > 0 && set(folder, "memory.max", memory_of_all(limits))) set(folder, "memory.swap.max", 0);
  set(folder, "memory.oom.group", 1);
  if (limits.processes > 0) set(folder, "pids.max", limits.processes + kSupervisors);
  return folder / "cgroup.procs";
}

Exceeded AgentCgroups::exceeded(int agent) const {
  if (!agents_.contains(agent)) return Exceeded::nothing;
  const fs::path folder = folder_of(agent);
  if (count_in(folder, "memory.events", "oom_kill") == 0) return Exceeded::nothing;
  return count_in(folder, "memory.events", "oom") > 0 ? Exceeded::memory : Exceeded::machine_memory;
}

void AgentCgroups::end(int agent) {
  if (agents_.erase(agent) == 0) return;
  set(folder_of(agent), "cgroup.kill", 1);
  ended_.push_back(folder_of(agent));
  remove_ended();
}

void AgentCgroups::end_all() {
  while (!agents_.empty()) end(*agents_.begin());
  remove_ended();
}

void AgentCgroups::remove_ended() {
  std::erase_if(ended_, [](const fs::path& folder) { return ::rmdir(folder.c_str()) == 0 || errno != EBUSY; });
}

}  // namespace commserver
