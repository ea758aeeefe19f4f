// SPDX-License-Identifier: Apache-2.0
#include "gateways/sigverse/window/startup_file.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

namespace sigverse::window {
namespace {

constexpr std::size_t kMaxFileSize = 64 * 1024;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

}  // namespace

std::vector<wire::Address> read_server_choices(std::string_view text, std::string_view name,
                                               std::vector<std::string>& problems) {
  std::vector<wire::Address> choices;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (line.empty() || line.front() == '#') continue;
    const auto address = wire::read_address(line);
    if (!address) {
      problems.push_back(fmt::format("{}:{}: expected HOST:PORT", name, number));
    } else if (choices.size() == kMaxServerChoices) {
      problems.push_back(fmt::format("{}:{}: only {} servers can be chosen from", name, number, kMaxServerChoices));
      break;
    } else {
      choices.push_back(*address);
    }
  }
  return choices;
}

std::vector<wire::Address> read_startup_file(const std::filesystem::path& file, std::vector<std::string>& problems) {
  std::error_code none;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file, none))
    throw std::runtime_error(fmt::format("cannot read {}", file.string()));
  std::string text(kMaxFileSize + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > kMaxFileSize) throw std::runtime_error(fmt::format("{} is larger than 64 KB", file.string()));
  return read_server_choices(text, file.filename().string(), problems);
}

}  // namespace sigverse::window
