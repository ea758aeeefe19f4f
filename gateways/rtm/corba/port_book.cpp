// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/port_book.h"

#include <utility>

#include "gateways/rtm/corba/nv_list.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/text.h"

namespace rtm {
namespace {

/// Enough names for some hundred components; beyond that, ports are queried again when their names are needed.
constexpr std::size_t kMaxEntries = 20'000;
constexpr std::chrono::seconds kAskAgainAfter{10};

}  // namespace

void PortBook::learn(const std::string& component, const OmgPort& port) {
  keep(identity_of(port.port.in()), {{component + "." + port.name, port.kind}, {}});
}

void PortBook::keep(const std::string& identity, Entry entry) {
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= kMaxEntries) entries_.clear();
  entries_.insert_or_assign(identity, std::move(entry));
}

std::optional<PortBook::Port> PortBook::find(RTC::PortService_ptr port) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(identity_of(port));
    if (found != entries_.end() && (!found->second.until || clock_.now() < *found->second.until))
      return found->second.port;
  }
  if (const auto own = own_port(port)) return Port{own->component + "." + own->name, own->kind};
  return std::nullopt;
}

PortBook::Port PortBook::ask(RTC::PortService_ptr port) {
  Entry entry;
  try {
    const RTC::PortProfile_var profile = port->get_port_profile();
    entry.port = {shown(profile->name.in()), kind_of(profile.in())};
  } catch (const CORBA::Exception&) {
    entry.until = clock_.now() + kAskAgainAfter;
  }
  keep(identity_of(port), entry);
  return entry.port;
}

}  // namespace rtm
