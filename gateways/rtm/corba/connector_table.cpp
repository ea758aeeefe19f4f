// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/connector_table.h"

#include <algorithm>
#include <utility>

namespace rtm {

bool same_ports(const RTC::PortServiceList& one, const RTC::PortServiceList& other) {
  if (one.length() != other.length()) return false;
  for (CORBA::ULong i = 0; i != one.length(); ++i) {
    bool is_there = false;
    for (CORBA::ULong k = 0; k != other.length() && !is_there; ++k)
      is_there = !CORBA::is_nil(one[i].in()) && one[i]->_is_equivalent(other[k].in());
    if (!is_there) return false;
  }
  return true;
}

std::vector<std::unique_ptr<ConnectorTable::Entry>>::iterator ConnectorTable::find(std::string_view id) {
  return std::ranges::find_if(entries_, [id](const auto& entry) { return id == entry->profile.connector_id.in(); });
}

bool ConnectorTable::joins_locked(const RTC::PortServiceList& ports) const {
  return std::ranges::any_of(
      entries_, [&ports](const auto& entry) { return !entry->is_ended && same_ports(entry->profile.ports, ports); });
}

RTC::ReturnCode_t ConnectorTable::begin(const RTC::ConnectorProfile& profile, bool allows_duplicates) {
  auto entry = std::make_unique<Entry>();
  entry->profile = profile;
  const std::lock_guard lock(mutex_);
  if (find(profile.connector_id.in()) != entries_.end()) return RTC::PRECONDITION_NOT_MET;
  if (!allows_duplicates && joins_locked(profile.ports)) return RTC::PRECONDITION_NOT_MET;
  if (is_closed_ || entries_.size() >= kMaxConnectors) return RTC::OUT_OF_RESOURCES;
  entries_.push_back(std::move(entry));
  return RTC::RTC_OK;
}

bool ConnectorTable::store(const RTC::ConnectorProfile& profile, std::unique_ptr<ConnectorPart>& part) {
  std::unique_ptr<Entry> ended;
  const std::lock_guard lock(mutex_);
  const auto found = find(profile.connector_id.in());
  if (found == entries_.end()) return false;
  if ((*found)->is_ended) {
    ended = std::move(*found);
    entries_.erase(found);
    return false;
  }
  (*found)->profile = profile;
  (*found)->part = std::move(part);
  (*found)->is_stored = true;
  return true;
}

void ConnectorTable::drop(std::string_view id) {
  std::unique_ptr<Entry> dropped;
  const std::lock_guard lock(mutex_);
  const auto found = find(id);
  if (found == entries_.end() || (*found)->is_stored) return;
  dropped = std::move(*found);
  entries_.erase(found);
}

std::optional<ConnectorTable::Taken> ConnectorTable::take(std::string_view id) {
  const std::lock_guard lock(mutex_);
  const auto found = find(id);
  if (found == entries_.end() || (*found)->is_ended) return std::nullopt;
  if (!(*found)->is_stored) {
    (*found)->is_ended = true;  // the thread that forms it sees this
    return Taken{(*found)->profile, nullptr};
  }
  Taken taken{std::move((*found)->profile), std::move((*found)->part)};
  entries_.erase(found);
  return taken;
}

std::vector<ConnectorTable::Taken> ConnectorTable::close() {
  std::vector<Taken> all;
  const std::lock_guard lock(mutex_);
  is_closed_ = true;
  for (const auto& entry : entries_) {
    if (entry->is_ended) continue;
    entry->is_ended = true;
    all.push_back(Taken{entry->profile, std::move(entry->part)});
  }
  std::erase_if(entries_, [](const auto& entry) { return entry->is_stored; });
  return all;
}

bool ConnectorTable::has(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(entries_, [id](const auto& entry) { return id == entry->profile.connector_id.in(); });
}

bool ConnectorTable::joins(const RTC::PortServiceList& ports) const {
  const std::lock_guard lock(mutex_);
  return joins_locked(ports);
}

RTC::ConnectorProfileList ConnectorTable::profiles() const {
  RTC::ConnectorProfileList list;
  const std::lock_guard lock(mutex_);
  for (const auto& entry : entries_) {
    if (!entry->is_stored) continue;
    const CORBA::ULong count = list.length();
    list.length(count + 1);
    list[count] = entry->profile;
  }
  return list;
}

std::optional<RTC::ConnectorProfile> ConnectorTable::profile(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  for (const auto& entry : entries_)
    if (entry->is_stored && id == entry->profile.connector_id.in()) return entry->profile;
  return std::nullopt;
}

}  // namespace rtm
