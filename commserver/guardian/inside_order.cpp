// SPDX-License-Identifier: Apache-2.0
#include "commserver/guardian/inside_order.h"

#include <charconv>
#include <string_view>

namespace commserver {
namespace {

/// True if all of `text` is a number.
template <typename Number>
bool read(std::string_view text, Number& number) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  return result.ec == std::errc() && result.ptr == end;
}

bool take(InsideOrder& order, std::string_view name, std::string_view value) {
  if (name == "input") return read(value, order.input_fd);
  if (name == "output") return read(value, order.output_fd);
  if (name == "memory") return read(value, order.limits.memory);
  if (name == "cpu") return read(value, order.limits.cpu_seconds);
  if (name == "file_size") return read(value, order.limits.file_size);
  if (name == "files") return read(value, order.limits.files);
  if (name == "processes") return read(value, order.limits.processes);
  if (name == "working_folder") order.working_folder = value;
  if (name == "layered") order.layered = value == "yes";
  if (name == "kept") order.kept = value == "yes";
  if (name == "covered") order.covered = value == "yes";
  if (name == "shown") order.shown.emplace_back(value);
  if (name == "environment") order.environment.emplace_back(value);
  if (name == "hidden") order.hidden.emplace_back(value);
  return true;
}

}  // namespace

std::vector<std::string> InsideOrder::to_arguments() const {
  std::vector<std::string> all{"input=" + std::to_string(input_fd),
                               "output=" + std::to_string(output_fd),
                               "memory=" + std::to_string(limits.memory),
                               "cpu=" + std::to_string(limits.cpu_seconds),
                               "file_size=" + std::to_string(limits.file_size),
                               "files=" + std::to_string(limits.files),
                               "processes=" + std::to_string(limits.processes),
                               "working_folder=" + working_folder,
                               std::string("layered=") + (layered ? "yes" : "no"),
                               std::string("kept=") + (kept ? "yes" : "no"),
                               std::string("covered=") + (covered ? "yes" : "no")};
  for (const std::string& path : shown) all.push_back("shown=" + path);
  for (const std::string& path : hidden) all.push_back("hidden=" + path);
  for (const std::string& variable : environment) all.push_back("environment=" + variable);
  all.emplace_back("--");
  all.insert(all.end(), program.begin(), program.end());
  return all;
}

std::optional<InsideOrder> InsideOrder::parse(std::span<char* const> arguments) {
  InsideOrder order;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view text = arguments[i];
    if (text == "--") {
      order.program.assign(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1, arguments.end());
      break;
    }
    const std::size_t equals = text.find('=');
    if (equals == text.npos || !take(order, text.substr(0, equals), text.substr(equals + 1))) return std::nullopt;
  }
  if (order.program.size() < 2 || order.working_folder.empty()) return std::nullopt;
  return order;
}

}  // namespace commserver
