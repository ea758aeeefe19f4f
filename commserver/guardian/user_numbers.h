// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <utility>

#include "spark/core/descriptor.h"

namespace commserver {

/// User numbers that no one else on this machine has, one for each agent, from the range that systemd reserves for
/// `DynamicUser=`. A number is taken only if no user and no group has it, no process runs with it, and no other server
/// has taken it.
///
/// Servers coordinate by locks on bytes of one file, one byte for each number: a lock ends with its owner, however that
/// ends.
class UserNumbers {
 public:
  static constexpr uid_t kFirst = 61184;
  static constexpr uid_t kLast = 65519;
  static constexpr const char* kLockFile = "/run/rcssserver3d-users.lock";

  /// Only root may have such numbers.
  explicit UserNumbers(std::string lock_file = kLockFile) : lock_file_(std::move(lock_file)) {}

  /// Takes a number; returns 0 if there is none, with the reason in `why`.
  uid_t take(std::string& why);
  /// Releases the number: any server may take it again once no process runs with it.
  void give_back(uid_t number);

 private:
  bool open_locks(std::string& why);
  bool set_lock(uid_t number, short type) const;

  std::string lock_file_;
  spark::Descriptor locks_;
  std::set<uid_t> taken_;  ///< needed because a lock does not exclude its owner
  uid_t next_ = kFirst;    ///< the next number to try, so that released ones are reused last
};

}  // namespace commserver
