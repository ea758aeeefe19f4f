// SPDX-License-Identifier: Apache-2.0
#include "commserver/sandbox/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "commserver/guardian/pipe.h"
#include "commserver/sandbox/inside_order.h"

namespace commserver {
namespace {

namespace fs = std::filesystem;

/// Files written to these folders of an agent are in memory.
constexpr const char* kOwnFolders[] = {"/tmp", "/var/tmp", "/dev/shm"};
constexpr const char* kOwnFolderSize = "67108864";
/// Starting a sandbox takes some milliseconds.
constexpr std::chrono::milliseconds kProbeTakes{5000};
constexpr std::uint64_t kProbeFiles = 1024 * 1024;

fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path result = fs::weakly_canonical(path, error);
  if (error) return path;
  return result.has_filename() ? result : result.parent_path();
}

/// Both are resolved.
bool is_within(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// The folder right below `folder` in which `path` lies; empty if it does not. Both are resolved.
fs::path part_within(const fs::path& path, const fs::path& folder) {
  if (!is_within(path, folder)) return {};
  const auto next = std::next(path.begin(), std::distance(folder.begin(), folder.end()));
  return next == path.end() ? folder : folder / *next;
}

bool is_of_system(const fs::path& folder) {
  return std::ranges::any_of(std::initializer_list<const char*>{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64",
                                                                "/etc", "/dev", "/proc", "/sys"},
                             [&](const char* system) { return is_within(folder, system); });
}

/// One line of what bwrap says.
std::string first_line(const spark::Descriptor& pipe) {
  char text[1024];
  const ssize_t count = ::read(pipe.get(), text, sizeof text);
  const std::string all(text, static_cast<std::size_t>(std::max<ssize_t>(0, count)));
  return all.substr(0, all.find('\n'));
}

/// What bwrap is to make of any machine. With `mounts` it leaves agent_sandbox the capabilities for the view of files,
/// and to drop them for good.
std::vector<std::string> new_room(bool mounts) {
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
    for (const char* capability : {"CAP_SYS_ADMIN", "CAP_DAC_OVERRIDE", "CAP_SETPCAP"}) add({"--cap-add", capability});
  std::error_code none;
  for (const char* folder : kOwnFolders)
    if (fs::is_directory(folder, none) && !fs::is_symlink(folder, none))
      add({"--size", kOwnFolderSize, "--tmpfs", folder});
  add({"--remount-ro", "/dev"});
  return arguments;
}

/// Those parts of the own folders, right below them, in which one of `needed` lies.
std::vector<fs::path> parts_of_own_folders(std::initializer_list<fs::path> needed) {
  std::vector<fs::path> parts;
  for (const fs::path& path : needed)
    for (const char* folder : kOwnFolders)
      if (const fs::path part = part_within(resolved(path), folder);
          !part.empty() && std::ranges::find(parts, part) == parts.end())
        parts.push_back(part);
  return parts;
}

}  // namespace

std::string why_read_only(const Guardian::Program& program) {
  const fs::path folder = resolved(program.working_folder);
  if (folder == folder.root_path() || folder.parent_path() == folder.root_path()) {
    // /tmp and the like are its own anyway.
    const bool is_own = std::ranges::find(kOwnFolders, folder) != std::end(kOwnFolders);
    if (!is_own && (folder == folder.root_path() || is_of_system(folder))) return "it is the system's";
  }
  for (const char* kernel : {"/dev", "/proc", "/sys"})
    if (is_within(folder, kernel) && folder != "/dev/shm" && !is_within(folder, "/dev/shm"))
      return "it is the system's";
  return {};
}

Guardian::Program Sandbox::enclose(const Guardian::Program& program, const std::vector<fs::path>& hidden) const {
  const bool mounts = no_mounts_because.empty();
  std::vector<std::string> arguments = new_room(mounts);
  const auto add = [&](std::initializer_list<std::string> more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  };
  InsideOrder order;
  order.input_fd = program.input_fd;
  order.output_fd = program.output_fd;
  order.limits = program.limits;
  order.working_folder = resolved(program.working_folder).string();
  order.layered = mounts && program.limits.files > 0 && why_read_only(program).empty();
  order.kept = order.layered && !program.kept_in.empty();
  // An agent may lie below a folder that has just been covered; then it gets back what lies around it there.
  const std::vector<fs::path> shown =
      parts_of_own_folders({program.working_folder, program.file.parent_path(), first.parent_path()});
  for (const fs::path& part : shown) add({"--ro-bind", part.string(), part.string()});
  if (mounts)
    for (const fs::path& part : shown) order.shown.push_back(part.string());
  std::error_code none;
  for (const fs::path& each : hidden) {
    const fs::path path = resolved(each);
    // A mount inside a folder prevents an overlay of it.
    const bool is_inside = (order.layered && is_within(path, order.working_folder)) ||
                           std::ranges::any_of(shown, [&](const fs::path& part) { return is_within(path, part); });
    if (mounts && is_inside)
      order.hidden.push_back(path.string());
    else if (fs::is_directory(path, none))
      add({"--tmpfs", path.string(), "--remount-ro", path.string()});
    else
      add({"--ro-bind", "/dev/null", path.string()});
  }
  add({"--chdir", program.working_folder.string(), "--", first.string()});
  order.program.push_back(program.file.string());
  order.program.insert(order.program.end(), program.arguments.begin(), program.arguments.end());
  for (std::string& argument : order.to_arguments()) arguments.push_back(std::move(argument));
  Guardian::Program result = program;
  result.file = bwrap;
  result.sandboxed = true;
  result.arguments = std::move(arguments);
  return result;
}

std::string Sandbox::try_out(Guardian& guardian) {
  std::string problem = start_once(guardian);
  if (problem.empty() || !no_mounts_because.empty()) return problem;
  // An older or a restricted bwrap may refuse the additional options.
  no_mounts_because = problem;
  return start_once(guardian).empty() ? std::string() : problem;
}

std::string Sandbox::start_once(Guardian& guardian) {
  Guardian::Program nothing;
  nothing.file = "/bin/true";
  std::error_code none;
  nothing.working_folder = fs::is_directory(first.parent_path(), none) ? first.parent_path() : "/";
  nothing.limits.files = kProbeFiles;
  nothing.arguments = {"true"};
  Pipe words = Pipe::make();
  const spark::Descriptor null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const int child = guardian.start(enclose(nothing, {}), {null.get(), null.get(), null.get(), words.write.get()});
  words.write.close();
  make_non_blocking(words.read);
  const auto deadline = std::chrono::steady_clock::now() + kProbeTakes;
  while (std::chrono::steady_clock::now() < deadline) {
    pollfd input{guardian.poll_descriptor(), POLLIN, 0};
    ::poll(&input, 1, static_cast<int>(kProbeTakes.count()));
    while (const auto report = guardian.next_report()) {
      if (report->child != child || report->kind == Guardian::Report::Kind::started) continue;
      if (report->kind == Guardian::Report::Kind::read_only) {
        if (report->value != 0) no_mounts_because = std::strerror(report->value);
        continue;
      }
      if (report->kind == Guardian::Report::Kind::exited && report->value == 0) return {};
      const std::string said = first_line(words.read);
      return said.empty() ? describe(*report) : said;
    }
    if (guardian.is_gone()) return "the guardian is gone";
  }
  guardian.signal(child, SIGKILL);
  return "bwrap does not exit";
}

std::vector<fs::path> hideable(const std::vector<fs::path>& paths, const Guardian::Program& program) {
  std::vector<fs::path> result;
  const fs::path home = resolved(program.working_folder);
  const fs::path file = resolved(program.file);
  std::error_code none;
  for (const fs::path& each : paths) {
    const fs::path path = resolved(each);
    if (fs::exists(path, none) && !is_within(home, path) && !is_within(file, path) && !is_of_system(path) &&
        std::ranges::find(result, path) == result.end())
      result.push_back(path);
  }
  return result;
}

}  // namespace commserver
