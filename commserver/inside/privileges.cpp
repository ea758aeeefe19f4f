// SPDX-License-Identifier: Apache-2.0
#include "commserver/inside/privileges.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace commserver {

bool drop_privileges() {
  // Also what a program could get back by being executed, from the set that bounds it.
  for (unsigned long each = 0; ::prctl(PR_CAPBSET_READ, each) >= 0; ++each)
    if (::prctl(PR_CAPBSET_READ, each) == 1 && ::prctl(PR_CAPBSET_DROP, each) != 0) return false;
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  return ::syscall(SYS_capset, &head, none) == 0 && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

}  // namespace commserver
