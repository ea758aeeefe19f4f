// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/naming_format.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <stdexcept>

#include "gateways/rtm/corba/names.h"
#include "spark/core/log.h"

namespace rtm {
namespace {

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0' ? name.data() : "localhost";
}

/// The text, in which each % and the letter after it is replaced by the result of `meaning` for the letter.
template <typename Meaning>
std::string replace(std::string_view text, const Meaning& meaning) {
  std::string result;
  for (std::size_t i = 0; i != text.size(); ++i) {
    if (text[i] != '%')
      result += text[i];
    else
      result += meaning(++i == text.size() ? '\0' : text[i]);
  }
  return result;
}

/// Throws std::string with the error.
NamePath read_format(std::string_view text) {
  if (!std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; })) throw std::string("a name is printable");
  auto path = read_name_path(text);
  if (!path) throw std::string("one of its steps is empty");
  if (path->size() > kMaxContexts - 1) throw fmt::format("at most {} contexts are allowed", kMaxContexts - 2);
  if (path->back().kind != kOmgKind) throw fmt::format("a name ends in .{}", kOmgKind);
  for (const NameStep& step : *path)
    for (const std::string& part : {step.id, step.kind})
      replace(part, [](char letter) -> std::string {
        static constexpr std::string_view kKnown = "nthp%";
        if (letter == '\0' || kKnown.find(letter) == kKnown.npos)
          throw std::string("a % must be followed by n, t, h, p or %");
        return {};
      });
  return *std::move(path);
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

bool has_name(std::string_view part) {
  bool has = false;
  replace(part, [&has](char letter) {
    has |= letter == 'n';
    return std::string();
  });
  return has;
}

}  // namespace

NamingFormat::NamingFormat(std::string_view text) {
  try {
    if (text.size() > kMaxBytes) throw fmt::format("at most {} characters are allowed", kMaxBytes);
    for (std::string_view rest = text;;) {
      const auto comma = rest.find(',');
      if (formats_.size() == kMaxFormats) throw fmt::format("at most {} formats are allowed", kMaxFormats);
      formats_.push_back(read_format(trimmed(rest.substr(0, comma))));
      if (comma == rest.npos) return;
      rest.remove_prefix(comma + 1);
    }
  } catch (const std::string& problem) {
    throw std::runtime_error(
        fmt::format("the naming format '{}' is wrong: {}; expected something like %n.rtc or "
                    "%h.host_cxt/%n.rtc",
                    spark::printable(text), problem));
  }
}

std::vector<std::string> NamingFormat::paths(const std::string& instance, const std::string& type) const {
  const auto meaning = [&](char letter) -> std::string {
    switch (letter) {
      case 'n':
        return instance;
      case 't':
        return type;
      case 'h':
        return host_name();
      case 'p':
        return std::to_string(getpid());
      default:
        return "%";
    }
  };
  std::vector<std::string> paths;
  for (NamePath path : formats_) {
    for (NameStep& step : path) step = {replace(step.id, meaning), replace(step.kind, meaning)};
    paths.push_back(to_text(path));
  }
  std::ranges::sort(paths);
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  return paths;
}

bool NamingFormat::is_distinct() const {
  return std::ranges::all_of(formats_, [](const NamePath& path) { return has_name(path.back().id); });
}

}  // namespace rtm
