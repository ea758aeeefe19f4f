// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/wire/connect.h"

namespace sigverse::tools {

/// An order to sigctl.
struct Order {
  std::vector<std::string> words;  ///< the order and its arguments
  std::string to;                  ///< the agent of `say`; empty if none is given
  bool json = false;
};

/// The order is impossible in this world: there is no such object, or no controller to receive it. A line for users.
class OrderError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws `spark::WrongUsage` if the words are not an order; called before connecting.
void check(const Order& order);

/// Carries out a checked order and returns the text to print. `program` is the name under which it connects, and from
/// which controllers get messages. Throws `OrderError` and `client::LinkError`.
std::string carry_out(const Order& order, const wire::Address& server, std::chrono::milliseconds timeout,
                      std::string_view program = "sigctl");

}  // namespace sigverse::tools
