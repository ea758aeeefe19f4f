// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <RTC.hh>
#include <RtComponent.hh>
#include <RtmView.hh>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "gateways/rtm/corba/names.h"

namespace rtm {

/// The objects of one component. A component may have the interface of 2003 (`classic`, with `view`), that of the OMG
/// (`omg`), or both; missing ones are nil. None has been called yet.
struct ComponentObjects {
  std::string name;  ///< as users write it
  RtComponent_var classic;
  RtmView::Monitor_var view;
  RTC::RTObject_var omg;

  bool is_classic() const { return !CORBA::is_nil(classic.in()); }
  bool is_omg() const { return !CORBA::is_nil(omg.in()); }
};

/// Resolves names of components. A component is named by its id, "ConsoleIn0", wherever it is bound; if several have
/// the same id, all but the first are named by their whole paths, "lab.host_cxt/ConsoleIn0.rtc", which are always
/// accepted. One object of each kind under one id are one component with both interfaces if the references show that
/// one process serves them. May be used by any thread; all functions throw NamesUnavailable.
class Directory {
 public:
  explicit Directory(Names& names) : names_(names) {}

  /// The names of all components, ascending.
  std::vector<std::string> list();
  /// The objects of that name. Throws NoSuchComponent, with the nearest name.
  ComponentObjects find(const std::string& name);

  const Names& names() const { return names_; }

 private:
  /// Paths of the objects; empty: there is none.
  struct Entry {
    std::string classic, view, omg;
  };

  void read();
  void add(const std::string& id, const std::vector<NameEntry>& of_id, std::map<std::string, Entry>& entries);
  bool resolve(const std::string& name, ComponentObjects& objects);

  Names& names_;
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;  ///< as last read
};

}  // namespace rtm
