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
  std::vector<std::string> words;  ///< the order and what it is about
  std::string to;                  ///< the agent of `say`; empty if none is given
  bool json = false;
};

/// The order does not make sense in this world: no such object, no controller to hear it. A line for people.
class OrderError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws `spark::WrongUsage` if the words are no order, before anybody connects.
void check(const Order& order);

/// Carries out an order that has been checked and returns what is to be printed. `program` is the name under which it
/// connects, and from which controllers get messages. Throws `OrderError` and `client::LinkError`.
std::string carry_out(const Order& order, const wire::Address& server, std::chrono::milliseconds timeout,
                      std::string_view program = "sigctl");

}  // namespace sigverse::tools
