// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

namespace server {

/// Compares a recorded JSON value with the same value made anew.
class JsonComparison {
 public:
  struct Difference {
    std::string place;           ///< "agents[3].type"
    std::string recorded, made;  ///< as text; empty: there is no such value
  };

  /// Both are traversed member by member. Members that are only in `recorded` are not known here, and not compared.
  JsonComparison(const nlohmann::ordered_json& recorded, const nlohmann::ordered_json& made);

  /// The first one, in the order of `made`.
  const std::optional<Difference>& difference() const { return difference_; }
  /// The places of all values that could not be compared; the entries of a list count as one: "agents[].log".
  const std::set<std::string>& not_compared() const { return not_compared_; }

 private:
  void compare(const nlohmann::ordered_json& recorded, const nlohmann::ordered_json& made, const std::string& place,
               const std::string& kind);
  void compare_members(const nlohmann::ordered_json& recorded, const nlohmann::ordered_json& made,
                       const std::string& place, const std::string& kind);

  std::optional<Difference> difference_;
  std::set<std::string> not_compared_;
};

}  // namespace server
