// SPDX-License-Identifier: Apache-2.0
#include "spark/command_line/command_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "spark/command_line/option_help.h"
#include "spark/core/near_name.h"

namespace spark {
namespace {

[[noreturn]] void refuse_unknown(const OptionTable& table, const std::string& argument, const std::string& otherwise) {
  if (!argument.starts_with('-')) throw WrongUsage(fmt::format("'{}': expected an option, like --help", argument));
  const std::string name = argument.substr(0, argument.find('='));
  const std::size_t letters = name.find_first_not_of('-');
  const std::string hint = did_you_mean(letters == name.npos ? "" : name.substr(letters), table.names());
  throw WrongUsage(fmt::format("{}: there is no such option{}", name, hint.empty() ? otherwise : hint));
}

/// An argument that begins like an option: "--name", "--name=value", "-n", "-nvalue". Names have underscores; users may
/// write dashes instead ("--long-name").
struct OptionWord {
  std::string name;  ///< without dashes
  std::string value;
  bool has_value = false;
  bool is_short = false;

  /// `nullopt` for words that stand alone, among them "-", "--" and negative numbers.
  static std::optional<OptionWord> parse(const OptionTable& table, std::string_view word) {
    const auto begins_name = [](char c) { return c != '-' && c != '!' && c != ' ' && c != '\n'; };
    if (word.size() > 2 && word.starts_with("--") && begins_name(word[2])) {
      const std::size_t equals = std::min(word.find('='), word.size());
      std::string name(word.substr(2, equals - 2));
      std::replace(name.begin(), name.end(), '-', '_');
      if (equals == word.size()) return OptionWord{std::move(name), {}, false, false};
      return OptionWord{std::move(name), std::string(word.substr(equals + 1)), true, false};
    }
    if (word.size() < 2 || word[0] != '-' || !begins_name(word[1])) return std::nullopt;
    const bool is_digit = word[1] >= '0' && word[1] <= '9';
    if (is_digit && !table.find(word.substr(1, 1))) return std::nullopt;
    return OptionWord{std::string(word.substr(1, 1)), std::string(word.substr(2)), word.size() > 2, true};
  }

  /// Null if the table has no option with that name; a name of one letter needs one dash.
  const Option* find_in(const OptionTable& table) const {
    return is_short == (name.size() == 1) ? table.find(name) : nullptr;
  }
};

/// Goes through the arguments from left to right.
class ArgumentSplitter {
 public:
  ArgumentSplitter(const OptionTable& table, std::vector<std::string> arguments)
      : table_(table), arguments_(std::move(arguments)) {
    while (at_ < arguments_.size()) take_next();
  }

  struct Value {
    const Option* option;
    std::string typed;  ///< its name
    std::string value;
  };
  std::vector<Value> values;
  std::vector<std::string> others;  ///< words that belong to no option; everything after a "--"

 private:
  void take_next() {
    const std::string word = arguments_[at_];
    if (word == "--") {
      others.insert(others.end(), arguments_.begin() + static_cast<std::ptrdiff_t>(at_), arguments_.end());
      at_ = arguments_.size();
      return;
    }
    ++at_;
    const std::optional<OptionWord> parsed = OptionWord::parse(table_, word);
    const Option* option = parsed ? parsed->find_in(table_) : nullptr;
    if (!option)
      others.push_back(word);
    else if (option->value.kind == OptionValue::Kind::flag)
      take_flag(*option, *parsed);
    else
      take_values(*option, *parsed);
  }

  void take_flag(const Option& option, const OptionWord& word) {
    const bool gives_value = !word.is_short && !word.value.empty();
    // "--strict 0" is accepted like options that take 0 or 1; if the program accepts files, "0" is one.
    const bool is_value_next = !gives_value && !word.is_short && !table_.operand() && at_ < arguments_.size() &&
                               (arguments_[at_] == "0" || arguments_[at_] == "1");
    values.push_back({&option, word.name, gives_value ? word.value : is_value_next ? arguments_[at_++] : "true"});
    if (word.is_short && word.has_value) arguments_[--at_] = "-" + word.value;  // further flags: -ab is -a -b
  }

