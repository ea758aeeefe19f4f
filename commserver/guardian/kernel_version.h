// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/utsname.h>

#include <cstdio>
#include <utility>

namespace commserver {

/// Whether this kernel is version `major`.`minor` or newer.
inline bool is_kernel_since(int major, int minor) {
  utsname system{};
  int has_major = 0;
  int has_minor = 0;
  if (::uname(&system) != 0 || std::sscanf(system.release, "%d.%d", &has_major, &has_minor) != 2) return false;
  return std::pair(has_major, has_minor) >= std::pair(major, minor);
}

}  // namespace commserver
