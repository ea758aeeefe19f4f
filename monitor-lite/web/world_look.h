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

/// What a world without a game looks like, for pages: the names of its bodies, whose places in the list are the numbers
/// by which frames call them; their shapes; what stands still; joints. Numbers stay the same as long as the world is
/// watched, or a log is read. docs/play/web.md has the JSON.
class WorldLook {
 public:
  /// Bodies beyond that have no number, and are not shown.
  static constexpr std::size_t kMaxBodies = 10'000;

  /// Takes over what is new in a frame. Returns whether there was something new: names, shapes, scenery or joints.
  bool see(const Snapshot& snapshot);
  /// -1 if the body has not been seen, or there were too many before it.
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
