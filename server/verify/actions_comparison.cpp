// SPDX-License-Identifier: Apache-2.0
#include "server/verify/actions_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "server/record/command_digest.h"
#include "server/record/line_source.h"
#include "spark/core/log.h"
#include "spark/core/number_text.h"
#include "spark/monitor/message_parts.h"

namespace server {
namespace {

constexpr std::size_t kShown = 60;

/// Removes "STEP[kind](STEP): " and returns the step; nothing if the line does not begin in this way.
std::optional<spark::Step> take_head(std::string_view& line, std::string_view kind) {
  const std::size_t digits = line.find_first_not_of("0123456789");
  spark::Step step = 0;
  if (digits == line.npos || !spark::whole_integer(line.substr(0, digits), step)) return std::nullopt;
  const std::string head = fmt::format("{0}{1}({0}): ", line.substr(0, digits), kind);
  if (!line.starts_with(head)) return std::nullopt;
  line.remove_prefix(head.size());
  return step;
}

/// Commands that only control the clock are not part of the match.
bool is_about_clock(std::string_view command) {
  return command == "pause" || command == "run" || command == "step" || command.starts_with("step ");
}

}  // namespace

ActionsComparison::ActionsComparison(const std::filesystem::path& file, const std::vector<RecordedCommand>& commands,
                                     const spark::sexp::Limits& limits, bool is_cut) {
  for (const RecordedCommand& command : commands) waiting_[command.peer].push_back(command);
  LineSource lines(file);
  std::uint64_t number = 0;
  while (const auto line = lines.next()) {
    ++number;
    if (!take_complaint(*line) && !take(*line, limits, is_cut) && !(lines.is_cut() && is_part_of_next(*line))) {
      difference_ = fmt::format("line {} is not of this match: '{}'", number, spark::printable(*line, kShown));
      return;
    }
  }
  if (number > 0 && lines.is_cut()) ends_at_ = std::max<spark::Step>(last_, 0);
  for (const auto& [peer, left] : waiting_) {
    if (left.empty()) continue;
    const RecordedCommand& first = left.front();
    if (first.at < last_)
      difference_ = fmt::format("lacks '{}' of {}, at step {}", spark::printable(first.text, kShown),
                                spark::printable(peer), first.at);
    ends_at_ = std::min(ends_at_.value_or(first.at), first.at);
  }
}

/// A server that was killed may have written only part of its last line.
bool ActionsComparison::is_part_of_next(std::string_view line) const {
  return std::ranges::any_of(waiting_, [line](const auto& each) {
    const auto& [peer, left] = each;
    const auto may_be = [&, &peer = peer](spark::Step step, std::string_view text) {
      return fmt::format("{0}[command]Trainer[10]({0}): {1}: {2}", step, peer, text).starts_with(line);
    };
    if (!left.empty() && may_be(left.front().at, left.front().text)) return true;
    CommandDigest digest;
    return std::ranges::any_of(left, [&](const RecordedCommand& command) {
      digest.add(command.text);
      return may_be(command.at, digest.text());
    });
  });
}

/// Takes a warning or an error of the server.
bool ActionsComparison::take_complaint(std::string_view line) {
  std::optional<spark::Step> step = take_head(line, "[error]EngineWarning[10]");
  if (!step) step = take_head(line, "[error]EngineError[10]");
  if (!step) return false;
  last_ = std::max(last_, *step);
  return ++others_, true;
}

/// Compares the commands that a line sums up. If the record ended before that line was written, it has only the first
/// of these commands, and the hash cannot be checked.
bool ActionsComparison::take_sum(std::deque<RecordedCommand>& left, spark::Step step, std::string_view text,
                                 std::uint64_t count, bool is_cut) {
  if (left.size() < count) {
    if (!is_cut) return false;
    beyond_ += count - left.size();
    left.clear();
    return true;
  }
  CommandDigest digest;
  const auto end = left.begin() + static_cast<std::ptrdiff_t>(count);
  for (auto command = left.begin(); command != end; ++command) digest.add(command->text);
  if (std::prev(end)->at != step || digest.text() != text) return false;
  left.erase(left.begin(), end);
  return true;
}

/// Returns false if the line does not belong to this match.
bool ActionsComparison::take(std::string_view line, const spark::sexp::Limits& limits, bool is_cut) {
  const auto step = take_head(line, "[command]Trainer[10]");
  const std::size_t end = line.find(": ");
  if (!step || end == line.npos) return false;
  const std::string_view peer = line.substr(0, end), command = line.substr(end + 2);
  std::deque<RecordedCommand>& left = waiting_[std::string(peer)];
  if (CommandDigest::is_clock_text(command)) return ++others_, true;
  // A sum counts from the step of its first command: commands after that one may still be missing.
  const auto count = CommandDigest::read_count(command);
  last_ = std::max(last_, count && !left.empty() ? left.front().at : *step);
  if (!left.empty() && left.front().text == command && left.front().at == *step) return left.pop_front(), true;
  if (is_about_clock(command)) return ++others_, true;
  if (count) return take_sum(left, *step, command, *count, is_cut);
  if (left.empty()) return is_cut && ++beyond_ > 0;
  if (left.front().at != *step) return false;
  for (const std::string& part : spark::parts_of_message(std::string(command), limits)) {
    if (left.empty()) return is_cut;
    if (spark::printable(part, part.size()) != left.front().text) return false;
    left.pop_front();
  }
  return true;
}

}  // namespace server
