// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gateways/sigverse/recording/player.h"
#include "gateways/sigverse/window/watched_world.h"

namespace sigverse::window {

/// The world of a recording. Borrows the player.
class RecordedWorld final : public WatchedWorld {
 public:
  explicit RecordedWorld(recording::Player& player) : player_(player) {}

  void advance(double now) override { player_.advance(now); }
  bool has_changed() override { return player_.has_changed(); }
  const client::World& world() const override { return player_.world(); }
  const client::ShapeBase& shapes() const override { return player_.shapes(); }
  monitor::Status status() const override { return player_.status(); }
  std::vector<LogLine> take_lines() override { return {}; }

 private:
  recording::Player& player_;
};

}  // namespace sigverse::window
