// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace commserver {

/// Chooses the commserver for each agent: the one that the agent type names, otherwise all that have the type, in turn:
/// the integrated one first, then the others by name.
class Placement {
 public:
  struct Place {
    std::string name;
    std::vector<std::string> types;
  };
  explicit Placement(std::vector<Place> places) : places_(std::move(places)) {}

  /// The index of the commserver for the next agent of that type; `wanted` is the name of a commserver, or empty.
  /// Throws `std::runtime_error` with a list of the commservers if none is suitable.
  std::size_t next(const std::string& type, std::string_view wanted);

 private:
  std::vector<Place> places_;
  std::size_t turn_ = 0;  ///< index after that of the last agent placed in turn
};

}  // namespace commserver
