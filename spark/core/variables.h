// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/value.h"

namespace spark {

/// Thrown if the command line gives a script variable a value that it does not accept, or names a variable or a profile
/// that the script does not have. Thrown only before the match. It ends the program: code that catches the errors of a
/// script, a scene or an object must let it pass, and a script cannot rescue it (spark/script).
class WrongSetting : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Describes one script variable of the program or of a module. Each of them has its own table, the only place with
/// names, defaults, ranges and help.
struct Variable {
  struct Range {
    double min;
    double max;
  };
  std::string name;              ///< "Spades.MonitorInterval"
  Value default_value;           ///< defines the variable's type
  std::string help;              ///< its meaning, as a part of a sentence
  std::string unit{};            ///< of a number: "s", "steps"
  std::optional<Range> range{};  ///< of a number; empty: any finite one

  /// "the length of a step, 0.0005 to 0.1 s".
  std::string description() const;
};

/// The script variables ("Spades.MonitorInterval"), and their overrides on the command line.
///
/// A variable exists once a script has created it. An override (`--Ns.Name VALUE`) is kept until then and replaces the
/// script's value, so all values that the script derives from it follow. Overrides that no script used are found with
/// `unused_overrides()` after start-up.
class Variables {
 public:
  /// Throws `std::runtime_error` unless `name` is "Namespace.Name", the first part beginning with a capital letter.
  void override_value(const std::string& name, const std::string& text);

  /// Creates the variable (or sets it again) and returns the value in force: `value`, or the override converted to
  /// `value`'s type. Throws `WrongSetting` if the override does not fit that type, is not finite or is out of range,
  /// `std::runtime_error` if `value` itself is not finite or out of range.
  const Value& create(const std::string& name, const Value& value);
  /// During the set-up an override is kept, because old scripts assign to existing variables.
  void set(const std::string& name, const Value& value);
  /// Ends the set-up: from now on `set` overrides the command line.
  void end_set_up() { set_up_ = false; }
  /// Creates a variable of the program, unless a script has created it: then its value is kept. Scripts may read and
  /// set it from now on. Throws like `create`.
  void declare(const std::string& name, const Value& default_value);
  /// Describes all variables of a table, then declares them. Throws like both.
  void declare(std::span<const Variable> table);
  /// `listener` is called with the name of every declared variable. Its exceptions pass through `declare`.
  void on_declared(std::function<void(const std::string&)> listener) { declared_ = std::move(listener); }

  /// Restricts the variables of this table to numbers in their ranges. Throws with name, value and range if one already
  /// has another value: `WrongSetting` if that is an override, else `std::runtime_error`; `create` and `set` throw it
  /// later. Creates none of them.
  void describe(std::span<const Variable> table);
  /// The table's entry for the variable; null if it is a script's own.
  const Variable* described(std::string_view name) const;

  /// Sets the profile of the command line (`--profile`), for scripts that offer several sets of values. Empty: the
  /// script's default.
  void choose_profile(std::string name) { profile_ = std::move(name); }
  /// To be called by a script that offers profiles.
  const std::string& profile() {
    profile_asked_ = true;
    return profile_;
  }
  /// Whether a profile was chosen and no script has offered any.
  bool profile_unused() const { return !profile_.empty() && !profile_asked_; }

  const Value* find(std::string_view name) const;
  std::optional<double> real(std::string_view name) const;
  std::optional<bool> boolean(std::string_view name) const;
  /// The same for a variable that a table describes; the table's default if the variable has no such value.
  double real_or_default(std::string_view name) const;
  bool boolean_or_default(std::string_view name) const;

  const std::map<std::string, Value, std::less<>>& all() const { return values_; }
  std::vector<std::string> unused_overrides() const;

  /// A variable whose value the command line has changed.
  struct Changed {
    std::string name;
    Value usual;  ///< the script's value, or else the program's
    Value in_force;
  };
  /// Sorted by name; an override equal to the default is not a change.
  std::vector<Changed> changed() const;

  static bool is_name(std::string_view name);

  /// Throws `WrongSetting` with that text; after the set-up `std::runtime_error`, because then only the script's call
  /// fails.
  [[noreturn]] void refuse_override(const std::string& why);
  /// The text of the first `WrongSetting` that was thrown. A script may have discarded it anyway, as with `return` in
  /// an `ensure`, or in a thread or a fiber of its own.
  const std::optional<std::string>& refused() const { return refused_; }
  /// Throws an error about the value of that variable, for code that reads it before the match: `WrongSetting`, with
  /// "--" before the text, if the value is from the command line, else `std::runtime_error`.
  [[noreturn]] void refuse_value(std::string_view name, const std::string& why) const;

 private:
  /// Whether `set` leaves the variable at the value of the command line.
  bool is_overridden(std::string_view name) const;
  /// Throws unless `value` is in the range declared for `name`, if any.
  void check(const std::string& name, const Value& value, bool is_override);

  struct Override {
    std::string text;
    bool used = false;
    Value replaced{};  ///< the last value of the script; set once it is used
  };
  std::map<std::string, Value, std::less<>> values_;
  std::map<std::string, Variable, std::less<>> described_;
  std::map<std::string, Override, std::less<>> overrides_;
  std::string profile_;
  bool profile_asked_ = false;
  bool set_up_ = true;
  std::optional<std::string> refused_;
  std::function<void(const std::string&)> declared_;
};

}  // namespace spark
