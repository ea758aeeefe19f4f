// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spark/command_line/option_values.h"

namespace spark {

/// Names without dashes, and values, in the order in which they were given or are written.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// All there is to say about one option.
struct Option {
  /// Without dashes; those of one letter have one, the others two. The first stands in files.
  std::vector<std::string> names{};
  OptionValue value{};
  /// What it does, as a part of a sentence. Default and unit come from this table.
  std::string help{};
  std::string unit{};   ///< of the value: "s", "MB"
  std::string usual{};  ///< the default in words, where the value that is kept at first does not say it
  /// The script variable that it sets instead of a field; whoever runs the script hands it over.
  std::string variable{};
  bool in_files = true;    ///< it is written where all that is in force is written
  bool is_hidden = false;  ///< from people; programs use it
  /// Words that stand alone are values of it, as if its name were in front of each: "show FILE". One option of a table
  /// may be so.
  bool is_operand = false;

  // These come from the table.
  std::string section{};
  std::string usual_value{};  ///< what is kept when the table is made, without the unit
};

/// "--seed", "-h".
std::string with_dashes(std::string_view name);

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

  /// What is added from now on stands below that title.
  void begin_section(std::string title) { section_ = std::move(title); }
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
  std::deque<Option> options_;
};

}  // namespace spark
