// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spark/command_line/option_values.h"

namespace spark {

/// Names without dashes, and values, in the order in which they were given or are written.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// In `Option::with`: no mode.
inline constexpr const char* kUsualWork = "";

/// Describes one option.
struct Option {
  /// Without dashes; on the command line those of one letter have one, the others two. Files use the first.
  std::vector<std::string> names{};
  OptionValue value{};
  /// Its effect, as a part of a sentence. Default and unit come from this table.
  std::string help{};
  std::string unit{};   ///< of the value: "s", "MB"
  std::string usual{};  ///< the default in words, if the initial value does not express it
  /// The script variable that it sets instead of a field; the program that runs the script passes it on.
  std::string variable{};
  bool in_files = true;  ///< it is included when all options in force are written
  /// It limits what programs may do on this machine, what this machine opens to others, or whom it trusts: a file of
  /// options, which somebody else may have sent, never sets it unless the user trusts that file.
  bool guards = false;
  /// For a file or folder: a file of options may name any below the current folder, because nothing there is executed.
  /// It may name others only if they belong to the user who runs the program.
  bool below_here = false;
  bool is_hidden = false;  ///< not shown to people; only programs use it
  /// Words that stand alone are values of this option, as if its name preceded each: "show FILE". At most one option of
  /// a table may have this.
  bool is_operand = false;
  /// A mode: the program does this instead of its usual work ("--verify DIR").
  bool is_mode = false;
  /// The first names of the modes that accept it; `kUsualWork` stands for no mode. An ordinary option is accepted if
  /// its list contains one of the modes in force; if empty, the list of its section applies, and if that is empty, all
  /// modes accept it. Of two modes one must list the other; if empty, it lists none.
  std::vector<std::string> with{};
  /// Options that exclude it in every mode; it is enough if one of the two lists the other.
  std::vector<std::string> not_with{};

  // Set by the table.
  std::string section{};
  std::string usual_value{};  ///< the initial value, without the unit
};

/// "--seed", "-h".
std::string with_dashes(std::string_view name);
/// "--report, --scene or --verify"; `word` precedes the last of them.
std::string listed(const std::vector<std::string>& names, std::string_view word);

/// All options of a program: the only place that defines their names, values, meaning and storage. Command line
/// (command_line.h), checks, files, help and documentation (option_help.h) are derived from it.
///
/// It borrows the variables that its options set, which hold the defaults while the table is made.
class OptionTable {
 public:
  struct Program {
    std::string name{};
    std::string version{};
    std::string about{};    ///< its purpose, in a sentence or two
    std::string closing{};  ///< paragraphs below the options; their lines are wrapped
  };

  explicit OptionTable(Program program) : program_(std::move(program)) {}
  OptionTable(const OptionTable&) = delete;
  OptionTable& operator=(const OptionTable&) = delete;

  /// Options added from now on belong to that section, and are accepted by those modes unless they have their own list.
  void begin_section(std::string title, std::vector<std::string> with = {}) {
    section_ = std::move(title);
    section_with_ = std::move(with);
  }
  /// Throws `std::logic_error` if a name is taken, which is a programming error.
  void add(Option option);
  /// Adds -h (unless another option has it), --help, --version and, for the documentation, --help_as_markdown.
  void add_questions();

  const Program& program() const { return program_; }
  const std::deque<Option>& all() const { return options_; }
  /// Finds an option by any of its names, without dashes; null if there is none.
  const Option* find(std::string_view name) const;
  /// The option that takes words that stand alone; null if there is none.
  const Option* operand() const;
  /// Candidates for a misspelled name: all but those of one letter.
  std::vector<std::string> names() const;

  /// An option that was given: its name as typed, without dashes, and the option that defines its rules.
  using Given = std::pair<std::string, const Option*>;
  /// Throws `WrongUsage` with one line that names both if two options exclude each other, or if one would have no
  /// effect: "--team: has no effect with --scene". Called once all values have been stored: the modes are those in
  /// force, wherever they came from.
  void check_modes(const std::vector<Given>& given) const;
  /// The same for options of this table; other names are ignored.
  void check_modes(const NamedValues& given) const;
  /// The ordinary options that this mode accepts, by their first names, without those of `add_questions`, the one for
  /// words that stand alone, and hidden ones.
  std::vector<std::string> options_of_mode(const Option& mode) const;

  /// The options in force, for a file: every option that has a value, by its first name. Reading it restores the same
  /// values.
  NamedValues in_force() const;
  /// Stores one source of values, a file or a command line: several values of an option in it belong together, and
  /// replace those of an earlier source. Unknown names go to `otherwise`. Throws `WrongUsage`.
  void take(const NamedValues& given,
            const std::function<void(const std::string& name, const std::string& value)>& otherwise) const;

 private:
  Program program_;
  bool help_ = false, version_ = false, documentation_ = false;
  std::string section_;
  std::vector<std::string> section_with_;
  std::deque<Option> options_;
  std::optional<std::size_t> questions_;  ///< index of the first one
};

}  // namespace spark
