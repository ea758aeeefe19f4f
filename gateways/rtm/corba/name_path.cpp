// SPDX-License-Identifier: Apache-2.0
#include "gateways/rtm/corba/name_path.h"

#include <utility>

namespace rtm {
namespace {

void write_escaped(const std::string& part, std::string& into) {
  for (const char c : part) {
    if (c == '/' || c == '.' || c == '\\') into += '\\';
    into += c;
  }
}

}  // namespace

std::string to_text(const NamePath& path) {
  std::string text;
  for (const NameStep& step : path) {
    if (&step != &path.front()) text += '/';
    write_escaped(step.id, text);
    // An empty kind needs its dot only if the id is empty, too.
    if (!step.kind.empty() || step.id.empty()) text += '.';
    write_escaped(step.kind, text);
  }
  return text;
}

std::optional<NamePath> read_name_path(std::string_view text) {
  NamePath path;
  std::string step;
  std::size_t dot = std::string::npos;  // in `step`, which has no `\` any more
  const auto end_step = [&] {
    if (step.empty()) return false;
    if (dot == std::string::npos)
      path.push_back({step, {}});
    else
      path.push_back({step.substr(0, dot), step.substr(dot + 1)});
    step.clear();
    dot = std::string::npos;
    return true;
  };
  for (std::size_t i = 0; i != text.size(); ++i) {
    if (text[i] == '/') {
      if (!end_step()) return std::nullopt;
      continue;
    }
    if (text[i] == '.') dot = step.size();
    if (text[i] == '\\' && ++i == text.size()) return std::nullopt;
    step += text[i];
  }
  if (!end_step()) return std::nullopt;
  return path;
}

}  // namespace rtm
