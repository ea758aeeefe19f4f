// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace spark {

/// A part of a world that says what no picture of it shows: the size of a field, the number on a shirt, a score.
///
/// Notes are for people and programs that look at the world from outside. `Appearance::notes` has them; gateways and
/// monitors pass them on as they are and need not understand them. Each is one line of printable ASCII: a word that
/// says what it is about, not ending with a colon, then values with blanks between ("score 1 0").
///
/// Notes say what changes seldom. An object that changes one calls `Leaf::note_look`, so that the appearance is read
/// again. Called on the simulation thread, between two steps.
class Noted {
 public:
  virtual ~Noted() = default;
  virtual void add_notes(std::vector<std::string>& notes) const = 0;
};

}  // namespace spark
