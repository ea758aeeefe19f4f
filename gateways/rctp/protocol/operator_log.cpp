// SPDX-License-Identifier: Apache-2.0
#include "gateways/rctp/protocol/operator_log.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "gateways/rctp/protocol/object.h"
#include "gateways/rctp/protocol/operator_log_words.h"
#include "spark/core/log.h"
#include "spark/core/log_files.h"
#include "spark/core/number_text.h"
#include "spark/core/regular_file.h"

namespace rctp {
namespace {

/// Reads one line from left to right. Throws `std::runtime_error` with the error.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : rest_(line) {}

  OperatorLog::Entry read() {
    OperatorLog::Entry entry;
    if (!spark::whole_integer(word(), entry.step) || entry.step < 0) fail("it does not begin with a step");
    const std::string_view name = word();
    const auto known = operator_word(name);
    if (!known) fail(fmt::format("'{}' is not a word of an operators' log", spark::printable(name)));
    entry.word = *known;
    if (entry.word == OperatorLog::Word::connect) entry.text = this->name("a peer");
    if (entry.word == OperatorLog::Word::act) read_act(entry);
    if (!rest_.empty()) fail(fmt::format("'{}' does not belong there", spark::printable(rest_)));
    return entry;
  }

 private:
  [[noreturn]] static void fail(const std::string& what) { throw std::runtime_error(what); }

  /// The next word; empty at the end of the line and between two blanks.
  std::string_view word() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    const std::string_view taken = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return taken;
  }

  /// Reads the JSON string at the front.
  std::string quoted() {
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') end += rest_[end] == '\\' ? 2 : 1;
    const auto text = end < rest_.size() ? read_quoted(rest_.substr(0, end + 1)) : std::nullopt;
    if (!text) fail("a text is not a JSON string");
    rest_.remove_prefix(end + 1);
    if (rest_.starts_with(' ')) rest_.remove_prefix(1);
    return *text;
  }

  std::string name(const char* what) {
    if (rest_.starts_with('"')) return quoted();
    const std::string_view name = word();
    if (name.empty()) fail(fmt::format("{} is missing", what));
    return std::string(name);
  }

  void read_act(OperatorLog::Entry& entry) {
    entry.object = name("an object");
    if (rest_.starts_with('"')) {
      entry.is_text = true;
      entry.text = quoted();
    }
    while (!rest_.empty() && !entry.is_text) {
      const std::string_view number = word();
      if (!read_exactly(number, entry.values.emplace_back()))
        fail(fmt::format("'{}' is not a finite number", spark::printable(number)));
      if (entry.values.size() > Object::kMaxOutputs)
        fail(fmt::format("no object has more than {} values", Object::kMaxOutputs));
    }
  }

  std::string_view rest_;
};

/// `of_step` is the number of entries of its step. Throws like `LineReader`.
void add(OperatorLog& log, OperatorLog::Entry entry, std::size_t& of_step) {
  const spark::Step last = log.entries.empty() ? 0 : log.entries.back().step;
  if (entry.step < last) throw std::runtime_error("its step is before that of the line above");
  of_step = entry.step == last ? of_step + 1 : 1;
  if (of_step > kMaxEntriesPerStep)
    throw std::runtime_error(fmt::format("its step has more than {} lines", kMaxEntriesPerStep));
  if (log.entries.size() == kMaxEntries)
    throw std::runtime_error(fmt::format("the log has more than {} lines", kMaxEntries));
  log.entries.push_back(std::move(entry));
}

}  // namespace

std::filesystem::path operator_log_file(const std::filesystem::path& folder, std::string_view robot) {
  return folder / spark::kOperatorLog.name_for(robot);
}

OperatorLog parse_operator_log(std::string_view contents, std::string_view name) {
  OperatorLog log;
  std::size_t of_step = 0;
  for (std::size_t number = 1; number == 1 || !contents.empty(); ++number) {
    const std::size_t end = contents.find('\n');
    const std::string_view line = contents.substr(0, end);
    try {
      if (number == 1 && line != kOperatorLogHead)
        throw std::runtime_error(fmt::format("an operators' log begins with '{}'", kOperatorLogHead));
      if (end == contents.npos) throw std::runtime_error("the line has no end: the log was cut off");
      if (number > 1) add(log, LineReader(line).read(), of_step);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}:{}: {}", name, number, error.what()));
    }
    contents.remove_prefix(end + 1);
  }
  return log;
}

OperatorLog read_operator_log(const std::filesystem::path& file) {
  return parse_operator_log(spark::read_regular_file(file, kMaxOperatorLog), file.string());
}

}  // namespace rctp
