// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/rctp/protocol/object.h"

namespace rctp {

/// One order of an operator to a robot, or one event of their connection. Everything that an operator can do to a match
/// is a sequence of these orders, each at a step.
struct Order {
  enum class Kind : std::uint8_t {
    connect,  ///< `text` is the operator's address
    act,      ///< `values` or `text` for an object
    stop,     ///< emergency stop
    release,  ///< the end of the stop
    rest,     ///< the operator has been silent for too long
    leave
  };
  Kind kind = Kind::act;
  std::size_t object = 0;                            ///< its index in the robot's table
  std::array<double, Object::kMaxOutputs> values{};  ///< all values of a control object, or the bit of a binary one
  std::string text;
};

/// A list of orders that keeps its memory when it is cleared, so that refilling it allocates nothing.
class OrderList {
 public:
  /// Appends an order. Its values and text are undefined (those of an earlier use).
  Order& add(Order::Kind kind) {
    if (used_ == orders_.size()) orders_.emplace_back();
    orders_[used_].kind = kind;
    return orders_[used_++];
  }
  void clear() { used_ = 0; }
  void drop_last() { --used_; }
  /// Removes all orders of that kind.
  void remove(Order::Kind kind);
  std::span<Order> all() { return {orders_.data(), used_}; }
  std::span<const Order> all() const { return {orders_.data(), used_}; }
  std::size_t size() const { return used_; }

 private:
  std::vector<Order> orders_;
  std::size_t used_ = 0;
};

}  // namespace rctp
