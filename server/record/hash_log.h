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

/// Hashes of the state of a match, as lines. The first is `kHashTitle`; a line `bodies PATH …` names the bodies from
/// there on; a line `STEP ALL GAME BODY …` has the hash of everything, that of what the game says of itself and of all
/// streams of random numbers, and one of each body: its place, turn, speed and spin to the last bit.
class HashLog final : public spark::FrameListener {
 public:
  static constexpr std::string_view kHashTitle = "rcssserver3D hashes 2";
  using Take = std::function<void(std::string_view line)>;  ///< with its end

  /// `game` is what the game says of itself. Both must outlive it.
  HashLog(const spark::Core& core, const spark::World& world, std::function<std::string()> game, Take take);

  void frame(spark::Step step) override;

 private:
  void name_bodies();

  const spark::Core& core_;
  const spark::World& world_;
  std::function<std::string()> game_;
  Take take_;
  std::vector<std::uint64_t> named_;  ///< entries of the bodies that were named last
  std::string line_;
};

}  // namespace server
