// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spark {

/// A part of a world with facts that no picture shows: the size of a field, the number on a shirt, a score.
///
/// Notes are for people and programs that observe the world from outside. They are in `Appearance::notes`; gateways and
/// monitors pass them on unchanged and need not understand them. Each is one line of printable ASCII: a word for its
/// subject, not ending with a colon, then values separated by blanks ("score 1 0").
///
/// Notes are for facts that rarely change. An object that changes one calls `Leaf::note_look`, so that the appearance
/// is read again. Called on the simulation thread, between two steps.
class Noted {
 public:
  virtual ~Noted() = default;
  virtual void add_notes(std::vector<std::string>& notes) const = 0;
};

}  // namespace spark
