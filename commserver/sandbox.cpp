// SPDX-License-Identifier: Apache-2.0
#include "commserver/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "commserver/pipe.h"

namespace commserver {
namespace {

namespace fs = std::filesystem;

/// What is written to these folders of an agent is in memory.
constexpr const char* kOwnFolders[] = {"/tmp", "/var/tmp", "/dev/shm"};
constexpr const char* kOwnFolderSize = "67108864";
/// Starting a sandbox takes some milliseconds.
constexpr std::chrono::milliseconds kProbeTakes{5000};

fs::path resolved(const fs::path& path) {
  std::error_code error;
  const fs::path result = fs::weakly_canonical(path, error);
  return error ? path : result;
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

}  // namespace

Guardian::Program Sandbox::enclose(const Guardian::Program& program, const std::vector<fs::path>& hidden) const {
  Guardian::Program result = program;
  result.file = bwrap;
  result.sandboxed = true;
  auto& arguments = result.arguments;
  arguments = {"bwrap",
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
  const auto add = [&](std::initializer_list<std::string> more) { arguments.insert(arguments.end(), more); };
  std::error_code none;
  for (const char* folder : kOwnFolders)
    if (fs::is_directory(folder, none) && !fs::is_symlink(folder, none))
      add({"--size", kOwnFolderSize, "--tmpfs", folder});
  // An agent may lie below a folder that has just been covered; then it gets back what lies around it there.
  std::vector<fs::path> shown;
  for (const fs::path& needed : {program.working_folder, program.file.parent_path(), first.parent_path()})
    for (const char* folder : kOwnFolders)
      if (const fs::path part = part_within(resolved(needed), folder);
          !part.empty() && std::ranges::find(shown, part) == shown.end())
        shown.push_back(part);
  for (const fs::path& part : shown) add({"--ro-bind", part.string(), part.string()});
  for (const fs::path& folder : hidden)
    add({"--tmpfs", resolved(folder).string(), "--remount-ro", resolved(folder).string()});
  const AgentLimits& limits = program.limits;
  add({"--chdir", program.working_folder.string(), "--", first.string(), std::to_string(program.input_fd),
       std::to_string(program.output_fd), std::to_string(limits.memory), std::to_string(limits.cpu_seconds),
       std::to_string(limits.file_size), program.working_folder.string(), program.file.string()});
  arguments.insert(arguments.end(), program.arguments.begin(), program.arguments.end());
  return result;
}

std::string Sandbox::problem(Guardian& guardian) const {
  Guardian::Program nothing;
  nothing.file = "/bin/true";
  nothing.working_folder = "/";
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
      if (report->kind == Guardian::Report::Kind::exited && report->value == 0) return {};
      const std::string said = first_line(words.read);
      return said.empty() ? describe(*report) : said;
    }
    if (guardian.is_gone()) return "the guardian is gone";
  }
  guardian.signal(child, SIGKILL);
  return "bwrap does not end";
}

std::vector<fs::path> hideable(const std::vector<fs::path>& folders, const Guardian::Program& program) {
  std::vector<fs::path> result;
  const fs::path home = resolved(program.working_folder);
  const fs::path file = resolved(program.file);
  std::error_code none;
  for (const fs::path& each : folders) {
    const fs::path folder = resolved(each);
    if (fs::is_directory(folder, none) && !is_within(home, folder) && !is_within(file, folder) &&
        !is_of_system(folder) && std::ranges::find(result, folder) == result.end())
      result.push_back(folder);
  }
  return result;
}

}  // namespace commserver
