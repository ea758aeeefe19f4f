// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "spark/core/log.h"

namespace spark {

struct Core;

/// As long as it exists, the line of a script or scene file that the server is carrying out: what goes wrong in the
/// meantime is reported with it, however deep in the rooms below. They nest; the innermost counts. On the simulation
/// thread only, like the tree.
class SourcePlace {
 public:
  /// `name` gives "box.rsg:12"; it is called only when there is something to report.
  SourcePlace(Core& core, std::function<std::string()> name);
  ~SourcePlace();
  SourcePlace(const SourcePlace&) = delete;
  SourcePlace& operator=(const SourcePlace&) = delete;

  std::string name() const { return name_(); }

 private:
  Core& core_;
  std::function<std::string()> name_;
  const SourcePlace* outer_;
};

/// "box.rsg:12"; empty where no file is being carried out. To be kept for what comes to light later (`LateMistakes`).
std::string place_name(const Core& core);

/// "box.rsg:12: " for the beginning of a line; empty where no file is being carried out.
std::string at_place(const Core& core);

/// One line about what a script or scene file says wrong, with its place: of one `kind` at one place only the first
/// (`Log::mistake`). All are written where no file is being carried out.
void report(Core& core, LogLevel level, std::string_view kind, std::string_view text);

}  // namespace spark
