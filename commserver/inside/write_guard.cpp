// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/write_guard.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "spark/core/descriptor.h"

namespace commserver {

void forbid_writing_outside(const std::vector<std::string>& folders) {
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE;
  const spark::Descriptor guard(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0)));
  if (!guard) return;
  for (const std::string& folder : folders) {
    const spark::Descriptor place(::open(folder.c_str(), O_PATH | O_CLOEXEC));
    if (!place) continue;
    landlock_path_beneath_attr own{};
    own.allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE;
    own.parent_fd = place.get();
    ::syscall(SYS_landlock_add_rule, guard.get(), LANDLOCK_RULE_PATH_BENEATH, &own, 0);
  }
  ::syscall(SYS_landlock_restrict_self, guard.get(), 0);
}

}  // namespace commserver
