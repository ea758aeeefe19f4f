// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/user_numbers.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace commserver {
namespace {

bool has_name(uid_t number) {
  return ::getpwuid(number) || ::getgrgid(number);
}

/// Asks the kernel to look for processes of a user.
bool has_process(uid_t number) {
  errno = 0;
  return ::getpriority(PRIO_USER, number) != -1 || errno != ESRCH;
}

}  // namespace

bool UserNumbers::open_locks(std::string& why) {
  if (locks_) return true;
  locks_ = spark::Descriptor(::open(lock_file_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
  struct stat found {};
  if (locks_ && ::fstat(locks_.get(), &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == ::geteuid())
    return true;
  why = lock_file_ + ": " + (locks_ ? "it is no file of this user" : std::strerror(errno));
  locks_.close();
  return false;
}

bool UserNumbers::set_lock(uid_t number, short type) const {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = number;
  lock.l_len = 1;
  return ::fcntl(locks_.get(), F_OFD_SETLK, &lock) == 0;
}

uid_t UserNumbers::take(std::string& why) {
  if (!open_locks(why)) return 0;
  for (uid_t tried = kFirst; tried <= kLast; ++tried) {
    const uid_t number = next_;
    next_ = number == kLast ? kFirst : number + 1;
    if (taken_.contains(number) || !set_lock(number, F_WRLCK)) continue;
    taken_.insert(number);
    if (!has_process(number) && !has_name(number)) return number;
    give_back(number);
  }
  why = "no user number is free from " + std::to_string(kFirst) + " to " + std::to_string(kLast);
  return 0;
}

void UserNumbers::give_back(uid_t number) {
  if (taken_.erase(number) > 0) set_lock(number, F_UNLCK);
}

}  // namespace commserver
