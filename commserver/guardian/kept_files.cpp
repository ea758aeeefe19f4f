// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/kept_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commserver/guardian/tree_copy.h"

namespace commserver {
namespace {
constexpr std::uint32_t kMaxKeptEntries = 20'000;
}

void keep_written_files(const GuardedAgent& agent) {
  if (!agent.written || agent.kept_in.empty()) return;
  if (::mkdir(agent.kept_in.c_str(), 0777) != 0) return;
  const spark::Descriptor folder(::open(agent.kept_in.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder) return;
  TreeCopy copy;
  copy.left = {.bytes = agent.limits.files, .entries = kMaxKeptEntries};
  copy.changed_since = agent.files_made;
  copy.for_users = true;
  copy.copy(agent.written.get(), folder.get());
  ::rmdir(agent.kept_in.c_str());  // succeeds only if nothing was copied
}

}  // namespace commserver
