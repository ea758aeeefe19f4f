// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "spark/core/log.h"

namespace spark {

struct Core;

/// While it exists, names the line of a script or scene file that is being executed: errors are reported with it,
/// however deep in the rooms below. They nest; the innermost counts. For the simulation thread only, like the tree.
class SourcePlace {
 public:
  /// `name` returns "box.rsg:12"; it is called only for a report.
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

/// "box.rsg:12"; empty if no file is being executed. To be kept for errors that are detected later (`LateMistakes`).
std::string place_name(const Core& core);

/// "box.rsg:12: " for the beginning of a line; empty if no file is being executed.
std::string at_place(const Core& core);

/// Writes one line about an error in a script or scene file, with its place: of one `kind` at one place only the first
/// (`Log::mistake`). If no file is being executed, all of them.
void report(Core& core, LogLevel level, std::string_view kind, std::string_view text);

}  // namespace spark
