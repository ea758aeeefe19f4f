// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rtm {

/// The parameters of a component, which are texts, and sets of them: others prepare a set while the component works
/// with another one, and have it taken over as a whole between two passes. There is always the set "default", which
/// begins with the presets. Any thread; no lock is held over a call to others.
class Parameters {
 public:
  using Texts = std::vector<std::pair<std::string, std::string>>;
  struct Set {
    std::string id, description;
    Texts texts;  ///< in the order of declaration; parameters that are not in it stay as they are
  };
  static constexpr std::size_t kMaxSets = 64;
  static constexpr std::size_t kMaxBytes = 1'048'576;  ///< of all sets together

  Parameters();

  /// Called while the component is made; false if there is one of that name.
  bool declare(std::string name, std::string preset);

  // The values that the component works with.
  Texts all() const;
  std::string text(std::string_view name) const;                 ///< empty if there is none
  double number(std::string_view name, double otherwise) const;  ///< otherwise: if it is no finite number
  /// At once, and in the active set, too. False if there is none of that name, or the text is longer than a value may
  /// be.
  bool set(std::string_view name, std::string text);

  // Sets. What returns a bool returns false, with nothing changed, where the set is unknown (known already, for `add`),
  // names a parameter that the component does not have, or is beyond the limits.
  std::vector<Set> sets() const;
  std::optional<Set> find(std::string_view id) const;
  Set active() const;
  bool add(Set set);
  /// Changes the texts that are named, and the description. Of the active set: taken over with the next `take_over`.
  bool change(Set set);
  bool remove(std::string_view id);  ///< neither "default" nor the active one
  /// It is taken over with the next `take_over`. Sets whose names begin with `_` hold what tools have to remember, and
  /// are never active.
  bool activate(std::string_view id);

  /// Makes the texts of the active set those that the component works with, if that was asked for. Called between
  /// callbacks, before each; costs next to nothing where there is nothing to do.
  void take_over();

 private:
  std::optional<Texts> accepted(Texts texts) const;
  bool has_room_for(const Set& set) const;

  mutable std::mutex mutex_;
  Texts texts_;
  std::vector<Set> sets_;
  std::size_t active_ = 0;  ///< its place in sets_
  std::atomic<bool> is_pending_{false};
};

}  // namespace rtm