  void take_values(const Option& option, const OptionWord& word) {
    const auto add = [&](const std::string& value) { values.push_back({&option, word.name, value}); };
    int count = 0;
    if (word.has_value) {
      add(word.value);
      ++count;
    } else if (option.value.min_words > 0) {  // the next word, whatever it looks like
      if (at_ == arguments_.size()) throw WrongUsage(fmt::format("{}: a value is missing", with_dashes(word.name)));
      add(arguments_[at_++]);
      ++count;
    }
    if (option.value.max_words <= count) return;
    while (count < option.value.max_words && at_ < arguments_.size() && stands_alone(arguments_[at_])) {
      add(arguments_[at_++]);
      ++count;
    }
    if (at_ < arguments_.size() && arguments_[at_] == "--") ++at_;  // ends the values of this option
    if (count == 0) add("");
  }

  bool stands_alone(const std::string& word) const { return word != "--" && !OptionWord::parse(table_, word); }

  const OptionTable& table_;
  std::vector<std::string> arguments_;
  std::size_t at_ = 0;
};

/// If the table has an operand: removes the first "--" and all words after it, and returns these words. They are values
/// of the operand, even if they begin with a dash.
std::vector<std::string> take_plain_words(const OptionTable& table, std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  if (end == arguments.end() || !table.operand()) return {};
  std::vector<std::string> plain(end + 1, arguments.end());
  arguments.erase(end, arguments.end());
  return plain;
}

}  // namespace

NamedValues split_arguments(const OptionTable& table, std::vector<std::string> arguments, const std::string& otherwise,
                            const std::function<std::string(const std::string& word)>& about_word) {
  const std::vector<std::string> plain = take_plain_words(table, arguments);
  ArgumentSplitter split(table, std::move(arguments));
  // In the order of the table, which is also the order of errors.
  const auto place = [&](const Option* option) {
    return std::find_if(table.all().begin(), table.all().end(), [&](const Option& one) { return &one == option; });
  };
  std::stable_sort(split.values.begin(), split.values.end(), [&](const auto& a, const auto& b) {
    return a.option != b.option && place(a.option) < place(b.option);
  });
  NamedValues values;
  for (const auto& [option, typed, value] : split.values) values.emplace_back(typed, value);
  std::vector<std::string> unknown;
  for (const std::string& word : split.others) {
    const bool stands_alone = word == "-" || !word.starts_with('-');
    if (stands_alone && table.operand())
      values.emplace_back(table.operand()->names.front(), word);
    else
      unknown.push_back(word);
  }
  for (const std::string& word : plain) values.emplace_back(table.operand()->names.front(), word);
  // Help is shown even if the user has misspelt other options.
  if (!unknown.empty() && !answer_questions(table, values)) {
    const std::string& word = unknown.front();
    const std::string instead = about_word && !word.starts_with('-') ? about_word(word) : std::string();
    if (!instead.empty()) throw WrongUsage(fmt::format("'{}': expected an option: {}", word, instead));
    refuse_unknown(table, word, otherwise);
  }
  return values;
}

std::optional<std::string> answer_questions(const OptionTable& table, const NamedValues& given) {
  const auto asked = [&](const char* name) {
    const Option* option = table.find(name);
    return std::any_of(given.begin(), given.end(),
                       [&](const auto& named) { return option && table.find(named.first) == option; });
  };
  if (asked("help")) return help_text(table, help_width());
  if (asked("version")) return fmt::format("{} {}\n", table.program().name, table.program().version);
  if (asked("help_as_markdown")) return help_as_markdown(table);
  return std::nullopt;
}

std::optional<std::string> read_command_line(const OptionTable& table, int argc, const char* const* argv) {
  const NamedValues given = split_arguments(table, {argv + 1, argv + argc});
  if (auto answer = answer_questions(table, given)) return answer;
  table.take(given, [](const std::string&, const std::string&) {});
  table.check_modes(given);
  return std::nullopt;
}

}  // namespace spark
