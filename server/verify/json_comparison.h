// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

namespace server {

/// Compares a recorded JSON object with the same object computed again: values, members and their order. A recorded
/// member that is not computed is a difference, so no one can add claims.
///
/// A *kind* is a path without list indices: "agents[].lost.why". Values of some kinds cannot be compared;
/// `not_compared` has the kinds of these that occur in the record.
class JsonComparison {
 public:
  struct Difference {
    std::string place;           ///< "agents[3].type"
    std::string recorded, made;  ///< as text; empty: there is no such value
  };
  struct Rules {
    /// Whether members of this kind are recorded but cannot be computed again.
    std::function<bool(const std::string& kind)> is_not_made;
    /// Whether these two values may differ, because another build may compute another one. Null: the value is missing.
    std::function<bool(const std::string& kind, const nlohmann::ordered_json* recorded,
                       const nlohmann::ordered_json& made)>
        may_differ;
  };

  JsonComparison(const nlohmann::ordered_json& recorded, const nlohmann::ordered_json& made, Rules rules);

  /// The first one.
  const std::optional<Difference>& difference() const { return difference_; }
  const std::set<std::string>& not_compared() const { return not_compared_; }
  /// Whether values that may differ were computed, and do differ.
  bool is_partial() const { return is_partial_; }

 private:
  void compare(const nlohmann::ordered_json& recorded, const nlohmann::ordered_json& made, const std::string& place,
               const std::string& kind);
  void compare_members(const nlohmann::ordered_json& recorded, const nlohmann::ordered_json& made,
                       const std::string& place, const std::string& kind);
  void check_order(const nlohmann::ordered_json& recorded, const nlohmann::ordered_json& made,
                   const std::string& place);
  void differ(const std::string& place, const std::string& kind, const nlohmann::ordered_json* recorded,
              const nlohmann::ordered_json& made);

  const Rules rules_;
  std::optional<Difference> difference_;
  std::set<std::string> not_compared_;
  bool is_partial_ = false;
};

}  // namespace server
