// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/sandbox.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string>

#include "commserver/guardian/agent_paths.h"
#include "commserver/guardian/inside_order.h"
#include "commserver/guardian/pipe.h"
#include "spark/core/real_clock.h"

namespace commserver {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEmptiedFolderSize = "1048576";

/// Starting a sandbox usually takes a few milliseconds.
constexpr std::chrono::milliseconds kProbeTimeout{5000};
constexpr std::uint64_t kProbeFiles = 1024 * 1024;

/// Folders that are mounted empty for a program, in addition to those in memory.
std::vector<fs::path> folders_to_empty(const Guardian::Program& program) {
  std::vector<fs::path> folders;
  std::error_code none;
  for (const fs::path& folder : program.emptied)
    if (std::ranges::find(kFoldersInMemory, folder) == std::end(kFoldersInMemory) && fs::is_directory(folder, none))
      folders.push_back(folder);
  return folders;
}

/// Paths within covered folders that are made visible again.
std::vector<fs::path> shown_again(const Guardian::Program& program, std::vector<fs::path> needed) {
  const auto is_emptied = [&](const fs::path& path) {
    return std::ranges::any_of(program.emptied, [&](const fs::path& folder) { return is_within(path, folder); });
  };
  std::error_code none;
  std::vector<fs::path> exactly;
  std::erase_if(needed, [&](const fs::path& each) {
    const fs::path path = resolved(each);
    if (!is_emptied(path)) return false;
    if (fs::exists(path, none) && std::ranges::find(exactly, path) == exactly.end()) exactly.push_back(path);
    return true;
  });
  std::vector<fs::path> all = parts_of_folders_in_memory(needed);
  all.insert(all.end(), exactly.begin(), exactly.end());
  return all;
}

/// The first line that bwrap prints.
std::string first_line(const spark::Descriptor& pipe) {
  char text[1024];
  const ssize_t count = ::read(pipe.get(), text, sizeof text);
  const std::string all(text, static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  return all.substr(0, all.find('\n'));
}

}  // namespace

std::vector<std::string> bwrap_arguments(bool mounts) {
  std::vector<std::string> arguments{"bwrap",
                                     "--unshare-user",
                                     "--unshare-ipc",
                                     "--unshare-pid",
                                     "--unshare-net",
                                     "--unshare-uts",
                                     "--cap-drop",
                                     "ALL",
                                     "--as-pid-1",
                                     "--die-with-parent",
                                     "--ro-bind",
                                     "/",
                                     "/",
                                     "--dev",
                                     "/dev",
                                     "--proc",
                                     "/proc"};
  const auto add = [&](std::initializer_list<std::string> more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  };
  if (mounts)
    for (const char* capability : {"CAP_SYS_ADMIN", "CAP_DAC_OVERRIDE", "CAP_SETPCAP", "CAP_SYS_PTRACE"})
      add({"--cap-add", capability});
  std::error_code none;
  for (const char* folder : kFoldersInMemory)
    if (fs::is_directory(folder, none) && !fs::is_symlink(folder, none))
      add({"--size", std::to_string(AgentLimits::kFolderInMemory), "--tmpfs", folder});
  add({"--remount-ro", "/dev"});
  return arguments;
}

Guardian::Program Sandbox::enclose(const Guardian::Program& program, const std::vector<fs::path>& hidden) const {
  const bool mounts = no_mounts_because.empty();
  std::vector<std::string> arguments = bwrap_arguments(mounts);
  const auto add = [&](std::initializer_list<std::string> more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  };
  InsideOrder order;
  order.input_fd = program.input_fd;
  order.output_fd = program.output_fd;
  order.limits = program.limits;
  order.environment = program.environment;
  order.working_folder = resolved(program.working_folder).string();
  order.layered = mounts && program.limits.files > 0 && why_read_only(program).empty();
  order.covered = mounts;
  order.kept = order.layered && !program.kept_in.empty();
  // An agent's files may be below a folder that is covered here; then the folder around them is made visible again.
  std::vector<fs::path> needed{program.working_folder, program.file.parent_path(), first.parent_path()};
  needed.insert(needed.end(), program.needs.begin(), program.needs.end());
  const std::vector<fs::path> shown = shown_again(program, std::move(needed));
  for (const fs::path& folder : folders_to_empty(program))
    add({"--size", kEmptiedFolderSize, "--tmpfs", folder.string()});
  for (const fs::path& part : shown) add({"--ro-bind", part.string(), part.string()});
  if (mounts)
    for (const fs::path& part : shown) order.shown.push_back(part.string());
  std::error_code none;
  for (const fs::path& each : hidden) {
    const fs::path path = resolved(each);
    // A mount inside a folder would prevent an overlay of that folder.
    const bool is_inside = (order.layered && is_within(path, order.working_folder)) ||
                           std::ranges::any_of(shown, [&](const fs::path& part) { return is_within(path, part); });
    if (mounts && is_inside)
      order.hidden.push_back(path.string());
    else if (fs::is_directory(path, none))
      add({"--tmpfs", path.string(), "--remount-ro", path.string()});
    else
      add({"--ro-bind", "/dev/null", path.string()});
  }
  // In the sandbox the program is root, whatever its user outside.
  if (::geteuid() == 0) add({"--uid", "0", "--gid", std::to_string(::getegid())});
  add({"--chdir", program.working_folder.string(), "--", first.string()});
  order.program.push_back(program.file.string());
  order.program.insert(order.program.end(), program.arguments.begin(), program.arguments.end());
  for (std::string& argument : order.to_arguments()) arguments.push_back(std::move(argument));
  Guardian::Program result = program;
  result.file = bwrap;
  result.sandboxed = true;
  result.own_user = ::geteuid() == 0 && no_users_because.empty();
  result.enclosed = {first, program.file};
  result.environment.clear();  // the variables are not for bwrap
  result.arguments = std::move(arguments);
  return result;
}

std::string Sandbox::try_out(Guardian& guardian) {
  const bool has_users = ::geteuid() == 0 && no_users_because.empty();
  const std::string problem = start_once(guardian);
  if (problem.empty()) return {};
  // Some kernels allow user namespaces only to root, and an old or restricted bwrap may refuse the additional options.
  const bool mounts = no_mounts_because.empty();
  for (const auto& [with_users, with_mounts] : {std::pair(false, true), {true, false}, {false, false}}) {
    if ((with_users && !has_users) || (with_mounts && !(mounts && has_users)) || (!with_mounts && !mounts)) continue;
    if (has_users) no_users_because = with_users ? "" : problem;
    if (mounts) no_mounts_because = with_mounts ? "" : problem;
    if (start_once(guardian).empty()) return {};
  }
  return problem;
}

std::string Sandbox::start_once(Guardian& guardian) {
  Guardian::Program nothing;
  nothing.file = "/bin/true";
  std::error_code none;
  nothing.working_folder = fs::is_directory(first.parent_path(), none) ? first.parent_path() : "/";
  nothing.limits.files = kProbeFiles;
  nothing.arguments = {"true"};
  Pipe output = Pipe::make();
  const spark::Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const int child = guardian.start(enclose(nothing, {}), {null.get(), null.get(), null.get(), output.write.get()});
  output.write.close();
  make_non_blocking(output.read);
  // Real time: the probe waits for a real process.
  const auto deadline = spark::RealClock::system().now() + kProbeTimeout;
  while (spark::RealClock::system().now() < deadline) {
    pollfd input{guardian.poll_descriptor(), POLLIN, 0};
    ::poll(&input, 1, static_cast<int>(kProbeTimeout.count()));
    while (const auto report = guardian.next_report()) {
      if (report->child != child || report->kind == Guardian::Report::Kind::started) continue;
      if (report->kind == Guardian::Report::Kind::read_only) {
        if (report->value != 0) no_mounts_because = std::strerror(report->value);
        continue;
      }
      if (report->kind == Guardian::Report::Kind::no_cgroups) {
        no_cgroups_because = report->text;
        continue;
      }
      if (report->kind == Guardian::Report::Kind::shares_user) {
        no_users_because = report->text;
        continue;
      }
      if (report->kind == Guardian::Report::Kind::exited && report->value == 0) return {};
      const std::string said = first_line(output.read);
      return said.empty() ? describe(*report) : said;
    }
    if (guardian.is_gone()) return "the guardian is gone";
  }
  guardian.signal(child, SIGKILL);
  return "bwrap does not exit";
}

}  // namespace commserver
