// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

namespace server {

/// Compares a recorded JSON object with the same object made anew: values, members and their order. A member that is
/// not made is a difference, so that no one can add claims of their own.
///
/// A kind is a place without the numbers of list entries: "agents[].lost.why". Values of some kinds cannot be compared;
/// `not_compared` has the kinds of those that the record has.
class JsonComparison {
 public:
  struct Difference {
    std::string place;           ///< "agents[3].type"
    std::string recorded, made;  ///< as text; empty: there is no such value
  };
  struct Rules {
    /// Whether members of this kind are recorded, but cannot be made again.
    std::function<bool(const std::string& kind)> is_not_made;
    /// Whether these values may differ: another build may have made others. Null: there is no such value.
    std::function<bool(const std::string& kind, const nlohmann::ordered_json* recorded,
                       const nlohmann::ordered_json& made)>
        may_differ;
  };

  JsonComparison(const nlohmann::ordered_json& recorded, const nlohmann::ordered_json& made, Rules rules);

  /// The first one.
  const std::optional<Difference>& difference() const { return difference_; }
  const std::set<std::string>& not_compared() const { return not_compared_; }
  /// Whether some of those are made, and differ.
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
