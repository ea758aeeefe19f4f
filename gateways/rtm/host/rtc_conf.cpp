// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/host/rtc_conf.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace rtm_host {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;
constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

void take_line(std::string_view line, Properties& properties) {
  line = trimmed(line);
  const std::size_t colon = line.find(':');
  if (line.starts_with('#') || colon == std::string_view::npos) return;
  properties[std::string(trimmed(line.substr(0, colon)))] = trimmed(line.substr(colon + 1));
}

}  // namespace

Properties read_properties(std::string_view text) {
  Properties properties;
  std::string whole;  // with the lines in which it goes on
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool goes_on = line.ends_with('\\') && !line.starts_with('#');
    if (goes_on) line.remove_suffix(1);
    whole += line;
    if (goes_on) continue;
    take_line(whole, properties);
    whole.clear();
  }
  take_line(whole, properties);
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
