// SPDX-License-Identifier: Apache-2.0
#include "spark/command_line/option_help.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "spark/core/number_text.h"

namespace spark {
namespace {

constexpr std::size_t kNarrowest = 60, kUsualWidth = 80, kWidest = 120;
constexpr std::size_t kNameColumn = 2, kHelpColumn = 30;
constexpr std::size_t kFew = 6;  ///< options; a mode that accepts at most this many others lists them

/// A blank at which no line is broken.
constexpr char kKept = '\x1f';

/// Appends words from column `at` on, where the output is now; later lines begin at column `indent`.
void append_wrapped(std::string& out, std::string_view text, std::size_t at, std::size_t indent, std::size_t width) {
  bool is_first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!is_first && at + 1 + word.size() > width) {
      out += '\n' + std::string(indent, ' ');
      at = indent;
      is_first = true;
    }
    if (!is_first) out += ' ', ++at;
    for (const char c : word) out += c == kKept ? ' ' : c;
    at += word.size();
    is_first = false;
  }
  out += '\n';
}

void append_paragraphs(std::string& out, std::string_view text, std::size_t width) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    append_wrapped(out, text.substr(0, end), 0, 0, width);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool takes_nothing(const Option& option) {
  return option.value.kind == OptionValue::Kind::flag;
}

std::string default_of(const Option& option) {
  if (!option.usual.empty()) return option.usual;
  if (takes_nothing(option) || option.usual_value.empty()) return {};
  double number = 0.0;
  const bool has_unit = !option.unit.empty() && whole_number(option.usual_value, number);
  return has_unit ? fmt::format("{} {}", option.usual_value, option.unit) : option.usual_value;
}

/// "--random_seed, --seed N".
std::string usage_of(const Option& option) {
  std::string text;
  for (const std::string& name : option.names) text += (text.empty() ? "" : ", ") + with_dashes(name);
  if (!takes_nothing(option)) text += ' ' + option.value.placeholder;
  return text;
}

/// The option's help, and the modes that accept it if it does not belong to the usual work.
std::string help_of(const OptionTable& table, const Option& option) {
  if (option.is_mode) {
    const std::vector<std::string> others = table.options_of_mode(option);
    const bool is_worth_a_list = option.with.empty() && !others.empty() && others.size() <= kFew;
    return is_worth_a_list ? fmt::format("{}; goes with {}", option.help, listed(others, "and")) : option.help;
  }
  const auto usual_work = std::find(option.with.begin(), option.with.end(), kUsualWork);
  if (option.with.empty() || usual_work != option.with.end()) return option.help;
  return fmt::format("{}; only with {}", option.help, listed(option.with, "or"));
}

void append_option(std::string& out, const OptionTable& table, const Option& option, std::size_t width) {
  const std::string usage = usage_of(option);
  out += std::string(kNameColumn, ' ') + usage;
  if (kNameColumn + usage.size() + 2 > kHelpColumn)
    out += '\n' + std::string(kHelpColumn, ' ');
  else
    out += std::string(kHelpColumn - kNameColumn - usage.size(), ' ');
  std::string usual = default_of(option);
  if (option.usual.empty()) std::replace(usual.begin(), usual.end(), ' ', kKept);
  const std::string after = option.usual.empty() ? std::string(1, kKept) : ": ";
  const std::string help = help_of(table, option);
  append_wrapped(out, usual.empty() ? help : fmt::format("{} (default{}{})", help, after, usual), kHelpColumn,
                 kHelpColumn, width);
}

/// Escapes bars, which would end a cell of a table.
std::string in_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

std::string as_code(std::string_view text) {
  return text.empty() ? std::string() : fmt::format("`{}`", in_cell(text));
}

/// "`S`: a number above 0 (s)"; choices need no explanation.
std::string accepted(const Option& option) {
  const OptionValue& value = option.value;
  std::string text = as_code(value.placeholder);
  if (value.expected.starts_with(value.placeholder + ','))
    text += in_cell(std::string_view(value.expected).substr(value.placeholder.size()));
  else if (!value.expected.empty() && value.choices.empty())
    text += ": " + in_cell(value.expected);
  return option.unit.empty() ? text : fmt::format("{} ({})", text, option.unit);
}

/// Calls `show` for visible options, and `begin` with the title of a section before its first one.
template <typename Begin, typename Show>
void for_each_shown(const OptionTable& table, Begin begin_section, Show show) {
  const std::string* section = nullptr;
  for (const Option& option : table.all()) {
    if (option.is_hidden) continue;
    if (!section || *section != option.section) begin_section(option.section);
    section = &option.section;
    show(option);
  }
}

}  // namespace

std::size_t help_width() {
  std::int64_t columns = 0;
  const char* variable = std::getenv("COLUMNS");
  if (winsize size{}; !(variable && whole_integer(variable, columns)) && ::isatty(STDOUT_FILENO) == 1 &&
                      ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
    columns = size.ws_col;
  return columns <= 0 ? kUsualWidth : std::clamp(static_cast<std::size_t>(columns), kNarrowest, kWidest);
}

std::string help_text(const OptionTable& table, std::size_t width) {
  std::string out;
  append_paragraphs(out, table.program().about, width);
  const Option* operand = table.operand();
  out += fmt::format("Usage: {} [OPTIONS]{}{}\n", table.program().name, operand ? " " : "",
                     operand ? operand->value.placeholder : "");
  for_each_shown(
      table, [&](const std::string& section) { out += fmt::format("\n{}:\n", section); },
      [&](const Option& option) { append_option(out, table, option, width); });
  if (!table.program().closing.empty()) {
    out += '\n';
    append_paragraphs(out, table.program().closing, width);
  }
  return out;
}

std::string help_as_markdown(const OptionTable& table) {
  std::string out;
  for_each_shown(
      table,
      [&](const std::string& section) {
        out += fmt::format("{}**{}**\n\n| option | value | default | |\n|---|---|---|---|\n", out.empty() ? "" : "\n",
                           section);
      },
      [&](const Option& option) {
        std::string names;
        for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + as_code(with_dashes(name));
        out += fmt::format("| {} | {} | {} | {} |\n", names, accepted(option),
                           option.usual.empty() ? as_code(default_of(option)) : in_cell(option.usual),
                           in_cell(help_of(table, option)));
      });
  return out;
}

}  // namespace spark
