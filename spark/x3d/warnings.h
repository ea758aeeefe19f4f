// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "spark/x3d/node.h"

namespace x3d {

/// Parts that were skipped or replaced while a file was read: one line for each kind, with the place of the first and
/// their number. Bounded: beyond 100 kinds only the number is stored.
class Warnings {
 public:
  /// `what` names the kind, without details that differ within the kind: "Extrusion is skipped".
  void add(std::string_view file, Place place, std::string_view what);

  /// "arm.wrl:12:3: Extrusion is skipped" or "… is skipped (3 times)", in the order of the first occurrences.
  std::vector<std::string> lines() const;
  bool is_empty() const { return kinds_.empty(); }

 private:
  struct Kind {
    std::string line;
    std::size_t count = 1;
  };

  std::vector<Kind> kinds_;
  std::unordered_map<std::string, std::size_t> by_what_;  ///< index into `kinds_`
  std::size_t further_ = 0;
};

}  // namespace x3d
