// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gateways/sigverse/world/sim_world.h"
#include "spark/core/class_registry.h"
#include "spark/core/held.h"
#include "spark/monitor/body_monitor.h"

namespace sigverse {

/// What monitors and the log are shown of a world of SIGVerse: all that `BodyMonitor` shows, and in each frame the
/// objects as the world's clients know them, in its own time and units, in the order of the world file:
///
///     (sig (time 1.5)(obj ball 0 50 -20 1 0 0 0) …)
///
/// Seconds since the last reset; names as in the world file, as atoms; places in cm, y up; quaternions w x y z; nine
/// significant digits.
class SigMonitor final : public spark::BodyMonitor {
 public:
  static constexpr std::size_t kMaxShown = kMaxBodies;
  /// Of the item, in bytes; the line with its bodies stays below what readers take. Objects beyond are left out, with
  /// one warning.
  static constexpr std::size_t kMaxItem = kMaxLine / 3;

  /// Throws `std::runtime_error` if there is no SimWorld.
  void prepare() override;

  static void register_class(spark::ClassRegistry& classes);

 private:
  void append_more(std::string& out) override;

  spark::Held<SimWorld> world_{*this};
  std::vector<std::string> names_;  ///< atoms of those that are shown
  bool is_named_ = false;
};

}  // namespace sigverse
