// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spark/core/value.h"

namespace spark {

/// All there is to say about one script variable of the program or of a module. Each of them has a table of its own,
/// the one place where names, defaults, ranges and help stand.
struct Variable {
  struct Range {
    double min;
    double max;
  };
  std::string name;              ///< "Spades.MonitorInterval"
  Value default_value;           ///< the variable has its type
  std::string help;              ///< what it sets, as a part of a sentence
  std::string unit{};            ///< of a number: "s", "steps"
  std::optional<Range> range{};  ///< of a number; left out: any finite one

  /// "the length of a step, 0.0005 to 0.1 s".
  std::string description() const;
};

/// The script variables ("Spades.MonitorInterval"), and their overrides on the command line.
///
/// A variable exists once a script has created it. An override (`--Ns.Name VALUE`) is kept until then and replaces the
/// value the script gives, so everything the script derives from the variable follows. Overrides that no script asked
/// for are found with `unused_overrides()` after start-up.
class Variables {
 public:
  /// Throws `std::runtime_error` unless `name` is "Namespace.Name", the first part beginning with a capital letter.
  void override_value(const std::string& name, const std::string& text);

  /// Creates the variable (or sets it anew) and returns the value in force: `value`, or the override read as `value`'s
  /// type. Throws `std::runtime_error` if the override does not fit that type or is not finite.
  const Value& create(const std::string& name, const Value& value);
  /// While the set-up lasts, a value of the command line stays: old scripts assign to what exists already.
  void set(const std::string& name, const Value& value);
  /// The set-up is over: from now on `set` has the last word.
  void end_set_up() { set_up_ = false; }
  /// Creates a variable of the program, unless a script has done so: then its value stays. Scripts may read and set it
  /// from now on. Throws like `create`.
  void declare(const std::string& name, const Value& default_value);
  /// Describes all of a table, then declares them. Throws like both.
  void declare(std::span<const Variable> table);
  /// `listener` is called with the name of every variable that is declared. What it throws, `declare` throws.
  void on_declared(std::function<void(const std::string&)> listener) { declared_ = std::move(listener); }

  /// From now on the variables of this table hold numbers in their ranges only. Throws `std::runtime_error` with name,
  /// value and range if one already holds another; `create` and `set` throw it later. Creates none of them.
  void describe(std::span<const Variable> table);
  /// What a table says about the variable; null if it is a script's own.
  const Variable* described(std::string_view name) const;

  /// The profile that the command line names (`--profile`), for scripts that offer several sets of values. Empty: the
  /// script's usual one.
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

  const std::map<std::string, Value, std::less<>>& all() const { return values_; }
  std::vector<std::string> unused_overrides() const;

  /// Throws `std::runtime_error` with that text, for what the command line says of variables and profile.
  [[noreturn]] void refuse_override(const std::string& why);
  /// Whether that has happened: what a script's call throws reaches the program as an error of the script.
  bool override_refused() const { return override_refused_; }

  /// A variable whose value the command line has changed.
  struct Changed {
    std::string name;
    Value usual;  ///< what the script, or else the program, gave it
    Value in_force;
  };
  /// By name; an override with the usual value changes nothing.
  std::vector<Changed> changed() const;

  static bool is_name(std::string_view name);

 private:
  /// Throws unless `value` lies in the range declared for `name`, if any.
  void check(const std::string& name, const Value& value);

  struct Override {
    std::string text;
    bool used = false;
    Value replaced{};  ///< what the script gave last; once it is used
  };
  std::map<std::string, Value, std::less<>> values_;
  std::map<std::string, Variable, std::less<>> described_;
  std::map<std::string, Override, std::less<>> overrides_;
  std::string profile_;
  bool profile_asked_ = false;
  bool set_up_ = true;
  bool override_refused_ = false;
  std::function<void(const std::string&)> declared_;
};

}  // namespace spark
