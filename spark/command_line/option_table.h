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

/// In `Option::with`: where no mode is asked for.
inline constexpr const char* kUsualWork = "";

/// All there is to say about one option.
struct Option {
  /// Without dashes; those of one letter have one, the others two. The first stands in files.
  std::vector<std::string> names{};
  OptionValue value{};
  /// What it does, as a part of a sentence. Default and unit come from this table.
  std::string help{};
  std::string unit{};   ///< of the value: "s", "MB"
  std::string usual{};  ///< the default in words, where the value that is kept at first does not say it
  /// The script variable that it sets instead of a field; the program that runs the script passes it on.
  std::string variable{};
  bool in_files = true;  ///< it is written where all that is in force is written
  /// It decides how far programs may go on this machine, what this machine opens to others, or whom it trusts: a file
  /// of options, which somebody else may have sent, never sets it unless the user trusts that file.
  bool guards = false;
  /// For a file or folder: a file of options may name any below the current folder, because nothing there is carried
  /// out. All others it may only name where they belong to the user who runs the program.
  bool below_here = false;
  bool is_hidden = false;  ///< from people; programs use it
  /// Words that stand alone are values of it, as if its name were in front of each: "show FILE". One option of a table
  /// may be so.
  bool is_operand = false;
  /// A mode: the program does this instead of its usual work ("--verify DIR").
  bool is_mode = false;
  /// The modes it can be given with, by their first names; `kUsualWork` stands for no mode. An ordinary option needs
  /// one of the modes that are asked for to be in its list; left out: what its section says, and if that says nothing,
  /// all. Of two modes one needs the other in its list; left out: none.
  std::vector<std::string> with{};
  /// Options it cannot be given with, whatever the mode; it is enough if one of the two says so.
  std::vector<std::string> not_with{};

  // These come from the table.
  std::string section{};
  std::string usual_value{};  ///< what is kept when the table is made, without the unit
};

/// "--seed", "-h".
std::string with_dashes(std::string_view name);
/// "--report, --scene or --verify"; `word` is the one before the last of them.
std::string listed(const std::vector<std::string>& names, std::string_view word);

/// All options of a program: the one place that says what they are called, take, mean, and where they are kept. Command
/// line (command_line.h), checks, files, help and documentation (option_help.h) come from it.
///
/// It borrows what its options are kept in, which holds the defaults while the table is made.
class OptionTable {
 public:
  struct Program {
    std::string name{};
    std::string version{};
    std::string about{};    ///< what it does, in a sentence or two
    std::string closing{};  ///< paragraphs below the options; their lines are broken to fit
  };

  explicit OptionTable(Program program) : program_(std::move(program)) {}
  OptionTable(const OptionTable&) = delete;
  OptionTable& operator=(const OptionTable&) = delete;

  /// What is added from now on stands below that title, and goes with those modes unless it says otherwise itself.
  void begin_section(std::string title, std::vector<std::string> with = {}) {
    section_ = std::move(title);
    section_with_ = std::move(with);
  }
  /// Throws `std::logic_error` if a name is taken: that is a programmer's mistake.
  void add(Option option);
  /// -h (unless a host or something else has it), --help, --version and, for those who write the documentation,
  /// --help_as_markdown.
  void add_questions();

  const Program& program() const { return program_; }
  const std::deque<Option>& all() const { return options_; }
  /// By any of its names, without dashes; null if there is none.
  const Option* find(std::string_view name) const;
  /// The option whose values stand alone; null if there is none.
  const Option* operand() const;
  /// What may be meant by a name that is none: all but those of one letter.
  std::vector<std::string> names() const;

  /// An option that somebody has given: its name as it was typed, without dashes, and whose rules hold for it.
  using Given = std::pair<std::string, const Option*>;
  /// Throws `WrongUsage` with one line that names both if two things were asked for that cannot be done together, or
  /// something that would have no effect: "--team: has no effect with --scene". Called once all values have been
  /// taken: the modes are those in force, wherever they came from.
  void check_modes(const std::vector<Given>& given) const;
  /// The same for options of this table; other names are left out.
  void check_modes(const NamedValues& given) const;
  /// The ordinary options that may be given with this mode, by their first names, without questions, words that stand
  /// alone, and those that people do not see.
  std::vector<std::string> options_of_mode(const Option& mode) const;

  /// What is in force, for a file: every option that has a value, by its first name. Reading it gives the same again.
  NamedValues in_force() const;
  /// One part of all that was given, a file or a command line: several values of an option belong together, and replace
  /// those of an earlier part. Names that are none go to `otherwise`. Throws `WrongUsage`.
  void take(const NamedValues& given,
            const std::function<void(const std::string& name, const std::string& value)>& otherwise) const;

 private:
  Program program_;
  bool help_ = false, version_ = false, documentation_ = false;
  std::string section_;
  std::vector<std::string> section_with_;
  std::deque<Option> options_;
  std::optional<std::size_t> questions_;  ///< where they begin
};

}  // namespace spark
