// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "spark/core/clock.h"
#include "spark/core/vec3.h"

namespace rctp {

/// A node of the world that moves by itself. Its number, the index in the list, is never reused.
struct WorldNode {
  bool is_there = false;                ///< false once it has been removed
  std::uint64_t top = 0;                ///< serial number of the scene's child to which it belongs
  spark::Pose pose;                     ///< in the world, m
  std::optional<double> field_of_view;  ///< of a camera, the smaller angle, radians
  std::uint64_t changed = 0;            ///< the count of changes (`WorldState::changes`) at its last change
};

struct WorldState {
  spark::Step step = 0;
  std::uint64_t changes = 0;  ///< grows with each state in which something has changed
  std::uint64_t model = 0;    ///< grows when something has appeared, left or changed colour
  std::vector<WorldNode> nodes;
};

/// The poses that the simulation thread shares with the network thread, for all live sessions. Nothing is copied while
/// there are no readers.
class WorldLink {
 public:
  /// `changed` is called on the simulation thread.
  explicit WorldLink(std::function<void()> changed) : changed_(std::move(changed)) {}

  // Called on the network thread.
  /// Returns a count of changes: a state with no more changes than this may be outdated.
  std::uint64_t add_reader();
  void remove_reader() { --readers_; }
  /// Copies the present state. Returns false if `state` is already up to date.
  bool read(WorldState& state);

  // Called on the simulation thread.
  bool has_readers() const { return readers_ > 0; }
  /// Calls `write` to update the state; it returns whether it has changed anything. `changes` is incremented first, so
  /// that nodes can store it.
  template <typename Write>
  void update(Write write) {
    {
      const std::scoped_lock lock(mutex_);
      ++state_.changes;
      if (!write(state_)) {
        --state_.changes;
        return;
      }
    }
    changed_();
  }

 private:
  const std::function<void()> changed_;
  std::mutex mutex_;
  std::atomic<int> readers_ = 0;
  WorldState state_;
};

}  // namespace rctp
