// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "spark/sim/frame_listener.h"

namespace spark {
class World;
struct Core;
}  // namespace spark

namespace server {

/// Writes hashes of the state of a match, as lines. The first line is `kHashTitle`. A line `bodies PATH …` names the
/// bodies of the following lines. A line `STEP ALL GAME BODY …` has the hash of everything, the hash of the game's
/// state and all random streams, and a hash for each body: its position, rotation, velocity and angular velocity to the
/// last bit.
class HashLog final : public spark::FrameListener {
 public:
  static constexpr std::string_view kHashTitle = "rcssserver3D hashes 2";
  using Take = std::function<void(std::string_view line)>;  ///< including its newline

  /// `game` returns the state of the game. All arguments must outlive it.
  HashLog(const spark::Core& core, const spark::World& world, std::function<std::string()> game, Take take);

  void frame(spark::Step step) override;

 private:
  void name_bodies();

  const spark::Core& core_;
  const spark::World& world_;
  std::function<std::string()> game_;
  Take take_;
  std::vector<std::uint64_t> named_;  ///< entries of the bodies in the last line `bodies`
  std::string line_;
};

}  // namespace server
