// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/agent/action.h"

namespace spark {

/// One act message that waits for the step in which it takes effect: either text or actions, with all names and texts
/// that they refer to. It is reused, and does not allocate once it has held as much before.
class Act {
 public:
  /// Limits of one act with actions: their number, and the bytes of their names and texts, which have the limit of a
  /// text message.
  static constexpr std::size_t kMaxActions = 256;
  static constexpr std::size_t kMaxBytes = 64 * 1024;
  static bool fits(std::span<const Action> actions);

  Act() = default;
  Act(const Act&) = delete;  // actions point into the text
  Act& operator=(const Act&) = delete;

  void assign(std::string_view text);
  /// The actions must be within these limits.
  void assign(std::span<const Action> actions);

  bool has_actions() const { return !actions_.empty(); }
  std::string_view text() const { return text_; }
  std::span<const Action> actions() const { return actions_; }

 private:
  std::string text_;  ///< the text, or names and texts of all actions
  std::vector<Action> actions_;
};

}  // namespace spark
