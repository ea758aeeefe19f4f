// SPDX-License-Identifier: Apache-2.0
#include "server/match/costs.h"

#include <sys/resource.h>

namespace server {
namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

Costs costs_until_now() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return {seconds_of(used.ru_utime) + seconds_of(used.ru_stime), used.ru_maxrss / 1024};
}

}  // namespace server
