// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "spark/core/vec3.h"

namespace spark {

enum class Unit {
  none,
  metre,
  degree,
  second,
  kilogram,
  metre_per_second,
  degree_per_second,
  percent,
  celsius,
  newton,
  newton_metre,
  ampere,
  candela,
  lux,
  metre_per_second_squared,
  degree_per_second_squared
};

/// The name of the unit: "m", "degrees", "percent"; empty for none.
std::string_view to_string(Unit unit);

/// Takes the percepts of one sensation as typed fields. Each gateway has its own writer: the commserver's writes
/// S-expressions, another may fill a message of its middleware. Perceptors do not depend on it.
///
/// A percept is a name and items; an item is a value or, in turn, a name with items:
///
///     writer.begin("State");                 // (State (time 1.5) (phase start))
///     writer.field("time", 1.5, Unit::second);
///     writer.field("phase", "start");
///     writer.end();
class PerceptWriter {
 public:
  virtual ~PerceptWriter() = default;

  virtual void begin(std::string_view name) = 0;
  virtual void end() = 0;
  virtual void real(double value, Unit unit) = 0;
  virtual void integer(std::int64_t value, Unit unit) = 0;
  /// `text` must be an atom: no blanks, brackets or control characters. Code that takes text from peers checks that.
  virtual void text(std::string_view text) = 0;

  // Shortcuts for several of these calls, which a writer may implement more efficiently.
  struct Real {
    double value;
    Unit unit;
  };
  /// An item with only numbers in it.
  virtual void reals(std::string_view name, std::span<const Real> values) {
    begin(name);
    for (const Real& each : values) real(each.value, each.unit);
    end();
  }
  /// An item with one text in it.
  virtual void named_text(std::string_view name, std::string_view value) { begin(name), text(value), end(); }

  void field(std::string_view name, double value, Unit unit) { begin(name), real(value, unit), end(); }
  void field(std::string_view name, std::int64_t value, Unit unit = Unit::none) {
    begin(name), integer(value, unit), end();
  }
  void field(std::string_view name, int value, Unit unit = Unit::none) {
    field(name, static_cast<std::int64_t>(value), unit);
  }
  void field(std::string_view name, std::string_view value) { named_text(name, value); }
  void field(std::string_view name, const char* value) { field(name, std::string_view(value)); }
};

}  // namespace spark
