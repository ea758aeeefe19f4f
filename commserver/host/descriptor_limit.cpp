// SPDX-License-Identifier: Apache-2.0
#include "commserver/host/descriptor_limit.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <stdexcept>

namespace commserver {
namespace {

/// 500 to 511 are the fixed numbers; these descriptors are first opened above 256.
constexpr std::size_t kPlaces = 512;
/// Needed by the program itself: files, ports, Ruby, a hundred agents that connect, and 64 monitors.
constexpr std::size_t kOwn = 256;
/// Pipes and logs of one agent, on each side.
constexpr std::size_t kPerAgent = 5;

}  // namespace

std::size_t descriptors_for(std::size_t agents) {
  return std::max(kPlaces, kOwn + kPerAgent * agents);
}

void need_descriptors(std::size_t needed, pid_t guardian) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  if (limit.rlim_max < needed)
    throw std::runtime_error(
        fmt::format("at most {} open files are allowed (ulimit -Hn); a match with these agents needs {}",
                    static_cast<std::size_t>(limit.rlim_max), needed));
  if (limit.rlim_cur >= needed) return;
  limit.rlim_cur = needed;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  if (guardian > 0) ::prlimit(guardian, RLIMIT_NOFILE, &limit, nullptr);
}

}  // namespace commserver
