// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/clock.h"

namespace spark {

/// The arguments of an effector: one entry per declared parameter (`Effector::parameters`), in the same order. If the
/// last parameter takes any number of arguments (`Parameter::Kind::any`), these are all entries from its index on; each
/// is a number if its text is empty.
struct Arguments {
  struct Argument {
    bool given = false;
    double real = 0.0;      ///< for real and integer parameters; may be NaN or infinite, which the effector checks
    std::string_view text;  ///< for text parameters; valid during the call
  };
  static constexpr std::size_t kMaxArguments = 16;
  std::array<Argument, kMaxArguments> values;

  double real(std::size_t i) const { return values[i].real; }
  const Argument& operator[](std::size_t i) const { return values[i]; }
};

/// One action of an agent, as reported by gateways that have numbers: the effector, by the name at the head of its
/// action, and its arguments. Name and texts need to live only during the call.
///
///     Action drive{"drive"};
///     drive.arguments.values[0] = {true, 100.0, {}};
struct Action {
  std::string_view effector;
  Arguments arguments{};
  bool rest = false;  ///< the effector comes to rest (`Effector::rest`) instead of acting
};

/// A list of actions that can be refilled without allocating.
///
///     actions.clear();
///     actions.add("drive").real(100).real(0).real(0);
///     actions.add("init").integer(7).text("foo");
///     actions.rest("hinge");
///
/// Names and texts are not copied. Arguments beyond `Arguments::kMaxArguments` are dropped.
class ActionList {
 public:
  void clear() { actions_.clear(); }
  ActionList& add(std::string_view effector) {
    actions_.push_back({effector});
    at_ = 0;
    return *this;
  }
  ActionList& rest(std::string_view effector) {
    actions_.push_back({effector, {}, true});
    at_ = Arguments::kMaxArguments;
    return *this;
  }
  ActionList& real(double value) { return argument({true, value, {}}); }
  ActionList& integer(std::int64_t value) { return argument({true, static_cast<double>(value), {}}); }
  ActionList& text(std::string_view value) { return argument({true, 0.0, value}); }
  /// Omits the next argument.
  ActionList& skip() { return argument({}); }
  const std::vector<Action>& all() const { return actions_; }

 private:
  ActionList& argument(Arguments::Argument value) {
    if (at_ < Arguments::kMaxArguments) actions_.back().arguments.values[at_++] = value;
    return *this;
  }
  std::vector<Action> actions_;
  std::size_t at_ = 0;
};

}  // namespace spark
