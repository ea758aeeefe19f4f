// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "gateways/sigverse/world/sim_world.h"
#include "spark/core/class_registry.h"
#include "spark/core/held.h"
#include "spark/monitor/body_monitor.h"

namespace sigverse {

/// Shows a SIGVerse world to monitors and in the log: everything that `BodyMonitor` shows and, in each frame, the
/// objects as the world's clients see them, in SIG's time and units, in the order of the world file:
///
///     (sig (time 1.5)(obj ball 0 50 -20 1 0 0 0)(obj robot 0 0 90 1 0 0 0(part ARM 5 30 90 1 0 0 0)) …)
///
/// Time in seconds since the last reset; names as in the world file, as atoms; positions in cm, y up; quaternions w x y
/// z; nine significant digits. They are followed by the parts that joints move relative to the part `body`, in the
/// order of the object's record.
class SigMonitor final : public spark::BodyMonitor {
 public:
  static constexpr std::size_t kMaxShown = kMaxBodies;
  /// Maximum bytes of this item, so that the line, including the bodies, stays below the limit of readers. Further
  /// objects are omitted, with one warning.
  static constexpr std::size_t kMaxItem = kMaxLine / 3;

  /// Throws `std::runtime_error` if there is no SimWorld.
  void prepare() override;

  static void register_class(spark::ClassRegistry& classes);

 private:
  void append_more(std::string& out) override;

  spark::Held<SimWorld> world_{*this};
  /// The atoms of an object: its name, and the names of its parts by part number.
  struct Shown {
    std::string name;
    std::vector<std::pair<std::size_t, std::string>> parts;
  };
  void name_objects();

  std::vector<Shown> shown_;
  bool is_named_ = false;
};

}  // namespace sigverse
