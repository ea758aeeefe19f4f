// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gateways/sigverse/client/world.h"
#include "gateways/sigverse/wire/messages.h"

namespace sigverse::client {

/// The shape database of a world: which file shows which class, part and state. Servers send it in the replies to
/// ATTACH_VIEW and X3DDB. It contains file names, which come from an untrusted peer, and opens no files.
class ShapeBase {
 public:
  struct Entry {
    std::string key;  ///< "class:part:state:value", as received
    std::string file;
    // The fields of the key. An empty part means the whole object; the state is the name of an attribute.
    std::string class_name, part, state, value;
  };
  /// A file that shows an object, or only one part of it.
  struct Shown {
    std::string_view part;  ///< empty: the whole object
    std::string_view file;
  };

  ShapeBase() = default;
  /// If a key has fewer than four fields, the missing ones are empty.
  explicit ShapeBase(const std::vector<wire::ShapeEntry>& entries);

  /// All entries, in the order in which the server sends them.
  const std::vector<Entry>& entries() const { return entries_; }
  /// The entries as records of a reply; views into this object.
  std::vector<wire::ShapeEntry> records() const;
  /// The entries of a class, for all states, in that order: everything that a viewer may ever have to show for it.
  std::vector<const Entry*> entries_of(std::string_view class_name) const;

  /// The file for the object's present state; empty if it has none. Only entries for the whole object (part "" or
  /// "body") are considered, or all entries if there are none of these. Of these it is the first whose state is the
  /// attribute named by `visStateAttrName` and whose value is that of this attribute; otherwise the first without a
  /// state; otherwise the first.
  std::string_view file_of(const Object& object) const;
  /// The same for each part in the entries of the class: the whole object first, then parts in the order of the
  /// entries. An entry for the part "body" counts as one for the whole object.
  std::vector<Shown> files_of(const Object& object) const;

 private:
  /// The entries for one part of a class, by index.
  struct Group {
    std::string part;  ///< empty: the whole object
    std::vector<std::size_t> entries;
  };
  struct Class {
    std::vector<std::size_t> entries;
    std::vector<Group> groups;
  };
  /// The entry, among these, for the object's present state; null if there are none.
  const Entry* in_state(const std::vector<std::size_t>& numbers, const Object& object) const;

  std::vector<Entry> entries_;
  std::map<std::string, Class, std::less<>> classes_;
};

}  // namespace sigverse::client
