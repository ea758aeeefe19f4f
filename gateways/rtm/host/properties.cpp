// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/host/properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <utility>

#include "spark/core/log.h"
#include "spark/core/split.h"

namespace rtm_host {
namespace {

/// Editors on Windows put it at the beginning of a file.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_comment(std::string_view line) {
  return line.starts_with('#') || line.starts_with('!');
}

/// The key and the value of a line; nothing if it has no key, or neither colon nor equals sign.
std::optional<std::pair<std::string_view, std::string_view>> split(std::string_view line) {
  const std::size_t end = line.find_first_of(":=");
  const std::string_view key = spark::trimmed(line.substr(0, end));
  if (end == line.npos || key.empty() || key.find_first_of(spark::kBlanks) != key.npos) return std::nullopt;
  return std::pair(key, spark::trimmed(line.substr(end + 1)));
}

}  // namespace

void Properties::complain(const Line& line, std::string text) {
  if (problems_.size() < kMaxProblems)
    problems_.push_back({fmt::format("{}:{}: {}", line.file, line.number, text), lines_});
  else
    ++further_problems_;
}

std::vector<Properties::Problem> Properties::problems() const {
  std::vector<Problem> all = problems_;
  if (further_problems_ > 0)
    all.push_back({fmt::format("and {} lines more that are not understood", further_problems_), lines_});
  return all;
}

void Properties::take(const Line& line) {
  const auto parts = split(line.text);
  if (!parts) return complain(line, fmt::format("expected KEY: VALUE, not '{}'; ignored", spark::printable(line.text)));
  std::string key = line.prefix + std::string(parts->first);
  const auto found = values_.find(key);
  if (found != values_.end() && found->second.place.starts_with(line.file + ':'))
    complain(line, fmt::format("{} is set at {}, too; this value counts", spark::printable(parts->first),
                               found->second.place));
  else if (found != values_.end() && !line.prefix.empty())
    return;
  values_.insert_or_assign(std::move(key),
                           Value{std::string(parts->second), fmt::format("{}:{}", line.file, line.number), lines_});
}

void Properties::read(std::string_view text, const std::string& file, const std::string& prefix) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::string whole;  // with its continuation lines
  std::size_t number = 0, first = 1;
  const auto take_whole = [&] {
    ++lines_;
    if (!whole.empty() && !is_comment(whole)) take({spark::trimmed(whole), file, prefix, first});
    whole.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = spark::trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (whole.empty()) first = number;
    const bool is_continued = line.ends_with('\\') && !is_comment(line);
    if (is_continued) line.remove_suffix(1);
    whole += line;
    if (!is_continued) take_whole();
  }
  take_whole();
}

void Properties::read_file(const std::filesystem::path& file, const std::string& prefix) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMaxFileBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (!stream.is_open() || stream.bad()) throw std::runtime_error(fmt::format("{} cannot be read", file.string()));
  if (text.size() > kMaxFileBytes) throw std::runtime_error(fmt::format("{} is longer than 1 MiB", file.string()));
  read(text, file.string(), prefix);
}

bool Properties::set(std::string_view word) {
  const auto parts = split(word);
  if (!parts) return false;
  values_.insert_or_assign(
      std::string(parts->first),
      Value{std::string(parts->second), fmt::format("-o {}", spark::printable(word, 200)), kOptions + ++options_});
  return true;
}

const Properties::Value* Properties::find(std::string_view key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? nullptr : &found->second;
}

std::vector<std::string> comma_list(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (const std::string_view word = spark::trimmed(text.substr(0, end)); !word.empty()) words.emplace_back(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace rtm_host
