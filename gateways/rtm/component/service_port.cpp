// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/component/service_port.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "gateways/rtm/component/ports.h"
#include "spark/core/log.h"

namespace rtm {

void ServicePort::provide(std::string instance, std::string type, Provide reference) {
  const bool has_function = static_cast<bool>(reference);
  add({std::move(instance), std::move(type), std::move(reference), {}}, has_function);
}

void ServicePort::require(std::string instance, std::string type, Require set) {
  const bool has_function = static_cast<bool>(set);
  add({std::move(instance), std::move(type), {}, std::move(set)}, has_function);
}

void ServicePort::add(Interface interface, bool has_function) {
  for (const std::string* const name : {&interface.instance, &interface.type})
    if (!is_name(*name)) throw std::invalid_argument(fmt::format("{}: {}", name_, not_a_name(*name, "an interface")));
  if (!has_function)
    throw std::invalid_argument(fmt::format("{}: the interface {} has no function", name_, interface.instance));
  const bool is_there_twice = std::ranges::any_of(interfaces_, [&](const Interface& other) {
    return other.instance == interface.instance && other.type == interface.type &&
           other.is_provided() == interface.is_provided();
  });
  if (is_there_twice)
    throw std::invalid_argument(
        fmt::format("{}: there are two interfaces {} of type {}", name_, interface.instance, interface.type));
  if (interfaces_.size() == kMaxInterfaces)
    throw std::invalid_argument(fmt::format("{}: more than {} interfaces", name_, kMaxInterfaces));
  interfaces_.push_back(std::move(interface));
}

}  // namespace rtm
