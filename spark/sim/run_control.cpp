// SPDX-License-Identifier: Apache-2.0
#include "spark/sim/run_control.h"

namespace spark {

std::string_view to_string(RunControl::Mode mode) {
  switch (mode) {
    case RunControl::Mode::starting:
      return "starting";
    case RunControl::Mode::running:
      return "running";
    case RunControl::Mode::stepping:
      return "stepping";
    case RunControl::Mode::paused:
      return "paused";
    case RunControl::Mode::stopped:
      return "stopped";
  }
  return "";
}

}  // namespace spark
