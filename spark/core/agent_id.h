// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <compare>
#include <concepts>
#include <cstddef>
#include <functional>

namespace spark {

/// The number of an agent: 0, 1, 2 … in the order in which they were started or arrived; -1 is no agent.
///
/// A number converts to an AgentId implicitly, an AgentId to a number only by `number` or `index`, so that agents are
/// not mistaken for counts, steps or uniform numbers.
class AgentId {
 public:
  constexpr AgentId() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): see above
  constexpr AgentId(std::same_as<int> auto number) : number_(number) {}
  /// The agent with this `index`.
  static constexpr AgentId at(std::size_t index) { return AgentId(static_cast<int>(index)); }

  constexpr int number() const { return number_; }
  /// The index into a list of all agents; for -1 (no agent) it is beyond the end of any list.
  constexpr std::size_t index() const { return static_cast<std::size_t>(number_); }

  constexpr AgentId& operator++() {
    ++number_;
    return *this;
  }
  constexpr AgentId operator++(int) {
    const AgentId before = *this;
    ++number_;
    return before;
  }
  friend constexpr auto operator<=>(AgentId, AgentId) = default;

 private:
  int number_ = -1;
};

}  // namespace spark

template <>
struct std::hash<spark::AgentId> {
  std::size_t operator()(spark::AgentId agent) const noexcept { return std::hash<int>()(agent.number()); }
};

template <>
struct fmt::formatter<spark::AgentId> : fmt::formatter<int> {
  template <typename Context>
  auto format(spark::AgentId agent, Context& context) const {
    return fmt::formatter<int>::format(agent.number(), context);
  }
};
