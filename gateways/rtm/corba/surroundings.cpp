// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/surroundings.h"

namespace rtm {

void Surroundings::add_in_port(const std::string& name, ::InPort_ptr port) {
  const std::lock_guard lock(mutex_);
  in_ports_[name] = ::InPort::_duplicate(port);
}

void Surroundings::remove_in_port(const std::string& name) {
  const std::lock_guard lock(mutex_);
  in_ports_.erase(name);
}

::InPort_ptr Surroundings::in_port(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = in_ports_.find(name);
  return found == in_ports_.end() ? ::InPort::_nil() : ::InPort::_duplicate(found->second.in());
}

}  // namespace rtm
