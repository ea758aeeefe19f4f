// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/servant_context.h"

namespace rtm {
namespace {

thread_local bool holds_asking_place = false;

}  // namespace

void ServantContext::add_in_port(const std::string& name, ::InPort_ptr port) {
  const std::lock_guard lock(mutex_);
  in_ports_[name] = ::InPort::_duplicate(port);
}

void ServantContext::remove_in_port(const std::string& name) {
  const std::lock_guard lock(mutex_);
  in_ports_.erase(name);
}

::InPort_ptr ServantContext::in_port(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = in_ports_.find(name);
  return found == in_ports_.end() ? ::InPort::_nil() : ::InPort::_duplicate(found->second.in());
}

Asking::Asking(ServantContext& context, int limit) : count_(context.asking_), is_nested_(holds_asking_place) {
  if (is_nested_) return;
  is_admitted_ = ++count_ <= limit;
  holds_asking_place = is_admitted_;
}

Asking::~Asking() {
  if (is_nested_) return;
  --count_;
  if (is_admitted_) holds_asking_place = false;
}

}  // namespace rtm
