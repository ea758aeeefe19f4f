// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/host/rtc_conf.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "spark/core/log.h"

namespace rtm_host {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;
constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

void take_line(std::string_view line, std::size_t number, Properties& properties) {
  line = trimmed(line);
  if (line.empty() || line.starts_with('#') || line.starts_with('!')) return;
  const std::size_t end = line.find_first_of(":=");
  const std::string_view key = trimmed(line.substr(0, end));
  if (end == std::string_view::npos || key.empty() || key.find_first_of(kBlanks) != std::string_view::npos) {
    properties.problems.push_back(
        fmt::format("{}: expected KEY: VALUE, not '{}'; ignored", number, spark::printable(line)));
    return;
  }
  const auto [place, is_new] = properties.values.try_emplace(std::string(key));
  if (!is_new)
    properties.problems.push_back(fmt::format("{}: {} stands in line {}, too; this one counts", number,
                                              spark::printable(key), place->second.line));
  place->second = {std::string(trimmed(line.substr(end + 1))), number};
}

}  // namespace

std::string Properties::text(const std::string& key) const {
  const auto found = values.find(key);
  return found == values.end() ? std::string() : found->second.text;
}

Properties read_properties(std::string_view text) {
  Properties properties;
  std::string whole;  // with the lines in which it goes on
  std::size_t number = 0, first = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (whole.empty()) first = number;
    const bool goes_on = line.ends_with('\\') && !line.starts_with('#') && !line.starts_with('!');
    if (goes_on) line.remove_suffix(1);
    whole += line;
    if (goes_on) continue;
    take_line(whole, first, properties);
    whole.clear();
  }
  take_line(whole, first, properties);
  return properties;
}

Properties read_properties_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMostBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (!stream.is_open() || stream.bad()) throw std::runtime_error(fmt::format("{} cannot be read", file.string()));
  if (text.size() > kMostBytes) throw std::runtime_error(fmt::format("{} is longer than 1 MiB", file.string()));
  return read_properties(text);
}

std::vector<std::string> comma_list(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (const std::string_view word = trimmed(text.substr(0, end)); !word.empty()) words.emplace_back(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace rtm_host
