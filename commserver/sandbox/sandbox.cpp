// SPDX-License-Identifier: Apache-2.0
#include "commserver/sandbox/sandbox.h"

#include <algorithm>
#include <string>

#include "commserver/sandbox/agent_paths.h"
#include "commserver/sandbox/inside_order.h"

namespace commserver {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolderInMemorySize = "67108864";

}  // namespace

std::vector<std::string> closed_room(bool mounts) {
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
  for (const char* folder : kFoldersInMemory)
    if (fs::is_directory(folder, none) && !fs::is_symlink(folder, none))
      add({"--size", kFolderInMemorySize, "--tmpfs", folder});
  add({"--remount-ro", "/dev"});
  return arguments;
}

Guardian::Program Sandbox::enclose(const Guardian::Program& program, const std::vector<fs::path>& hidden) const {
  const bool mounts = no_mounts_because.empty();
  std::vector<std::string> arguments = closed_room(mounts);
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
  // An agent may lie below a folder that has just been covered; then it gets back what lies around it there.
  std::vector<fs::path> needed{program.working_folder, program.file.parent_path(), first.parent_path()};
  needed.insert(needed.end(), program.needs.begin(), program.needs.end());
  const std::vector<fs::path> shown = parts_of_folders_in_memory(needed);
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
  result.environment.clear();  // it is not for bwrap
  result.arguments = std::move(arguments);
  return result;
}

}  // namespace commserver
