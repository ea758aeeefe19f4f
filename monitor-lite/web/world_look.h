// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "monitor-lite/client/snapshot.h"

namespace monitor {

/// The appearance of a world without a game, for pages: the names of its bodies, whose indices in the list identify
/// them in frames; their shapes; scenery; joints. Numbers stay the same as long as the world is watched, or a log is
/// read. docs/play/web.md specifies the JSON.
class WorldLook {
 public:
  /// Further bodies have no number, and are not shown.
  static constexpr std::size_t kMaxBodies = 10'000;

  /// Adds new data of a frame. Returns whether there was any: names, shapes, scenery or joints.
  bool see(const Snapshot& snapshot);
  /// -1 if the body is unknown, or beyond the limit.
  int number_of(std::string_view name) const;
  nlohmann::ordered_json json() const;

 private:
  std::map<std::string, int, std::less<>> numbers_;
  std::vector<std::string> names_;
  std::shared_ptr<const BodyShapes> shapes_;
  std::shared_ptr<const std::vector<BodyShape>> scenery_;
  std::shared_ptr<const std::vector<BodyJoint>> joints_;
};

}  // namespace monitor
