// SPDX-License-Identifier: Apache-2.0
// A module of other middleware: its function for initialising has the name that ours has, and takes a manager of
// another kind.
#include <cstdlib>

namespace {

[[gnu::constructor]] void loaded() {
  ::setenv("FOREIGN_MODULE_WAS_LOADED", "1", 1);
}

}  // namespace

namespace RTC {
class Manager;
}

extern "C" void ForeignInit(RTC::Manager* manager);
extern "C" void ForeignInit(RTC::Manager*) {
  std::abort();
}
