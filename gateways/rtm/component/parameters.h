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

/// The parameters of a component, which are texts, and sets of parameters: tools can prepare one set while the
/// component works with another, and the whole set is applied between two passes. The set "default" always exists; at
/// first it has the presets. Any thread; no lock is held while other objects are called.
class Parameters {
 public:
  using Texts = std::vector<std::pair<std::string, std::string>>;
  struct Set {
    std::string id, description;
    Texts texts;  ///< in the order of declaration; parameters that it omits are unchanged
  };
  static constexpr std::size_t kMaxSets = 64;
  static constexpr std::size_t kMaxBytes = 1'048'576;  ///< of all sets together

  Parameters();

  /// Called while the component is constructed; returns false if the name is taken.
  bool declare(std::string name, std::string preset);

  // The values in use.
  Texts all() const;
  std::string text(std::string_view name) const;                 ///< empty if there is none
  double number(std::string_view name, double otherwise) const;  ///< `otherwise` if it is not a finite number
  /// Takes effect at once, and in the active set, too. Returns false if there is no such parameter, or the text is
  /// longer than a value may be.
  bool set(std::string_view name, std::string text);

  // Sets. A bool result is false, with nothing changed, if the set is unknown (already known, for `add`), names a
  // parameter that the component does not have, or exceeds the limits.
  std::vector<Set> sets() const;
  std::optional<Set> find(std::string_view id) const;
  Set active() const;
  bool add(Set set);
  /// Changes the given texts and the description. For the active set, the next `take_over` applies them.
  bool change(Set set);
  bool remove(std::string_view id);  ///< neither "default" nor the active one
  /// The next `take_over` applies it. Sets with names that begin with `_` store data of tools and are never active.
  bool activate(std::string_view id);

  /// Applies the texts of the active set if that was requested. Called before each callback; costs next to nothing if
  /// there is nothing to do.
  void take_over();

 private:
  std::optional<Texts> accepted(Texts texts) const;
  bool has_room_for(const Set& set) const;

  mutable std::mutex mutex_;
  Texts texts_;
  std::vector<Set> sets_;
  std::size_t active_ = 0;  ///< its index in sets_
  std::atomic<bool> is_pending_{false};
};

}  // namespace rtm
