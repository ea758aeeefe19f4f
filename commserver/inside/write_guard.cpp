// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/write_guard.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "spark/core/descriptor.h"

namespace commserver {
namespace {
constexpr std::uint64_t kMayMove = 1ULL << 13;  ///< LANDLOCK_ACCESS_FS_REFER, since Linux 5.19
}

void forbid_writing_outside(const std::vector<std::string>& folders) {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  // Unless a rule allows it, no file moves to another folder. The first version has no such rule.
  const std::uint64_t may_move = version >= 2 ? kMayMove : 0;
  landlock_ruleset_attr rules{};
  rules.handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE | may_move;
  const spark::Descriptor guard(static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0)));
  if (!guard) return;
  const auto allow = [&](const std::string& folder, std::uint64_t access) {
    const spark::Descriptor place(::open(folder.c_str(), O_PATH | O_CLOEXEC));
    if (!place || access == 0) return;
    landlock_path_beneath_attr own{};
    own.allowed_access = access;
    own.parent_fd = place.get();
    ::syscall(SYS_landlock_add_rule, guard.get(), LANDLOCK_RULE_PATH_BENEATH, &own, 0);
  };
  for (const std::string& folder : folders) allow(folder, LANDLOCK_ACCESS_FS_WRITE_FILE | may_move);
  allow("/", may_move);
  ::syscall(SYS_landlock_restrict_self, guard.get(), 0);
}

}  // namespace commserver
