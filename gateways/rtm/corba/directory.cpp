// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/directory.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gateways/rtm/corba/client.h"
#include "gateways/rtm/corba/orb_access.h"
#include "gateways/rtm/corba/port_finder.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

/// "lab.host_cxt/" from "lab.host_cxt/ConsoleIn0.rtc".
std::string_view context_of(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

/// Whether both are objects of one component of ours: foreign programs have only one of these interfaces.
bool are_of_one_component(CORBA::Object_ptr classic, CORBA::Object_ptr omg) {
  const std::string one = key_of(classic), other = key_of(omg);
  return !one.empty() && one.substr(0, one.find('/')) == other.substr(0, other.find('/')) &&
         address_of(classic) == address_of(omg);
}

/// The first entry of that kind, in the root if it is there; entries with one id are in the order of their paths.
const NameEntry* first(const std::vector<NameEntry>& entries, std::string_view kind) {
  const NameEntry* found = nullptr;
  for (const NameEntry& entry : entries) {
    if (entry.kind != kind) continue;
    if (context_of(entry.path).empty()) return &entry;
    if (!found) found = &entry;
  }
  return found;
}

}  // namespace

std::vector<std::string> Directory::list() {
  read();
  std::vector<std::string> names;
  const std::lock_guard lock(mutex_);
  for (const auto& [name, entry] : entries_) names.push_back(name);
  return names;
}

void Directory::read() {
  const std::vector<NameEntry> all = names_.entries({kComponentKind, kViewKind, kOmgKind});
  std::map<std::string, Entry> entries;
  for (auto at = all.begin(); at != all.end();) {
    const auto end = std::find_if(at, all.end(), [&](const NameEntry& entry) { return entry.id != at->id; });
    add(at->id, {at, end}, entries);
    at = end;
  }
  const std::lock_guard lock(mutex_);
  entries_ = std::move(entries);
}

/// Adds the components that have this id.
void Directory::add(const std::string& id, const std::vector<NameEntry>& of_id, std::map<std::string, Entry>& entries) {
  const NameEntry* const classic = first(of_id, kComponentKind);
  const NameEntry* omg = first(of_id, kOmgKind);
  CORBA::Object_var object;
  if (classic && omg) object = names_.resolve(classic->path);
  // Ours may be bound in a context, and foreign ones in the root, or vice versa.
  const NameEntry* own = nullptr;
  for (const NameEntry& entry : of_id) {
    if (!classic || own || entry.kind != kOmgKind) continue;
    const CORBA::Object_var other = names_.resolve(entry.path);
    if (are_of_one_component(object.in(), other.in())) own = &entry;
  }
  if (classic) omg = own;
  if (const NameEntry* const view = first(of_id, kViewKind); classic)
    entries[id] = {classic->path, view ? view->path : std::string(), omg ? omg->path : std::string()};
  else if (omg)
    entries[id] = {{}, {}, omg->path};
  for (const NameEntry& entry : of_id)
    if (entry.kind == kOmgKind && &entry != omg) entries[entry.path] = {{}, {}, entry.path};
}

bool Directory::resolve(const std::string& name, ComponentObjects& objects) {
  Entry entry;
  objects = {};
  {
    const std::lock_guard lock(mutex_);
    auto found = entries_.find(name);
    // Otherwise it may be the whole path, with or without the kind, of a component with a known id.
    if (found == entries_.end() && !name.empty())
      found = std::find_if(entries_.begin(), entries_.end(), [&](const auto& one) {
        const Entry& its = one.second;
        return its.classic == name || its.omg == name || its.omg == fmt::format("{}.{}", name, kOmgKind);
      });
    if (found == entries_.end()) return false;
    objects.name = found->first;
    entry = found->second;
  }
  const auto at = [this](const std::string& path) -> CORBA::Object_var {
    return path.empty() ? CORBA::Object::_nil() : names_.resolve(path);
  };
  // Not narrowed, because the first call shows what they are, and narrowing would cost one more.
  const CORBA::Object_var classic = at(entry.classic), view = at(entry.view), omg = at(entry.omg);
  if (CORBA::is_nil(classic.in()) && !entry.classic.empty()) return false;
  objects.classic = RtComponent::_unchecked_narrow(classic.in());
  objects.view = RtmView::Monitor::_unchecked_narrow(view.in());
  // The name may belong to another program by now, and thus to another component.
  if (entry.classic.empty() || are_of_one_component(classic.in(), omg.in()))
    objects.omg = RTC::RTObject::_unchecked_narrow(omg.in());
  return objects.is_classic() || objects.is_omg();
}

ComponentObjects Directory::find(const std::string& name) {
  ComponentObjects objects;
  // A component of ours without the OMG interface was read before all of its names were bound, so it is read again.
  if (resolve(name, objects) && (objects.is_omg() || key_of(objects.classic.in()).empty())) return objects;
  const std::vector<std::string> all = list();
  if (resolve(name, objects)) return objects;
  throw NoSuchComponent(fmt::format("there is no component {}{}", spark::printable(name), guess(name, all)));
}

}  // namespace rtm
