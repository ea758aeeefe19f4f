// SPDX-License-Identifier: Apache-2.0
// A module of other middleware: its initialisation function has the same name as ours, and takes a different
// manager.
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
